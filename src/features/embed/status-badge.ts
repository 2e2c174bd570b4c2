import { html } from '../../components/markup.ts';
import { qualifiedState } from '../../components/object/object-sentence.ts';
import type { ObjectRecord } from '../../http/pages/page-object.ts';
import { activeStatuses } from '../../schema/vocabulary.ts';

/** Background colors of the two parts, with a contrast of at least 4.5 to their white text. */
const [NAME, ACTIVE, OTHER] = ['#3c4444', '#2c6a45', '#66706f'] as const;
const MAX_NAME = 32;

/** Approximate width of a text, px: `textLength` makes every font fit it. */
function widthOf(text: string): number {
  const width = [...text].reduce(
    (sum, sign) => sum + (/[il.,:;'|!jft()[\] -]/.test(sign) ? 4 : /[A-Z0-9mw@%]/.test(sign) ? 7.6 : 6.4),
    0,
  );
  return Math.ceil(width);
}

/** A badge of two parts, 20 px high: the subject and its state. The title says the same to screen readers. */
function badge(about: string, state: string, { title, color }: { title: string; color: string }): string {
  const name = about.length > MAX_NAME ? `${about.slice(0, MAX_NAME - 1)}…` : about;
  const [left, right] = [widthOf(name), widthOf(state)];
  const width = left + right + 24;
  const text = (x: number, length: number, content: string) =>
    html`<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  return `${html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}"><title>${title}</title><clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left + 12}" height="20" fill="${NAME}"/><rect x="${left + 12}" width="${right + 12}" height="20" fill="${color}"/></g><g fill="#fff" font-family="system-ui,sans-serif" font-size="11">${text(6, left, name)}${text(left + 18, right, state)}</g></svg>`}\n`;
}

/** The operational status as an SVG badge. */
export function statusBadge(record: ObjectRecord, title: string): string {
  const state = qualifiedState(record);
  const active = (activeStatuses as readonly string[]).includes(record.operational_status);
  return badge(title, state, {
    title: `${title} (NORAD ${record.norad_cat_id}): ${state}`,
    color: active ? ACTIVE : OTHER,
  });
}

/** The badge for an object that does not exist. */
export const problemBadge = (problem: string): string =>
  badge('Orbweaver', problem, { title: `Orbweaver: ${problem}`, color: OTHER });
