import { element, saveFile } from '../../dom/element.ts';
import { wrapped } from './wrapped.ts';

/** Computed styles that are copied into the picture, which cannot use style sheets. */
const looks = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
] as const;
/** Pixels per unit of the drawing. */
const scale = 2;
const [margin, titleHigh, lineHigh] = [16, 30, 22];

/** Adds a button that saves a chart as PNG, in the colors that it has on the page. */
export function attachPicture(figure: HTMLElement): void {
  const drawing = figure.querySelector<SVGSVGElement>('svg[viewBox]');
  const place = figure.querySelector<HTMLElement>('[data-chart-links]');
  if (!drawing || !place) return;
  const label = `Download “${figure.dataset['title']}” as PNG`;
  const button = element('button', { type: 'button', class: 'plain', 'aria-label': label }, 'PNG');
  place.append(' ', button);
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      saveFile(await pictureOf(figure, drawing), `${figure.dataset['chart']}.png`);
    } finally {
      button.disabled = false;
    }
  });
}

/** The chart with its title, legend, note, and source as a PNG. */
async function pictureOf(figure: HTMLElement, drawing: SVGSVGElement): Promise<Blob> {
  const [, , wide = 0, high = 0] = drawing.getAttribute('viewBox')!.split(' ').map(Number);
  const legend = [...figure.querySelectorAll<HTMLElement>('.key li')].map((item) => ({
    text: item.textContent!.trim(),
    color: getComputedStyle(item.querySelector('i')!).backgroundColor,
  }));
  const canvas = document.createElement('canvas');
  canvas.width = (wide + 2 * margin) * scale;
  const context = canvas.getContext('2d')!;
  const { backgroundColor, color: ink, fontFamily } = getComputedStyle(document.documentElement);
  context.font = `600 16px ${fontFamily}`;
  const heading = wrapped(figure.dataset['title'] ?? '', (line) => context.measureText(line).width <= wide);
  context.font = `12px ${fontFamily}`;
  const legendTop = margin + titleHigh + (heading.length - 1) * lineHigh;
  let [left, top] = [margin, legendTop];
  const entries = legend.map(({ text, color }) => {
    const width = 15 + context.measureText(text).width;
    if (left > margin && left + width > margin + wide) [left, top] = [margin, top + lineHigh];
    const entry = { text, color, left, top };
    left += width + 20;
    return entry;
  });
  const above = legend.length > 0 ? top + lineHigh : legendTop;
  const below = [
    ...[figure.dataset['note'], figure.dataset['source']].flatMap((text = '') =>
      wrapped(text, (line) => context.measureText(line).width <= wide),
    ),
  ];
  // Setting the height resets the context, so its state is set only from here on.
  canvas.height = (above + high + below.length * lineHigh + margin) * scale;
  context.scale(scale, scale);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.font = `600 16px ${fontFamily}`;
  for (const [index, line] of heading.entries()) context.fillText(line, margin, margin + 16 + index * lineHigh, wide);
  context.font = `12px ${fontFamily}`;
  for (const entry of entries) {
    context.fillStyle = entry.color;
    context.fillRect(entry.left, entry.top, 10, 10);
    context.fillStyle = ink;
    context.fillText(entry.text, entry.left + 15, entry.top + 10);
  }
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawing, wide, high))}`;
  await image.decode();
  context.drawImage(image, margin, above, wide, high);
  for (const [index, line] of below.entries()) context.fillText(line, margin, above + high + (index + 1) * lineHigh);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** The drawing as text that needs no style sheet. */
function standalone(drawing: SVGSVGElement, wide: number, high: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.querySelector('[data-bars]')?.remove();
  const originals = [...drawing.querySelectorAll<SVGElement>('path, text, tspan, rect, circle')].filter(
    (element) => !element.closest('[data-bars]'),
  );
  for (const [index, element] of [...copy.querySelectorAll<SVGElement>('path, text, tspan, rect, circle')].entries()) {
    const style = getComputedStyle(originals[index]!);
    for (const look of looks) element.setAttribute(look, style.getPropertyValue(look));
    element.setAttribute('font-family', 'sans-serif');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(wide * scale));
  copy.setAttribute('height', String(high * scale));
  return new XMLSerializer().serializeToString(copy);
}
