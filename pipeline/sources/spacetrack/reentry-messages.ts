import { z } from 'zod';
import { isoDate } from '../../codes/vague-date.ts';
import { catalogNumber, cell, number, Unreadable, unread } from '../cells.ts';
import { type Cells, type ClaimWriter, sourceFile } from '../source.ts';
import { addDisposition, addStatus } from '../statuses.ts';

/** `2026-10-10 08:33:00` or `2019-03-23 0:00:00`, UTC, as ISO 8601. */
const moment = cell((raw) => {
  const [, date, hour, rest] = /^(\d{4}-\d\d-\d\d)[ T](\d{1,2})(:\d\d:\d\d)$/.exec(raw) ?? [];
  const instant = `${date}T${hour?.padStart(2, '0')}${rest}Z`;
  const time = Date.parse(instant);
  if (date === undefined || Number.isNaN(time) || !new Date(time).toISOString().startsWith(instant.slice(0, 19)))
    return new Unreadable(raw === '' ? 'missing_value' : 'bad_date');
  return instant;
});
const required = (least: number, most: number) =>
  number(least, most).refine((value): value is NonNullable<typeof value> => value !== null, 'missing_value');

const tipRow = z.object({
  NORAD_CAT_ID: catalogNumber,
  ID: z.string().regex(/^\d{1,12}$/, 'bad_id'),
  MSG_EPOCH: moment,
  DECAY_EPOCH: moment,
  WINDOW: required(0, 1e6),
  ...unread('INSERT_EPOCH OBJECT_NUMBER', 'the time of the database, and the number again'),
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

type Tip = Cells<typeof tipRow, 'NORAD_CAT_ID' | 'ID' | 'MSG_EPOCH' | 'DECAY_EPOCH' | 'WINDOW'>;

function readTip(message: Tip, writer: ClaimWriter): void {
  const { NORAD_CAT_ID: norad, MSG_EPOCH: message_at, DECAY_EPOCH: reenters_at, WINDOW: window } = message;
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

const decayRow = z.object({
  NORAD_CAT_ID: catalogNumber,
  MSG_EPOCH: moment,
  DECAY_EPOCH: moment,
  MSG_TYPE: z.string().regex(/^(Historical|Prediction)$/, 'unknown_code'),
  ...unread('OBJECT_NUMBER OBJECT_NAME INTLDES OBJECT_ID RCS RCS_SIZE COUNTRY', 'element sets and SATCAT have them'),
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
  if (row.MSG_TYPE !== 'Historical') return;
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
