import { killSoak } from '../../test/webhooks/kill-soak.ts';
import type { Section } from '../section.ts';

/** Kills in each round. */
const KILLS = 20;

/** Killing webhook senders while releases are published. */
export const section: Section = {
  about: 'events lost or out of order while senders are killed',
  async run({ rounds }) {
    const { kills, releases, events, messages, repeated, lost, misplaced } = await killSoak({ kills: rounds * KILLS });
    const note = `${kills} kill -9, ${releases} releases, ${events.toLocaleString('en-US')} events in ${messages.toLocaleString('en-US')} messages, ${repeated} sent twice`;
    return [
      { what: 'events lost', unit: '', ours: [lost], target: '≤ 0', note, judged: true },
      { what: 'events out of order', unit: '', ours: [misplaced], target: '≤ 0', judged: true },
    ];
  },
};
