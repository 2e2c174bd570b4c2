import { xmlText } from '../../schema/escaped-text.ts';
import { formatCount } from '../format.ts';
import { barWords, type Chart } from './chart.ts';
import { axis } from './plot-scale.ts';
import { height } from './plot-series.ts';
import { wrapped } from './wrapped.ts';

/** The plot within its drawing. */
const [left, top, wide, high] = [52, 8, 442, 168];
const short = (value: number) => String(Number(value.toFixed(1)));

/** The contents of a chart's drawing: grid, bars and axes, in a box of 520 by 216. */
export function chartDrawing({ bars, series, colors, width, along, tick: named }: Chart): string {
  const write = named ?? formatCount;
  const { from, to, x, y, up } = scalesOf({ bars, width });
  const across = axis(from, to, 6);
  const gap = Math.min(0.8, ((wide * width) / (to - from || 1)) * 0.12);
  const one = short((wide * width) / (to - from || 1) - gap);
  const grid = up.ticks.map(
    (tick) =>
      `<path class="grid" d="M${left} ${short(y(tick))}h${wide}"/><text x="${left - 5}" y="${short(y(tick) + 3.5)}" text-anchor="end">${formatCount(tick)}</text>`,
  );
  // One path for each series, stacked on those before it, and one for its pale bars.
  const paths = series.flatMap((_, index) =>
    [false, true].map((pale) => {
      const data = bars
        .filter(({ partial = false }) => partial === pale)
        .map(({ bin, counts }) => {
          const below = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
          const count = counts[index]!;
          if (count <= 0) return '';
          return `M${short(x(bin) + gap / 2)} ${short(y(below))}V${short(y(below + count))}h${one}V${short(y(below))}z`;
        })
        .join('');
      return data === '' ? '' : `<path class="fill ${colors[index]}${pale ? ' pale' : ''}" d="${data}"/>`;
    }),
  );
  const ticks = across.ticks
    .filter((tick) => tick >= from && (named ? tick < to && Number.isInteger(tick) : tick <= to))
    .map(
      (tick) =>
        `<path class="tick" d="M${short(x(tick))} ${top + high}v4"/><text x="${short(x(tick))}" y="${top + high + 17}" text-anchor="middle">${write(tick)}</text>`,
    );
  return `${grid.join('')}${paths.join('')}${ticks.join('')}<text x="${left + wide}" y="211" text-anchor="end">${xmlText(along)}</text>`;
}

/** Invisible columns over the bars, each with the words of its bar. */
export function chartColumns(chart: Chart): string {
  const { from, to, x } = scalesOf(chart);
  const one = short((wide * chart.width) / (to - from || 1));
  return chart.bars
    .map(
      (bar) =>
        `<rect class="hit" x="${short(x(bar.bin))}" y="${top}" width="${one}" height="${high}"><title>${xmlText(barWords(chart, bar))}</title></rect>`,
    )
    .join('');
}

function scalesOf({ bars, width }: Pick<Chart, 'bars' | 'width'>) {
  const [from, to] = [bars[0]?.bin ?? 0, (bars.at(-1)?.bin ?? 0) + width];
  const up = axis(0, Math.max(1, ...bars.map(height)), 4);
  const x = (value: number) => left + (wide * (value - from)) / (to - from || 1);
  const y = (count: number) => top + high - (high * count) / up.to;
  return { from, to, up, x, y };
}

/** Colors of values that are not kinds of objects, light and dark; `plots.css` has the same. */
const parts = {
  'part-0': ['#3b5b92', '#8fb0e8'],
  'part-1': ['#9b3d5a', '#e58fa8'],
  'part-2': ['#5b8c3a', '#a5d07f'],
  'part-3': ['#8a63a8', '#c9a6e4'],
  'part-4': ['#8a8427', '#c9c46a'],
  'part-5': ['#4a3a2a', '#d8b996'],
  'part-6': ['#c0609a', '#f0b3d8'],
  'part-others': ['#8c9591', '#7c8886'],
  'state-0': ['#1d4f3a', '#8fd8ae'],
  'state-1': ['#6f9a84', '#4f8067'],
  'state-2': ['#c3cbc0', '#3c4a42'],
  'plain-bar': ['#525b5b', '#9aa5a4'],
} as const;
const partStyles = (theme: 0 | 1) =>
  Object.entries(parts)
    .map(([name, colors]) => `.${name}{fill:${colors[theme]}}`)
    .join('');

/** Colors of the standalone drawing: those of the site, light and dark. */
export const chartStyles = `text{font:10.5px system-ui,sans-serif;fill:#525b5b}.title{font-size:14px;font-weight:600;fill:#161b1c}.paper{fill:#f6f6f1}.grid,.tick{fill:none;stroke:#d5d6cb}.kind-0{fill:#2f6f80}.kind-1{fill:#b96a2c}.kind-2{fill:#a9b2ac}.kind-3{fill:#d8d9ce}${partStyles(0)}.pale{opacity:.5}@media(prefers-color-scheme:dark){text{fill:#9aa5a4}.title{fill:#e3e7e4}.paper{fill:#0f1315}.grid,.tick{stroke:#293135}.kind-0{fill:#5fa9ba}.kind-1{fill:#e8a06a}.kind-2{fill:#56646a}.kind-3{fill:#333e43}${partStyles(1)}}`;

/** Maximum number of characters in a line of a note: 488 units of its type. */
const NOTE_CHARACTERS = 96;
const [noteTop, noteLine] = [229, 14];
/** Widths of the legend, in units: maximum of a character, and of a mark with its space. */
const [character, markSpace, legendRight] = [6.1, 28, 504];
const [legendTop, legendLine] = [34, 15];

type Captions = Pick<Chart, 'note' | 'series' | 'colors' | 'title'>;

/** Width and height of the image of a chart, in its units. */
export const imageSize = (chart: Captions, source: string) => ({
  width: 520,
  height: plotTop(chart) + noteTop - 5 + noteLine * (linesOf(chart.note).length + linesOf(source).length),
});

/** A note or a source in lines no longer than the width of its drawing. */
const linesOf = (text: string) => wrapped(text, ({ length }) => length <= NOTE_CHARACTERS);
/** A title in lines of its larger type. */
const titleLines = (title: string) => wrapped(title, ({ length }) => length <= 66);
/** Height of the title beyond its first line. */
const titleMore = ({ title }: Pick<Chart, 'title'>) => (titleLines(title).length - 1) * 17;

/** The entries of the legend, in as many lines as they need. */
function legendOf({ series, colors, title }: Captions) {
  let [x, line] = [16, 0];
  const entries = series.map((name, index) => {
    const width = markSpace + character * name.length;
    if (x > 16 && x + width - 14 > legendRight) [x, line] = [16, line + 1];
    const entry = { name, color: colors[index]!, x, y: legendTop + titleMore({ title }) + line * legendLine };
    x += width;
    return entry;
  });
  return { entries: series.length < 2 ? [] : entries, lines: line + 1 };
}

/** Distance of the drawing from the top of its image. */
const plotTop = (chart: Captions) => 52 + titleMore(chart) + (legendOf(chart).lines - 1) * legendLine;

/** HTML that shows the image of a chart on another site, with a link to its page. `base` is the public URL of the server. */
export function chartEmbed(chart: Chart, base: string, source: string): string {
  const { slug, query = '', words, note } = chart;
  const { width, height: high } = imageSize(chart, source);
  const address = (ending = '') => xmlText(`${base}/stats/${slug}${ending}${query}`);
  const described = `${words} ${note} Source: ${source}.`;
  return `<a href="${address()}"><img src="${address('.svg')}" width="${width}" height="${high}" alt="${xmlText(described)}"></a>`;
}

/** A chart as a standalone image for other sites: title, legend, bars, note, source; no script, no other file. */
export function chartImage(chart: Chart, source: string): string {
  const { title, words, note } = chart;
  const { width, height: high } = imageSize(chart, source);
  const down = plotTop(chart);
  const below = [...linesOf(note), ...linesOf(source)]
    .map((line, index) => `<text x="16" y="${down + noteTop + index * noteLine}">${xmlText(line)}</text>`)
    .join('');
  const heading = titleLines(title)
    .map((line, index) => `<text class="title" x="16" y="${24 + 17 * index}">${xmlText(line)}</text>`)
    .join('');
  const legend = legendOf(chart)
    .entries.map(
      ({ name, color, x, y }) =>
        `<rect class="${color}" x="${short(x)}" y="${y}" width="9" height="9"/><text x="${short(x + 14)}" y="${y + 8}">${xmlText(name)}</text>`,
    )
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${high}" role="img" aria-label="${xmlText(`${words} ${note} Source: ${source}.`)}"><style>${chartStyles}</style><rect class="paper" width="${width}" height="${high}"/>${heading}${legend}<g transform="translate(0 ${down})">${chartDrawing(chart)}</g>${below}</svg>\n`;
}
