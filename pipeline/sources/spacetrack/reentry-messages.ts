import { z } from 'zod';
import { isoDate } from '../../codes/vague-date.ts';
import { catalogNumber, cell, number, Unreadable, unread } from '../cells.ts';
import { type Cells, type ClaimWriter, sourceFile } from '../source.ts';
import { addDisposition, addStatus } from '../statuses.ts';

/** `2026-10-10 08:33:00` or `2019-03-23 0:00:00`, UTC, as ISO 8601. */
const moment = cell(momentOf);
function momentOf(raw: string): string | Unreadable {
  const [, date, hour, rest] = /^(\d{4}-\d\d-\d\d)[ T](\d{1,2})(:\d\d:\d\d)$/.exec(raw) ?? [];
  const instant = `${date}T${hour?.padStart(2, '0')}${rest}Z`;
  const time = Date.parse(instant);
  if (date === undefined || Number.isNaN(time) || !new Date(time).toISOString().startsWith(instant.slice(0, 19)))
    return new Unreadable(raw === '' ? 'missing_value' : 'bad_date');
  return instant;
}
/** A moment; blank is null. */
const momentOrNone = cell((raw) => (raw === '' ? null : momentOf(raw)));
/** The catalog number again; blank is null. */
const numberAgain = number(1, 999_999_999);
const required = (least: number, most: number) =>
  number(least, most).refine((value): value is NonNullable<typeof value> => value !== null, 'missing_value');

const tipRow = z.object({
  NORAD_CAT_ID: catalogNumber,
  ID: z.string().regex(/^\d{1,12}$/, 'bad_id'),
  MSG_EPOCH: moment,
  DECAY_EPOCH: moment,
  WINDOW: required(0, 1e6),
  INSERT_EPOCH: momentOrNone,
  OBJECT_NUMBER: numberAgain,
  ...unread('REV DIRECTION LAT LON INCL', 'the place at that time: within the window, the object circles the Earth'),
  ...unread('NEXT_REPORT HIGH_INTEREST', 'when the next message follows, and whether the object is watched closely'),
});

/** Tracking and Impact Prediction messages of the last 60 days: all of an object, as its reentry comes near. */
export const tip = sourceFile({
  matches: /^tip\.json$/,
  path: '/basicspacedata/query/class/tip/INSERT_EPOCH/%3Enow-60/orderby/INSERT_EPOCH/format/json',
  format: 'json',
  row: tipRow,
  key: ['NORAD_CAT_ID', 'ID', 'MSG_EPOCH', 'DECAY_EPOCH', 'WINDOW'],
  expected: 0,
  maxLoss: () => ({ fraction: 0.9, rows: 200 }),
  maxGain: () => ({ fraction: 9, rows: 1000 }),
  read: readTip,
});

/**
 * How long after its time a message may have come into the database: six hours in real files. If two of its three times have changed
 * places, a prediction would become the report of a decay.
 */
const MAX_DELAY_MS = 86_400_000;

type Tip = Cells<typeof tipRow, 'NORAD_CAT_ID' | 'ID' | 'MSG_EPOCH' | 'DECAY_EPOCH' | 'WINDOW'>;

function readTip(message: Tip, writer: ClaimWriter): void {
  const { NORAD_CAT_ID: norad, MSG_EPOCH: message_at, DECAY_EPOCH: reenters_at, WINDOW: window } = message;
  if (isOther(message, writer)) return;
  const inserted = message.INSERT_EPOCH;
  if (inserted) {
    const delay = Date.parse(inserted) - Date.parse(message_at);
    if (delay < 0 || delay > MAX_DELAY_MS) {
      writer.reject('bad_date', 'MSG_EPOCH', `MSG_EPOCH=${message_at} INSERT_EPOCH=${inserted}`);
      return;
    }
  }
  writer.beginRecord(norad, {
    record: `tip.json ID=${message.ID}`,
    url: `https://www.space-track.org/basicspacedata/query/class/tip/ID/${message.ID}/format/json`,
    observedAt: message_at,
    createsObject: false,
  });
  writer.reentryMessage({ message_at, reenters_at, window_min: window!.value });
  // Before its time, a message predicts a reentry; only a message sent afterwards reports one.
  if (reenters_at > message_at) return;
  const at = (minutes: number) => new Date(Date.parse(reenters_at) + minutes * 60_000).toISOString().slice(0, 10);
  const uncertain = at(-window!.value) !== at(window!.value);
  decayed(writer, reenters_at.slice(0, 10), `DECAY_EPOCH=${reenters_at} WINDOW=${window!.raw}`, uncertain);
}

/** Rejects a row that has two numbers of objects. */
function isOther(
  row: { readonly NORAD_CAT_ID: number; readonly OBJECT_NUMBER: Cells<typeof tipRow>['OBJECT_NUMBER'] },
  writer: ClaimWriter,
): boolean {
  const { NORAD_CAT_ID: id, OBJECT_NUMBER: again } = row;
  if (!again || again.value === id) return false;
  writer.reject('bad_catalogue_number', 'NORAD_CAT_ID', `NORAD_CAT_ID=${id} OBJECT_NUMBER=${again.raw}`);
  return true;
}

const decayRow = z.object({
  NORAD_CAT_ID: catalogNumber,
  MSG_EPOCH: moment,
  DECAY_EPOCH: moment,
  MSG_TYPE: z.string().regex(/^(Historical|Prediction)$/, 'unknown_code'),
  OBJECT_NUMBER: numberAgain,
  ...unread('OBJECT_NAME INTLDES OBJECT_ID RCS RCS_SIZE COUNTRY', 'element sets and SATCAT have them'),
  ...unread('SOURCE PRECEDENCE', 'the kind of message'),
});

/** Decays that were reported in the last 30 days. Its predictions are made weeks ahead, and are not used. */
export const decay = sourceFile({
  matches: /^decay\.json$/,
  path: '/basicspacedata/query/class/decay/MSG_EPOCH/%3Enow-30/MSG_TYPE/Historical/orderby/MSG_EPOCH/format/json',
  format: 'json',
  row: decayRow,
  key: ['NORAD_CAT_ID', 'MSG_EPOCH', 'DECAY_EPOCH', 'MSG_TYPE'],
  expected: 0,
  maxLoss: () => ({ fraction: 0.9, rows: 500 }),
  maxGain: () => ({ fraction: 9, rows: 1000 }),
  read: readDecay,
});

function readDecay(
  row: Cells<typeof decayRow, 'NORAD_CAT_ID' | 'MSG_EPOCH' | 'DECAY_EPOCH' | 'MSG_TYPE'>,
  writer: ClaimWriter,
): void {
  if (row.MSG_TYPE !== 'Historical' || isOther(row, writer)) return;
  // Only a message sent afterwards reports a decay.
  if (row.MSG_EPOCH.slice(0, 10) < row.DECAY_EPOCH.slice(0, 10)) {
    writer.reject('bad_date', 'DECAY_EPOCH', `MSG_EPOCH=${row.MSG_EPOCH} DECAY_EPOCH=${row.DECAY_EPOCH}`);
    return;
  }
  writer.beginRecord(row.NORAD_CAT_ID, {
    record: `decay.json NORAD_CAT_ID=${row.NORAD_CAT_ID}`,
    url: `https://www.space-track.org/basicspacedata/query/class/decay/NORAD_CAT_ID/${row.NORAD_CAT_ID}/format/json`,
    observedAt: row.MSG_EPOCH,
    createsObject: false,
  });
  decayed(writer, row.DECAY_EPOCH.slice(0, 10), `DECAY_EPOCH=${row.DECAY_EPOCH}`, false);
}

function decayed(writer: ClaimWriter, day: string, raw: string, uncertain: boolean): void {
  const date = isoDate(day)!;
  writer.addClaim('decay_date', date, raw, { weight: 1, uncertain });
  addStatus(writer, 'DECAYED', raw, date, { uncertain });
  addDisposition(writer, 'REENTERED', raw, date, { weight: 1, uncertain });
}
