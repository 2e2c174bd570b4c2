import type { Store } from '../store.ts';
import { catchUpDays } from './comparison.ts';

/** A claim that says only "unknown" gives no value and no confidence; a placeholder name is a name all the same. */
const speaks = "(NOT silent OR field = (SELECT field FROM field_rules WHERE name = 'name'))";

/** What of a claim is compared and gives the value: what was written for people to read is left out. */
export const compared = [
  ...['claim_id', 'norad', 'field', 'voice', 'trust', 'rank', 'silent', 'observed', 'since', 'keys', 'spaces', 'near'],
  ...['value_text', 'value_numeric', 'value_date', 'day_from', 'day_to'],
].join(', ');

const list = (column: string) => `string_split(${column}, '|')`;
const share = (a: string, b: string) => `(${a} = ${b} OR list_has_any(${list(a)}, ${list(b)}))`;

/**
 * Judges each field of each object. Every voice speaks through its best claim (`heads`); the heads of different voices are
 * compared (`pairs`); what comes of it is the field's verdict (`verdicts`) and the claim that gives the value (`picked`).
 */
export async function judge(store: Store): Promise<void> {
  await store.run(`CREATE OR REPLACE TEMP TABLE heads AS SELECT ${compared} FROM claims_all
    WHERE rank IN (SELECT min(rank) FROM claims_all GROUP BY norad, field, voice)`);
  await allNamesOfAVoice(store);
  await store.run(`CREATE OR REPLACE TEMP TABLE pairs AS
    WITH compared AS (SELECT h.*, r.how, r.slack, r.absolute, r.relative, r.span FROM heads h JOIN field_rules r USING (field)
      WHERE r.how <> 'never' AND NOT h.silent)
    SELECT norad, field, a.voice AS voice_a, b.voice AS voice_b, CASE a.how
        WHEN 'days' THEN a.day_from - a.slack <= b.day_to AND b.day_from - a.slack <= a.day_to
        WHEN 'number' THEN abs(a.value_numeric - b.value_numeric)
          <= greatest(a.absolute, a.relative * greatest(abs(a.value_numeric), abs(b.value_numeric)))
        ELSE ${share('a.keys', 'b.keys')} END AS agree
    FROM compared a JOIN compared b USING (norad, field)
    WHERE a.voice < b.voice
      -- States change: claims far apart in time are not compared, unless the older one is of something that stays (a decay).
      AND (a.span IS NULL OR abs(date_diff('day', a.observed, b.observed)) <= a.span
        OR if(a.observed < b.observed, a.since, b.since) IS NOT NULL)
      AND ${caughtUp('a', 'b')} AND ${caughtUp('b', 'a')}`);
  await forgetIncomparable(store);
  await forgetOtherLaunches(store);
  await store.run(`CREATE OR REPLACE TEMP TABLE verdicts AS
    WITH outcome AS (SELECT norad, field, bool_or(agree) AS agreed, bool_or(NOT agree) AS disagreed FROM pairs GROUP BY ALL),
      spoken AS (SELECT norad, field, min(trust) AS trust, bit_or(1 << source::INTEGER) AS sources FROM claims_all WHERE ${speaks} GROUP BY ALL)
    SELECT norad, field, sources, CASE WHEN disagreed THEN 'independent_disagree' WHEN agreed THEN 'independent_agree'
      WHEN trust = 0 THEN 'high_trust' WHEN trust = 1 THEN 'medium_trust' ELSE 'derived' END AS rule
    FROM spoken LEFT JOIN outcome USING (norad, field)`);
  await store.run(
    `CREATE OR REPLACE TEMP TABLE picked AS SELECT * FROM heads WHERE rank IN (SELECT min(rank) FROM heads GROUP BY norad, field) AND ${speaks}`,
  );
}

/** A name is compared with every name that the other voice uses, not only with its best one. */
async function allNamesOfAVoice(store: Store): Promise<void> {
  await store.run(`UPDATE heads SET keys = n.keys, spaces = n.spaces FROM (
      SELECT norad, field, voice, string_agg(keys, '|') AS keys, coalesce(string_agg(nullif(spaces, ''), '|'), '') AS spaces FROM claims_all
      JOIN field_rules USING (field) WHERE name = 'name' AND NOT silent GROUP BY ALL HAVING count(*) > 1) n
    WHERE heads.norad = n.norad AND heads.field = n.field AND heads.voice = n.voice`);
}

/** What was observed before (or soon after) the other became true says nothing about it. */
function caughtUp(claim: string, other: string): string {
  return `(${claim}.since IS NULL OR ${other}.since IS NOT NULL
    OR ${other}.observed >= (DATE '1970-01-01' + ${claim}.since + ${catchUpDays})::TIMESTAMP)`;
}

/** Of pairs without a common key, those that cannot contradict: other spaces (a state, an organisation), or parent and branch. */
async function forgetIncomparable(store: Store): Promise<void> {
  await store.run(`DELETE FROM pairs USING heads a, heads b
    WHERE NOT pairs.agree AND a.norad = pairs.norad AND a.field = pairs.field AND a.voice = pairs.voice_a
      AND b.norad = pairs.norad AND b.field = pairs.field AND b.voice = pairs.voice_b AND (
        (a.spaces IS NOT NULL AND b.spaces IS NOT NULL AND (a.spaces = '' OR b.spaces = '' OR NOT ${share('a.spaces', 'b.spaces')}))
        OR list_has_any(list_concat(${list('a.keys')}, ${list("coalesce(a.near, '')")}), ${list("coalesce(nullif(b.near, ''), '-')")})
        OR list_has_any(list_concat(${list('b.keys')}, ${list("coalesce(b.near, '')")}), ${list("coalesce(nullif(a.near, ''), '-')")}))`);
}

/**
 * Where SATCAT and GCAT date different launches (the station's, and the one that brought the satellite up), a third source
 * that dates one of them contradicts neither.
 */
async function forgetOtherLaunches(store: Store): Promise<void> {
  await store.run(`DELETE FROM pairs WHERE NOT agree AND (norad, field) IN (
    SELECT norad, field FROM heads JOIN field_rules r USING (field) WHERE r.name = 'launch_date' AND spaces IS NOT NULL
    GROUP BY ALL HAVING count(DISTINCT spaces) > 1)`);
}
