import { attachPicture } from './chart-picture.ts';
import { attachReadout } from './chart-readout.ts';

/** Adds the readout and the PNG button to every chart. */
for (const chart of document.querySelectorAll<HTMLElement>('[data-chart]')) {
  attachReadout(chart);
  attachPicture(chart);
}
