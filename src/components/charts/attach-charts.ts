import { attachPicture } from './chart-picture.ts';

/** Shows the title of a bar as text: of the bar under the pointer, or of the one selected with the arrow keys. */
function attachReadout(chart: HTMLElement): void {
  const readout = chart.querySelector<HTMLElement>('[data-readout]');
  // A chart may have a drawing for each width of the page.
  for (const group of chart.querySelectorAll<SVGGElement>('[data-bars]')) if (readout) attachBars(group, readout);
}

function attachBars(group: SVGGElement, readout: HTMLElement): void {
  const bars = [...group.querySelectorAll<SVGRectElement>('rect')];
  const stage = bars[0]?.closest('svg')?.parentElement;
  if (!stage) return;
  const words = bars.map((bar) => {
    const title = bar.querySelector('title')!;
    // Otherwise the browser's own tooltip would show the same text over the bars.
    title.remove();
    return title.textContent ?? '';
  });
  let chosen = -1;
  const choose = (index: number) => {
    bars[chosen]?.classList.remove('chosen');
    chosen = index;
    bars[chosen]?.classList.add('chosen');
    readout.textContent = words[chosen] ?? '';
  };
  stage.tabIndex = 0;
  stage.addEventListener('pointermove', (event) => choose(bars.indexOf(event.target as SVGRectElement)));
  stage.addEventListener('pointerdown', (event) => choose(bars.indexOf(event.target as SVGRectElement)));
  stage.addEventListener('pointerleave', () => choose(-1));
  stage.addEventListener('focus', () => {
    if (chosen < 0) choose(bars.length - 1);
  });
  stage.addEventListener('blur', () => choose(-1));
  stage.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(bars.length - 1, to)));
  });
}

/** Adds the readout and the PNG button to every chart. */
for (const chart of document.querySelectorAll<HTMLElement>('[data-chart]')) {
  attachReadout(chart);
  attachPicture(chart);
}
