import { activeStatuses } from '../../src/schema/vocabulary.ts';
import type { Store } from '../store.ts';
import { compared } from './judge.ts';

const working = activeStatuses.map((status) => `'${status}'`).join(', ');
const fieldOf = (name: string) => `(SELECT field FROM field_rules WHERE name = '${name}')`;

/**
 * Makes status, disposition and decay date tell one story. A decay date makes an object DECAYED, unless a more trusted
 * source says that it works: then the date stays a claim, the record has none, and both fields are CONFLICTING.
 */
export async function agreeOnFate(store: Store): Promise<void> {
  await store.run(`CREATE OR REPLACE TEMP TABLE refuted AS SELECT d.norad FROM picked d JOIN picked s USING (norad)
    WHERE d.field = ${fieldOf('decay_date')} AND s.field = ${fieldOf('operational_status')} AND s.value_text IN (${working}) AND s.trust < d.trust`);
  await store.run(`DELETE FROM picked WHERE field = ${fieldOf('decay_date')} AND norad IN (FROM refuted)`);
  await store.run(`UPDATE verdicts SET rule = 'independent_disagree' WHERE norad IN (FROM refuted)
    AND field IN (${fieldOf('decay_date')}, ${fieldOf('operational_status')})`);
  await repick(store, 'operational_status', "value_text = 'DECAYED'");
  await repick(store, 'disposition', "keys = 'down'");
}

/** For objects with a decay date, the value is that of the best claim that fits it. */
async function repick(store: Store, name: string, fits: string): Promise<void> {
  await store.run(`CREATE OR REPLACE TEMP TABLE repicked AS SELECT ${compared} FROM (
    SELECT c.* FROM claims_all c
    JOIN picked d ON d.norad = c.norad AND d.field = ${fieldOf('decay_date')}
    JOIN picked p ON p.norad = c.norad AND p.field = c.field
    WHERE c.field = ${fieldOf(name)} AND c.${fits} AND NOT p.${fits}
    QUALIFY row_number() OVER (PARTITION BY c.norad ORDER BY c.rank) = 1)`);
  await store.run(`DELETE FROM picked WHERE field = ${fieldOf(name)} AND norad IN (SELECT norad FROM repicked)`);
  await store.run('INSERT INTO picked BY NAME SELECT * FROM repicked');
  // Others may have agreed on something else: the value is as sure as whoever gives it, unless its own voice is confirmed.
  await store.run(`UPDATE verdicts SET rule = CASE r.trust WHEN 0 THEN 'high_trust' WHEN 1 THEN 'medium_trust' ELSE 'derived' END FROM repicked r
    WHERE verdicts.norad = r.norad AND verdicts.field = r.field AND verdicts.rule <> 'independent_disagree'
      AND NOT EXISTS (SELECT 1 FROM pairs p WHERE p.norad = r.norad AND p.field = r.field AND p.agree AND r.voice IN (p.voice_a, p.voice_b))`);
}
