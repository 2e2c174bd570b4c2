import { formatCount } from '../../schema/plain-text.ts';
import { type Publisher, publishers } from '../../schema/release/publishers.ts';
import type { RefreshRecord } from '../../schema/release/refresh-record.ts';

/** The service level objectives: the documentation prints them, `/status` measures them. */
export const answering = {
  /** Fraction of all requests that complete without a server error. */
  availability: 0.999,
  /** Fraction of API responses, downloads excluded, that are sent completely within this many seconds. */
  api: { part: 0.99, seconds: 0.1 },
  /** Fraction of the website's pages that are sent completely within this many seconds. */
  pages: { part: 0.95, seconds: 0.5 },
} as const;

/** One objective of the service and how it is met. */
export interface Objective {
  readonly id: string;
  readonly name: string;
  /** The target, as text. */
  readonly objective: string;
  /** The measurement, as text; null if there is none yet. */
  readonly measured: string | null;
  /** Null if there is no measurement yet. */
  readonly met: boolean | null;
  /** Whether the objective is met, but one more failed request would miss it; false unless it is a share of requests. */
  readonly narrowly: boolean;
}

/** Number of requests, and how many of them met the objective. */
interface Share {
  readonly all: number;
  readonly good: number;
}

/** Counts of a server since it started. */
export interface Measured {
  /** All requests except those about the server itself, and those that completed without a server error. */
  readonly answers: Share;
  /** API responses that were sent completely in time; dataset downloads are excluded. */
  readonly api: Share;
  /** Pages of the website that were sent completely in time. */
  readonly pages: Share;
}

/** The counts of several processes together. */
export function sumOf(all: readonly Measured[]): Measured {
  const total = (of: keyof Measured): Share => ({
    all: all.reduce((sum, one) => sum + one[of].all, 0),
    good: all.reduce((sum, one) => sum + one[of].good, 0),
  });
  return { answers: total('answers'), api: total('api'), pages: total('pages') };
}

const percent = (part: number) => `${Number((100 * part).toFixed(3))} %`;

function shareObjective(id: string, name: string, objective: string, target: number, { all, good }: Share): Objective {
  if (all === 0) return { id, name, objective, measured: null, met: null, narrowly: false };
  // Rounded down, so that a missed objective never looks met, and to no more digits than the number of requests
  // supports.
  const steps = 100 * 10 ** Math.min(3, Math.max(0, Math.floor(Math.log10(all)) - 2));
  const part = Math.floor((steps * good) / all) / steps;
  const met = good / all >= target;
  return {
    id,
    name,
    objective,
    measured: `${percent(part)} of ${formatCount(all)}`,
    met,
    narrowly: met && good / (all + 1) < target,
  };
}

/** The objectives that users notice: availability and latency. */
export function answeringObjectives({ answers, api, pages }: Measured): Objective[] {
  const { availability, api: soon, pages: shown } = answering;
  return [
    shareObjective(
      'availability',
      'Availability',
      `${percent(availability)} of requests without a server error`,
      availability,
      answers,
    ),
    shareObjective(
      'api_latency',
      'API latency',
      `${percent(soon.part)} completed within ${soon.seconds * 1000} ms`,
      soon.part,
      api,
    ),
    shareObjective(
      'page_latency',
      'Page latency',
      `${percent(shown.part)} completed within ${shown.seconds * 1000} ms`,
      shown.part,
      pages,
    ),
  ];
}

/** How long ago the publisher of each kind of file last confirmed that our copy is its newest. */
export function freshnessObjectives(refreshes: RefreshRecord | null, now: Date): Objective[] {
  return publishers
    .flatMap(({ objectives }): Publisher['objectives'][number][] => [...objectives])
    .map(({ id, name, files, hours }) => {
      const times = Object.entries(refreshes?.files ?? {})
        .filter(([key, { asked_at }]) => files.test(key) && asked_at !== null)
        .map(([, { good_at }]) => good_at);
      const facts = {
        id: `fresh_${id}`,
        name,
        narrowly: false,
        objective: `every file checked within the last ${hours < 72 ? `${hours} hours` : `${hours / 24} days`}`,
      };
      if (times.length === 0) return { ...facts, measured: null, met: null };
      if (times.includes(null)) return { ...facts, measured: 'a file has never come', met: false };
      const age = (now.getTime() - Math.min(...times.map((time) => Date.parse(time!)))) / 3_600_000;
      return { ...facts, measured: `${age.toFixed(1)} hours ago`, met: age <= hours };
    });
}
