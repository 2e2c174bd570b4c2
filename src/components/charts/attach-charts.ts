import { attachPicture } from './chart-picture.ts';
import { attachReadout } from './chart-readout.ts';

/** What charts do where scripts run. */
for (const chart of document.querySelectorAll<HTMLElement>('[data-chart]')) {
  attachReadout(chart);
  attachPicture(chart);
}
