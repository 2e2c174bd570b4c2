import { formatCount, plural } from '../../src/schema/plain-text.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import type { Report } from './report.ts';

/** The part of a source that the summary needs. */
interface Named {
  readonly slug: string;
  readonly name: string;
}

/** The results of one source's files. */
interface Tally {
  came: number;
  bytes: number;
  same: number;
  missing: number;
  /** The first failure; later ones usually have the same cause. */
  reason: string | null;
}

/** Summarizes a refresh's reports about files by source, for people. */
export class RefreshSummary {
  readonly #tallies = new Map<string, Tally>();

  /** Adds one line of a refresh: `<source>/<file>: <result>`, or `<source>: <why it was skipped>`. */
  add(line: string): void {
    const [, slug, words] = /^([\w-]+)(?:\/\S+)?: (.*)$/s.exec(line) ?? [];
    if (slug === undefined || words === undefined) return;
    const tally = this.#tallies.get(slug) ?? { came: 0, bytes: 0, same: 0, missing: 0, reason: null };
    this.#tallies.set(slug, tally);
    const bytes = /^([\d,]+) bytes$/.exec(words)?.[1];
    if (bytes !== undefined) {
      tally.came++;
      tally.bytes += Number(bytes.replaceAll(',', ''));
    } else if (/^(not modified|has not updated|nothing in it|its publisher does not have it; .*)$/.test(words))
      tally.same++;
    else {
      tally.missing++;
      tally.reason ??= words;
    }
  }

  /** True if a source sent no file and its last problem was a failed connection or a time limit. */
  #isUnreachable({ came, same, reason }: Tally): boolean {
    return came + same === 0 && /^the connection|within \d/.test(reason ?? '');
  }

  /** A line for each source of the refresh. `keeping` names the replacement of missing files: the sample, its last files. */
  lines(sources: readonly Named[], keeping: string, next: Readonly<Record<string, string>>): string[] {
    return sources.flatMap(({ slug, name }) => {
      const tally = this.#tallies.get(slug);
      return tally ? [`${name.replace(/:.*/, '').padEnd(10)} ${this.#words(tally, keeping, next[slug])}`] : [];
    });
  }

  #words(tally: Tally, keeping: string, next: string | undefined): string {
    const { came, bytes, same, missing, reason } = tally;
    const files = (count: number) => plural(count, 'file');
    if (missing === 0 && came === 0) return `nothing new in ${files(same)}`;
    const had = came === 0 ? [] : [`${files(came)}, ${formatCount(bytes)} bytes`];
    if (missing === 0) return [...had, ...(same === 0 ? [] : [`${same} unchanged`])].join('; ');
    const later = `keeping ${keeping}${next === undefined ? '' : `; next attempt ${clock(next)}`}`;
    if (this.#isUnreachable(tally)) return `unreachable: ${later} (${reason})`;
    if (came + same === 0) return `${reason}: ${later}`;
    return [...had, `${files(missing)} missing (${reason}): ${later}`].join('; ');
  }
}

/** `18:00 UTC` */
const clock = (time: string) => `${time.slice(11, 16)} UTC`;

/** A summary of the release in a few lines; `npm run refresh -- --report` and `--json` print the full report. */
export function summarized(result: Report, sample: boolean): string {
  const { objects, claims, rest } = countsOf(result.counts);
  const held = result.rejects.reduce((sum, { rows }) => sum + rows, 0);
  const events = result.new_events.map(
    ({ type, events: count }) => `${formatCount(count)} ${type.replaceAll('_', ' ')}`,
  );
  return `${[
    `Published ${sample ? 'the embedded sample' : 'release'} ${result.release}: ${objects}, ${claims}`,
    `  ${rest}`,
    ...(events.length === 0 ? [] : [`  new events: ${events.join(', ')}`]),
    `  ${plural(held, 'row')} rejected; see the reasons and details with "npm run refresh -- --report"`,
  ].join('\n')}\n`;
}

function countsOf(counts: Manifest['counts']) {
  const { satellites, claims, ...others } = counts;
  return {
    objects: `${formatCount(satellites)} objects`,
    claims: `${formatCount(claims)} claims`,
    rest: Object.entries(others)
      .map(([name, count]) => `${formatCount(count)} ${name.replaceAll('_', ' ')}`)
      .join(' · '),
  };
}
