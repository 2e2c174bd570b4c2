import type { APIRoute } from 'astro';
import { formatCount } from '../components/format.ts';
import { queryLink } from '../components/lists/list-query.ts';
import { statusWords } from '../components/lists/satellite-rows.ts';
import { plural } from '../components/words.ts';
import type { Suggestion } from '../dom/fetch-json.ts';
import { fold } from '../schema/fold.ts';
import { isFrequencySearch, namesUnit } from '../schema/frequency-text.ts';
import { activeStatuses } from '../schema/vocabulary.ts';

/**
 * Maximum number of suggested objects and, among the suggestions, operators; and the number of objects searched for
 * them.
 */
const [objects, operators, looked] = [8, 2, 24];

type Release = NonNullable<App.Locals['orbweaver']['release']>;

/** The transmitters at the typed frequency; empty if the text is not a frequency. */
async function onFrequency(release: Release, q: string): Promise<Suggestion[]> {
  if (!isFrequencySearch(q)) return [];
  const list = await release.transmitters(new URLSearchParams({ frequency: q, limit: '1' }).toString());
  if (!list.ok || list.total === 0) return [];
  const label = namesUnit(q) ? q : `${q} MHz`;
  return [{ href: queryLink('/transmitters', { frequency: q }), label, detail: plural(list.total, 'transmitter') }];
}

/**
 * Suggestions of the search box for the text typed so far: unmetered, and only for this website. The group of that name comes first,
 * then objects of exactly that name, operators, and other objects: working ones, those in orbit, those that have decayed.
 */
export const GET: APIRoute = async ({ locals, url }) => {
  const { release } = locals.orbweaver;
  const q = (url.searchParams.get('q') ?? '').trim();
  const data: Suggestion[] = [];
  if (release && q !== '' && q.length <= 100) {
    const sought = fold(q);
    const found = await release.found(q, looked);
    const rank = ({ norad_cat_id, name, operational_status }: (typeof found)[number]) => {
      const record = release.record(norad_cat_id);
      const names = [name, record?.common_name, ...(record?.alt_names ?? [])];
      if (sought !== '' && names.some((one) => one && fold(one) === sought)) return 0;
      if ((activeStatuses as readonly string[]).includes(operational_status)) return 1;
      return operational_status === 'DECAYED' ? 3 : 2;
    };
    const ranked = found.map((object) => ({ object, rank: rank(object) })).sort((a, b) => a.rank - b.rank);
    const exact = ranked.filter((one) => one.rank === 0);
    const operated = (await release.operators()).list({ q }).slice(0, operators);
    const suggested = ({ object }: (typeof ranked)[number]): Suggestion => ({
      href: `/satellites/${object.norad_cat_id}`,
      label: object.name,
      detail: [object.norad_cat_id, object.cospar_id, statusWords(object).toLowerCase()]
        .filter((part) => part !== null)
        .join(' · '),
    });
    const group = await release.groupNamed(q);
    if (group)
      data.push({
        href: `/groups/${group.slug}`,
        label: group.title,
        detail: `group of ${formatCount(group.objects)}`,
      });
    data.push(...(await onFrequency(release, q)));
    data.push(
      ...exact.slice(0, objects).map(suggested),
      ...operated.map(({ slug, name, total_satellites }) => ({
        href: `/operators/${slug}`,
        label: name,
        detail: `operator of ${formatCount(total_satellites)}`,
      })),
      ...ranked.slice(exact.length, objects).map(suggested),
    );
  }
  return Response.json({ data });
};
