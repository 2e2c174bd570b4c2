import { html } from '../../components/markup.ts';
import { decimals } from '../../components/object/field-value.ts';
import { stateOf } from '../../components/object/object-sentence.ts';
import { codeWords } from '../../components/words.ts';
import type { PageData } from '../../http/pages/page-data.ts';
import type { ObjectPage } from '../../http/pages/page-object.ts';
import { ageText } from '../globe/position-age.ts';

type Release = NonNullable<PageData['release']>;

/** The styles of every card: colors of the site, light and dark, and the fonts of the system. */
export const cardStyles = `:root{color-scheme:light dark}body{box-sizing:border-box;min-height:100vh;margin:0;padding:12px 14px;border:1px solid light-dark(#d5d6cb,#293135);border-radius:4px;background:light-dark(#f6f6f1,#0f1315);color:light-dark(#161b1c,#e3e7e4);font:14px/1.4 system-ui,sans-serif;overflow-wrap:anywhere}h1{margin:0;font-size:17px;line-height:1.25}a{color:light-dark(#0b5568,#86c9d8)}p{margin:0}p,dt,small{color:light-dark(#525b5b,#9aa5a4);font-size:12px}dl{margin:8px 0;display:grid;gap:3px 12px;grid-template-columns:max-content 1fr}dt{padding-top:2px}dd{margin:0}small{white-space:nowrap}.active{color:light-dark(#2c6a45,#7cc79a)}`;

/** A self-contained HTML document: no script, no other file. */
const card = (title: string, body: unknown): string =>
  `${html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${html([cardStyles] as unknown as TemplateStringsArray)}</style></head>
<body><main>${body}</main></body></html>`}\n`;

const confidenceWords: Readonly<Record<string, string>> = {
  CONFIRMED: 'confirmed',
  HIGH: 'high confidence',
  MEDIUM: 'medium confidence',
  LOW: 'low confidence',
  CONFLICTING: 'sources disagree',
};

/** The key facts of an object on a few lines, to be shown in a frame of another site. */
export function statusCard(
  { record, elements, orbit: shape }: ObjectPage,
  title: string,
  release: Release,
  base: string,
): string {
  const decayed = record.operational_status === 'DECAYED';
  const verdicts = new Map(record.provenance.fields.map((verdict) => [verdict.field, verdict]));
  const orbit = [
    record.orbit_class !== 'UNKNOWN' && codeWords(record.orbit_class),
    shape.perigee_km !== null && `${decimals(shape.perigee_km, 0)} × ${decimals(shape.apogee_km, 0)} km`,
    shape.inclination_deg !== null && `${decimals(shape.inclination_deg, 1)}°`,
    shape.at && shape.at.slice(0, 10),
    shape.at === null && shape.perigee_km !== null && 'undated',
  ].filter(Boolean);
  const { removed } = record;
  const state = removed ? `${stateOf(record)} when last listed, ${removed.last_listed.slice(0, 10)}` : stateOf(record);
  const rows: readonly [label: string, value: unknown, field: string][] = [
    [
      'Status',
      html`<b${record.active && html` class="active"`}>${state}</b>`,
      decayed ? 'decay_date' : 'operational_status',
    ],
    record.operator
      ? ['Operator', record.operator, 'operator']
      : ['Owner', record.country_name ?? record.country, 'country'],
    [
      shape.at === undefined ? 'Orbit' : 'Last orbit',
      orbit.join(', ') || 'unknown',
      record.perigee_km === null ? 'orbit_class' : 'perigee_km',
    ],
  ];
  const slugs = new Set(rows.flatMap(([, , field]) => verdicts.get(field)?.sources ?? []));
  const sources = release.sources.filter(({ slug }) => slugs.has(slug)).map(({ name }) => name);
  const page = `${base}/satellites/${record.norad_cat_id}`;
  return card(
    `${title} · Orbweaver`,
    html`<h1><a href="${page}" target="_blank" rel="noopener">${title}</a></h1><p>${record.name !== title && `${record.name} · `}NORAD ${record.norad_cat_id}${record.cospar_id && ` · COSPAR ${record.cospar_id}`}</p><dl>${rows.map(
      ([label, value, field]) =>
        html`<dt>${label}</dt><dd>${value} <small>${confidenceWords[verdicts.get(field)?.confidence ?? ''] ?? 'no source'}</small></dd>`,
    )}<dt>${decayed ? 'Last elements' : 'Elements'}</dt><dd>${elements ? ageText(elements.age_days) : 'none published'}</dd></dl><p>${release.sample && 'Sample data. '}Source: ${sources.length > 0 && `${sources.join(', ')}, by way of `}<a href="${page}" target="_blank" rel="noopener">Orbweaver</a>, release of ${release.generated_at.slice(0, 10)}, ODbL 1.0</p>`,
  );
}

/** The card for an object that does not exist. */
export const problemCard = (problem: string, base: string): string =>
  card(
    `${problem} · Orbweaver`,
    html`<h1>${problem}</h1><p><a href="${base}/satellites" target="_blank" rel="noopener">Search Orbweaver</a></p>`,
  );
