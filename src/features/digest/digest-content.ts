import type { DigestClaim, Seen } from '../../accounts/digest/digest-store.ts';
import type { DueDigest } from '../../accounts/digest/digests.ts';
import type { FollowedRecord } from '../../accounts/digest/followed-store.ts';
import type { DigestContent, DigestSection } from '../../accounts/mail/digest-email.ts';
import { releaseTimes } from '../../http/api/archive/coverage.ts';
import type { OpenedRelease } from '../../http/opened-release.ts';
import { isoWeek } from '../../http/pages/weeks/iso-week.ts';
import { finishedWeeks } from '../../http/pages/weeks/page-weeks.ts';
import { releaseCoverage } from '../../orbit/coverage.ts';
import type { ArchiveReader } from '../../release/archive.ts';
import { conflictPath, conflictTitle } from '../../schema/changes/conflict-words.ts';
import type { Event } from '../../schema/changes/event.ts';
import { coverageSentence } from '../../schema/changes/event-feed.ts';
import { eventTitle } from '../../schema/changes/event-words.ts';
import { followedPath, isWhole } from '../../schema/changes/followed.ts';
import { weekNumbers, weekSummary, weekTitle } from '../../schema/changes/week-words.ts';
import { capitalized, formatCount, plural } from '../../schema/plain-text.ts';
import { subjectName } from '../events/http/subject-events.ts';
import { conflictChangesSince } from '../history/http/conflict-changes.ts';
import { eventsSince } from '../webhooks/http/queue-changes.ts';

/** Maximum number of lines of one section; its last sentence counts the others. */
const MAX_LINES = 20;
/** Maximum number of events of one subject that are read. */
const MAX_EVENTS = 1000;
const WEEK_MS = 7 * 86_400_000;

/** The mark of an account that gets all changes of a release: the weeks that were over by then count as seen, too. */
export const seenIn = ({ modified }: Pick<OpenedRelease, 'modified'>): Seen => ({
  release_at: modified,
  week: isoWeek(modified - WEEK_MS),
});

/** A section, and the ids of its changes. */
interface Found {
  readonly section: DigestSection;
  readonly ids: readonly string[];
}

/** Makes the digests of one release; data that several accounts need are read once. */
export class DigestContents {
  readonly #from: OpenedRelease;
  readonly #archive: Pick<ArchiveReader, 'index'>;
  readonly #reads = new Map<string, Promise<unknown>>();

  constructor(from: OpenedRelease, archive: Pick<ArchiveReader, 'index'>) {
    this.#from = from;
    this.#archive = archive;
  }

  /** The content of a digest, and the mark of the account after it. A digest without content means that nothing happened. */
  async of({ claim, followed }: DueDigest): Promise<{ content: DigestContent | null; seen: Seen }> {
    const changes = claim.daily ? await this.#changes(claim, followed) : null;
    const week = claim.weekly ? await this.#week(claim) : null;
    const now = seenIn(this.#from);
    const seen = { release_at: Math.max(claim.release_at, now.release_at), week: week?.name ?? claim.week };
    if (!changes && !week?.section) return { content: null, seen };
    const subject = [changes?.subject, week?.section && week.section.title].filter((part) => part != null).join('; ');
    const sections = [...(changes?.sections ?? []), ...(week?.section ? [week.section] : [])];
    return { content: { subject, coverage: changes ? [changes.coverage] : [], sections }, seen };
  }

  /** The changes since the last digest in the things that an account follows; null if there are none. */
  async #changes({ release_at }: DigestClaim, followed: readonly FollowedRecord[]) {
    const { release, modified } = this.#from;
    // A first release lists the launches and reentries of months: none of them is new.
    if (release.manifest.previous === null || modified <= release_at) return null;
    const objects = followed.filter(({ kind }) => kind === 'satellites');
    const others = followed.filter(({ kind }) => kind !== 'satellites');
    const found = [
      ...(objects.length > 0 ? [await this.#objects(objects, release_at)] : []),
      ...(await Promise.all(others.map((one) => this.#subject(one, Math.max(release_at, one.created_at))))),
    ];
    const total = new Set(found.flatMap(({ ids }) => ids)).size;
    if (total === 0) return null;
    const times = await releaseTimes(this.#archive, release.manifest.generated_at);
    return {
      subject: `${plural(total, 'change')} in what you follow`,
      coverage: coverageSentence(releaseCoverage(times, { from: release_at, to: modified })),
      sections: found.map(({ section }) => section).filter(({ lines, notes }) => lines.length > 0 || notes.length > 0),
    };
  }

  async #objects(objects: readonly FollowedRecord[], after: number): Promise<Found> {
    const since = new Map(objects.map(({ subject, created_at }) => [Number(subject), Math.max(after, created_at)]));
    const all = await this.#once(`events ${after}`, () => eventsSince(this.#from.catalog, after));
    const own = all.filter(
      (event) => Date.parse(event.detected_at) > (since.get(event.norad_cat_id) ?? Number.POSITIVE_INFINITY),
    );
    return eventSection('Your satellites', '/my-satellites', own);
  }

  async #subject(one: FollowedRecord, after: number): Promise<Found> {
    const { kind, subject, name } = one;
    const path = followedPath(one);
    const { catalog, release } = this.#from;
    if (kind === 'conflicts') return this.#conflicts(path, after);
    const events = await this.#once(`${kind} ${subject} ${isWhole(kind) ? after : ''}`, async () => {
      if (isWhole(kind)) return (await eventsSince(catalog, after)).filter(({ type }) => type === 'reentry');
      const isKnown = (await subjectName(catalog, release.folder, kind, subject)) !== null;
      return isKnown ? catalog.pages.eventsOf(kind, subject, MAX_EVENTS) : null;
    });
    const title = capitalized(name);
    if (events === null)
      return {
        section: { title, path, lines: [], notes: ['This release does not have it, so nothing was looked at.'] },
        ids: [],
      };
    return eventSection(
      title,
      path,
      events.filter(({ detected_at }) => Date.parse(detected_at) > after),
    );
  }

  async #conflicts(path: string, after: number): Promise<Found> {
    const { changes, unread } = await this.#once(`conflicts ${after}`, () => conflictChangesSince(this.#from, after));
    const lines = changes.map((change) => ({ text: conflictTitle(change), path: conflictPath(change) }));
    const missing =
      unread > 0 ? [`The changes of ${plural(unread, 'release')} are too many to be read: see /changes.`] : [];
    const { section } = limited('Conflicts between sources', path, lines);
    return {
      section: { ...section, notes: lines.length > 0 ? [...section.notes, ...missing] : [] },
      ids: changes.map(({ norad_cat_id, field, release }) => `conflict ${norad_cat_id} ${field} ${release}`),
    };
  }

  /** The newest week that is over, if the account has not seen it: its name, and its section if it has any number. */
  async #week({ week: seen }: DigestClaim): Promise<{ name: string; section: DigestSection | null } | null> {
    const [week] = await this.#once('week', () => finishedWeeks(this.#from, this.#archive, 1));
    if (!week || week.week <= seen) return null;
    const isEmpty = weekNumbers(week).every(([, count]) => count === null || count === '0');
    const section = {
      title: `${weekTitle(week.week)} in orbit`,
      path: `/weeks/${week.week}`,
      lines: [],
      notes: [weekSummary(week)],
    };
    return { name: week.week, section: isEmpty ? null : section };
  }

  #once<T>(what: string, read: () => Promise<T>): Promise<T> {
    const known = this.#reads.get(what) as Promise<T> | undefined;
    const reading = known ?? read();
    this.#reads.set(what, reading);
    return reading;
  }
}

const eventSection = (title: string, path: string, events: readonly Event[]): Found => ({
  ...limited(
    title,
    path,
    events.map((event) => ({ text: eventTitle(event), path: `/satellites/${event.norad_cat_id}` })),
  ),
  ids: events.map(({ id }) => id),
});

function limited(title: string, path: string, lines: DigestSection['lines']): Pick<Found, 'section'> {
  const more = lines.length - MAX_LINES;
  const notes = more > 0 ? [`${formatCount(more)} more.`] : [];
  return { section: { title, path, lines: lines.slice(0, MAX_LINES), notes } };
}
