import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from './built-site.ts';
import { copySample, removeFolder } from './pipeline/sample-build.ts';
import { type RunningServer, startServer } from './server/running-server.ts';

/** A page of every template that shows the catalog, including lists, empty states, and errors. */
const pages = [
  ...['/', '/globe', '/satellites', '/satellites?q=sample', '/satellites?q=zzzzqqqq', '/satellites?orbit_class=LOW'],
  ...['/satellites/25544', '/satellites/190242', '/satellites/345678', '/satellites/340000', '/satellites/4'],
  ...['/satellites/999999999', '/satellites/abc', '/conflicts', '/operators', '/operators?name=zzzz'],
  ...['/operators/sample-constellation', '/operators/nobody-at-all', '/launches', '/launches/2026-804'],
  ...['/launches/1900-001', '/reentries', '/reentries?year=1900', '/events', '/events?month=2026-07', '/events?type=x'],
  ...['/sources', '/stats', '/datasets', '/status', '/privacy', '/terms', '/groups', '/groups/stations', '/nowhere'],
  ...['/embed/25544', '/embed/4', '/embed/999999999'],
];

/** Words of the first version that pages no longer use, with their replacements. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/\bcame down\b|\bcome down\b/i, 'reentered, decay date'],
  [/\bspeaks? of\b|\bsays so in\b/i, 'no data for'],
  [/\bgives the value\b/i, 'used'],
  [/\bas written\b/i, 'raw'],
  [/\btake it with you\b|\bexport or call\b/i, 'export'],
  // Names of organizations and places keep their own spelling: capitalized words are allowed.
  [
    /\b(?:[Ll]icence|[Cc]olour|organisation|[Mm]anoeuvre|[Kk]ilometre|[Cc]atalogue|[Ss]pelt|centre)/,
    'the American spelling',
  ],
  [/\bstands? (in|beside|still|there|under)\b/i, 'is'],
  [/\bwhoever\b|\bnobody\b|\bsomebody\b/i, 'the person, by name'],
  [/\bput something up\b|\bwhat it put up\b/i, 'reached orbit, objects'],
  [/\bevery field, and who\b/i, 'facts and their sources'],
  [/\bthat list cannot be made\b|\bwhat it takes\b/i, 'invalid filter, allowed'],
  [/\bnothing in the catalog is\b/i, 'no objects match'],
  [/\ball is well\b|\bas this server sees itself\b|\bthis server runs\b/i, 'all systems operational, as of, uptime'],
  [/\bthe asking of\b|\basked next\b|\bclaims made of them\b/i, 'next update, verified current'],
  [/\ba letter\b/i, 'an email'],
  [/\bat once\b|\bgoes on\b|\banew\b/i, 'immediately, continues, again'],
  [/\bclaims become values\b/i, 'how values are resolved'],
  [/\bmakes? an account\b|\bmakes? a key\b/i, 'create'],
  [/\bpoint at an object\b/i, 'hover'],
  [/\bas fine as\b/i, 'precision'],
  [/\bnot known to have\b|\bor able to be\b/i, 'still in orbit, on standby'],
];

/** The text that a person reads on a page, including names and descriptions of elements, without code. */
function readText(html: string): string {
  const attributes = [...html.matchAll(/ (?:title|alt|aria-label|placeholder|content)="([^"]*)"/g)].map(([, text]) =>
    /^http/.test(text!) ? '' : text,
  );
  const text = html
    .replace(/<(script|style|code|pre|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<table class="claims">[\s\S]*?<\/table>/g, ' ')
    .replace(/<td class="attribution">[\s\S]*?<\/td>|<dt>Attribution<\/dt><dd>[\s\S]*?<\/dd>/g, ' ')
    .replace(/<[^>]+>/g, ' ');
  return [text, ...attributes].join('\n').replace(/\s+/g, ' ');
}

describe('the website uses no word that was replaced', () => {
  let home = '';
  let server: RunningServer;
  beforeAll(async () => {
    home = await copySample();
    server = await startServer(home, await builtSite());
  }, 180_000);
  afterAll(async () => {
    await server?.stop();
    await removeFolder(home);
  });

  test.each(pages)('%s', async (path) => {
    const response = await fetch(server.base + path, { headers: { Accept: 'text/html' } });
    expect(response.headers.get('content-type')).toContain('text/html');
    const text = readText(await response.text());
    const found = replaced.flatMap(([word, better]) => {
      const at = text.search(word);
      return at < 0 ? [] : [`“…${text.slice(Math.max(0, at - 30), at + 40)}…”: ${better}`];
    });
    expect(found).toEqual([]);
  });
});
