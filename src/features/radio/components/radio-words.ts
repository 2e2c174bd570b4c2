import type { Transmitter } from '../../../schema/objects/transmitter.ts';
import { codeWords } from '../../../schema/vocabulary.ts';

/** A frequency in MHz, to the hertz and without trailing zeros; a range if it has two ends; a dash if there is none. */
export function frequency(low: number | null, high: number | null): string {
  if (low === null) return '—';
  return high === null || high === low ? megahertz(low) : `${megahertz(low)}–${megahertz(high)}`;
}

/** At least three decimals, as frequencies are usually written. */
const megahertz = (hertz: number) =>
  (hertz / 1e6).toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 6, useGrouping: false });

/** `FM`, `LSB up, USB down`. */
export function modesOf({ mode, uplink_mode }: Pick<Transmitter, 'mode' | 'uplink_mode'>): string {
  if (uplink_mode === null || uplink_mode === mode) return mode ?? '—';
  return `${uplink_mode} up, ${mode ?? 'unknown'} down`;
}

/** `Inverting transponder`. */
export function typeName({ type, inverting }: Pick<Transmitter, 'type' | 'inverting'>): string {
  const name = type === null ? 'Transmitter' : codeWords(type);
  return inverting ? `Inverting ${name.toLowerCase()}` : name;
}

/** Placeholders that contributors enter instead of a citation: a joke, and words without content. */
const placeholder = /^(citation needed\b.*|n\/?a|none|unknown)$/i;

/** A citation as a link if it is a URL, else as its text; null if there is none. */
export function citationOf(citation: string | null): { readonly text: string; readonly href: string | null } | null {
  if (citation === null || placeholder.test(citation)) return null;
  if (!/^https?:\/\/\S+$/.test(citation) || !URL.canParse(citation)) return { text: citation, href: null };
  return { text: new URL(citation).hostname.replace(/^www\./, ''), href: citation };
}
