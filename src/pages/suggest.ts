import type { APIRoute } from 'astro';
import { formatCount } from '../components/format.ts';
import type { Suggestion } from '../components/suggestions.ts';
import { codeWords } from '../components/words.ts';

/** How many objects are suggested, and how many operators before them. */
const [objects, operators] = [8, 2];

/** What the search box suggests for what is typed so far: the website's own, unmetered and of no promised form. */
export const GET: APIRoute = async ({ locals, url }) => {
  const { release } = locals.orbweaver;
  const q = (url.searchParams.get('q') ?? '').trim();
  const data: Suggestion[] = [];
  if (release && q !== '' && q.length <= 100) {
    for (const { slug, name, total_satellites } of (await release.operators()).named(q).slice(0, operators))
      data.push({
        href: `/operators/${slug}`,
        label: name,
        detail: `operator of ${formatCount(total_satellites)}`,
      });
    for (const found of await release.found(q, objects))
      data.push({
        href: `/satellites/${found.norad_cat_id}`,
        label: found.name,
        detail: [found.norad_cat_id, found.cospar_id, codeWords(found.operational_status).toLowerCase()]
          .filter((part) => part !== null)
          .join(' · '),
      });
  }
  return Response.json({ data });
};
