import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Offered, readInfo } from '../../pipeline/pictures/commons.ts';
import { commonsFile, PictureStore } from '../../pipeline/pictures/picture-store.ts';
import { pictureLimits, refreshPictures } from '../../pipeline/pictures/refresh-pictures.ts';
import { manifest } from '../../src/schema/release/manifest.ts';
import { builtSite } from '../built-site.ts';
import { LocalServer } from '../http/local-server.ts';
import { build, FIRST, makeFolder, removeFolder, SECOND, writeSmall } from '../pipeline/sample-build.ts';
import { ask, type RunningServer, startServer } from '../server/running-server.ts';
import { simulated } from './fetch-world.ts';

const DAY = 86_400_000;
/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const iss = 'The station pictured from the SpaceX Crew Dragon 5.jpg';
const hubble = 'HST-SM4.jpeg';

/** A local Wikimedia Commons: metadata of each file, and the pictures. */
class FakeCommons extends LocalServer {
  readonly seen: { path: string; agent: string | undefined; titles: string[] }[] = [];
  /** Metadata by file; Commons lacks any other file. */
  facts: Record<string, Record<string, string>> = {};
  status = 200;
  retryAfter: string | null = null;
  picture: Buffer = png;
  /** The origin of pictures; its own if null. */
  elsewhere: string | null = null;

  protected override respond(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url!, this.base);
    const titles = (url.searchParams.get('titles') ?? '').split('|');
    this.seen.push({ path: url.pathname, agent: request.headers['user-agent'], titles });
    if (this.status !== 200) {
      response
        .writeHead(this.status, this.retryAfter === null ? {} : { 'Retry-After': this.retryAfter })
        .end('slow down');
      return;
    }
    if (url.pathname !== '/w/api.php') {
      response.end(this.picture);
      return;
    }
    response.end(JSON.stringify({ query: { pages: titles.map((title) => this.#page(title)) } }));
  }

  #page(title: string) {
    const facts = this.facts[title.slice('File:'.length)];
    if (!facts) return { title, missing: true };
    const values = Object.entries(facts).map(([name, value]) => [name, { value }]);
    return {
      title,
      imageinfo: [
        {
          thumburl: `${this.elsewhere ?? this.base}/thumb/330px-x.png`,
          thumbwidth: 330,
          thumbheight: 220,
          descriptionurl: `https://commons.wikimedia.org/wiki/${encodeURIComponent(title)}`,
          extmetadata: Object.fromEntries(values),
        },
      ],
    };
  }
}

const bySa = {
  Artist: '<a href="//x">Jane &amp; <b>Joe</b></a>\n<script>alert(1)</script>',
  LicenseShortName: 'CC BY-SA 4.0',
  LicenseUrl: 'https://creativecommons.org/licenses/by-sa/4.0',
};

let commons: FakeCommons;
let home: string;
let upstream: string;
const inSmallSample = (id: number) => id < 100 || [20_580, 25_544].includes(id);

beforeAll(async () => {
  commons = new FakeCommons();
  await commons.start();
  [home, upstream] = [await makeFolder(), await makeFolder()];
  await writeSmall(upstream, inSmallSample);
  await build(home, upstream, FIRST, { sample: false });
}, 60_000);
afterAll(async () => {
  await commons.stop();
  await Promise.all([home, upstream].map(removeFolder));
});

const store = () => new PictureStore(home);
const refreshAt = async (at: Date) => {
  const deps = simulated(at);
  await refreshPictures(deps, { home, commons: commons.base, contact: 'test@example.org' });
  return deps;
};

describe('pictures', () => {
  beforeEach(() => {
    commons.seen.length = 0;
    Object.assign(commons, { status: 200, retryAfter: null, picture: png, elsewhere: null });
  });

  test('a refresh does not fail if Commons is unreachable or refuses', async () => {
    commons.status = 503;
    const { logged } = await refreshAt(FIRST);
    expect(logged.join()).toContain('answered 503');
    expect(Object.keys((await store().read()).files)).toEqual([]);
    const unreachable = simulated(FIRST);
    await refreshPictures(unreachable, { home, commons: 'http://127.0.0.1:1', contact: 'test@example.org' });
    expect(unreachable.logged).toEqual([expect.stringContaining('pictures:')]);
  });

  test('a refresh observes Retry-After', async () => {
    Object.assign(commons, { status: 429, retryAfter: '7200' });
    await refreshAt(FIRST);
    expect(commons.seen).toHaveLength(1);
    await refreshAt(new Date(FIRST.getTime() + 3_600_000));
    expect(commons.seen).toHaveLength(1);
    await refreshAt(new Date(FIRST.getTime() + 3 * 3_600_000));
    expect(commons.seen).toHaveLength(2);
  });

  test('a clock that ran ahead and was set back neither stops requests nor gives those of a day twice', async () => {
    commons.facts = { [iss]: bySa, [hubble]: bySa };
    const ahead = new Date(FIRST.getTime() + 191 * DAY);
    const day = ahead.toISOString().slice(0, 10);
    const known = { checked_at: ahead.toISOString(), picture: null, reason: 'it was seen' };
    const wait_until = new Date(ahead.getTime() + 6 * 3_600_000).toISOString();
    await store().write({ files: { [iss]: known }, spent: { day, requests: pictureLimits.day }, wait_until });
    await refreshAt(FIRST);
    expect(commons.seen).toEqual([]);
    await refreshAt(new Date(FIRST.getTime() + DAY));
    expect(commons.seen.length).toBeGreaterThan(0);
    expect((await store().read()).files[iss]).toMatchObject({ reason: null });
  });

  test.each<[string, Record<string, string> | null]>([
    ['Commons has no such picture', null],
    ['its license is unknown', { Artist: 'Jane' }],
    ['its license, Fair use, is not free', { Artist: 'Jane', LicenseShortName: 'Fair use' }],
    ['its license, CC BY 4.0, is not free', { ...bySa, LicenseShortName: 'CC BY 4.0', NonFree: 'true' }],
    ['its author is unknown', { LicenseShortName: 'CC BY-SA 4.0' }],
  ])('are left out if %s', async (reason, facts) => {
    const { files } = await store().read();
    for (const file of Object.keys(files)) delete files[file];
    await store().write({ files, spent: { day: '2026-08-01', requests: 0 }, wait_until: null });
    commons.facts = facts ? { [iss]: facts } : {};
    await refreshAt(new Date(FIRST.getTime() + DAY));
    expect((await store().read()).files[iss]).toMatchObject({ picture: null, reason });
  });

  test('have a short credit, however long its HTML is', () => {
    const title = 'File:x.png';
    const imageinfo = [
      {
        thumburl: 'https://upload.wikimedia.org/x.png',
        thumbwidth: 330,
        thumbheight: 220,
        descriptionurl: 'https://commons.wikimedia.org/wiki/File:x.png',
        extmetadata: {
          Artist: { value: `Jane ${'<'.repeat(2_000_000)}` },
          LicenseShortName: { value: 'CC BY-SA 4.0' },
        },
      },
    ];
    const read = readInfo(JSON.stringify({ query: { pages: [{ title, imageinfo }] } }), ['x.png']);
    const offered = read.get('x.png') as Offered;
    expect(offered.credit.author).toMatch(/^Jane <.{153}…$/);
  });

  test('are fetched in one width, with pauses, are credited, and are not fetched again', async () => {
    await store().write({ files: {}, spent: { day: '2026-08-01', requests: 0 }, wait_until: null });
    commons.facts = { [iss]: bySa, [hubble]: { LicenseShortName: 'Public domain' } };
    const deps = await refreshAt(new Date(FIRST.getTime() + DAY));
    const { files, spent } = await store().read();
    expect(files[iss]!.picture).toEqual({
      file: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
      width_px: 330,
      height_px: 220,
      author: 'Jane & Joe',
      license: 'CC BY-SA 4.0',
      license_url: 'https://creativecommons.org/licenses/by-sa/4.0',
      page_url: expect.stringContaining('https://commons.wikimedia.org/wiki/File'),
    });
    expect(files[hubble]!.picture).toMatchObject({ author: null, license: 'Public domain', license_url: null });
    expect(commons.seen.map(({ path }) => path)).toEqual(['/w/api.php', '/thumb/330px-x.png', '/thumb/330px-x.png']);
    expect(commons.seen[0]!.titles).toContain(`File:${iss}`);
    expect(commons.seen.every(({ agent }) => agent?.includes('test@example.org'))).toBe(true);
    expect(deps.slept.length).toBeGreaterThanOrEqual(2);
    expect(spent).toEqual({ day: '2026-08-22', requests: 3 });
    await refreshAt(new Date(FIRST.getTime() + 2 * DAY));
    expect(commons.seen).toHaveLength(3);
  });

  test('are not stored if they are on another host, are no valid image, or exceed the budget', async () => {
    const { files } = await store().read();
    const later = new Date(FIRST.getTime() + 100 * DAY);
    commons.elsewhere = 'http://127.0.0.2:9';
    await refreshAt(later);
    expect((await store().read()).files[iss]).toMatchObject({ picture: null, reason: 'its picture is elsewhere' });
    commons.elsewhere = null;
    commons.picture = Buffer.from('<svg onload="alert(1)"/>');
    await refreshAt(new Date(later.getTime() + 100 * DAY));
    expect((await store().read()).files[iss]).toMatchObject({ picture: null, reason: 'it is neither JPEG nor PNG' });
    commons.seen.length = 0;
    const day = later.toISOString().slice(0, 10);
    await store().write({ files: {}, spent: { day, requests: pictureLimits.day }, wait_until: null });
    await refreshAt(later);
    expect(commons.seen).toEqual([]);
    await store().write({ files, spent: { day, requests: 0 }, wait_until: null });
    await store().keep(files[iss]!.picture!.file, png);
  });

  describe('in a release', () => {
    let server: RunningServer;
    let folder: string;
    beforeAll(async () => {
      await build(home, upstream, SECOND, { sample: false });
      folder = join(home, await readlink(join(home, 'current')));
      server = await startServer(home, await builtSite());
    }, 300_000);
    afterAll(() => server?.stop());

    test('are listed in its manifest, and hard-linked instead of copied', async () => {
      const report = manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
      const { picture } = (await store().read()).files[iss]!;
      expect(Object.keys(report.files).filter((file) => file.startsWith('pictures'))).toEqual([
        'pictures.json',
        `pictures/${picture!.file}`,
      ]);
      expect((await stat(join(folder, 'pictures', picture!.file))).nlink).toBe(2);
      expect(await readdir(store().folder)).toContain(picture!.file);
    });

    test('are shown with author and license, and served by this server', async () => {
      const html = (await ask(server.base, '/satellites/25544')).body.toString();
      const source = /<img src="(\/pictures\/[^"]+)" alt="Picture of [^"]+" width="330" height="220"/.exec(html)?.[1];
      expect(html).toContain('Jane &amp; Joe');
      expect(html).toContain('<a rel="license" href="https://creativecommons.org/licenses/by-sa/4.0">CC BY-SA 4.0</a>');
      expect(html).not.toContain('class="class-drawing"');
      const { status, headers, body } = await ask(server.base, source!);
      expect([status, headers['content-type'], headers['cache-control'], body.equals(png)]).toEqual([
        200,
        'image/png',
        'public, max-age=31536000, immutable',
        true,
      ]);
      const again = await ask(server.base, source!, { 'If-None-Match': String(headers['etag']) });
      expect(again.status).toBe(304);
      // An object without a picture has the drawing of its class.
      expect((await ask(server.base, '/satellites/5')).body.toString()).toContain('class="class-drawing"');
    });

    test.each(['/pictures/none.png', '/pictures/..%2fmanifest.json', '/pictures/%2e%2e/catalog.duckdb', '/pictures/'])(
      '%s is not served',
      async (path) => {
        expect([400, 404]).toContain((await ask(server.base, path)).status);
      },
    );
  });

  test('are deleted when Wikidata no longer names them', async () => {
    const index = await store().read();
    await store().keep(`${'0'.repeat(32)}.png`, png);
    await store().write({ ...index, files: { ...index.files, 'Gone.png': index.files[iss]! } });
    await refreshAt(new Date(FIRST.getTime() + 2 * DAY));
    expect(Object.keys((await store().read()).files)).not.toContain('Gone.png');
    expect(existsSync(join(store().folder, `${'0'.repeat(32)}.png`))).toBe(false);
  });
});

test.each<[string, string | null]>([
  ['http://commons.wikimedia.org/wiki/Special:FilePath/iss%20a_b.jpg', 'Iss a b.jpg'],
  ['https://db.satnogs.org/media/satellites/iss.jpg', null],
  ['http://commons.wikimedia.org/wiki/Special:FilePath/a%7Cb.jpg', null],
  ['http://commons.wikimedia.org/wiki/Special:FilePath/%E0%A4%A', null],
])('parses the Commons file name in %s', (url, file) => {
  expect(commonsFile(url)).toBe(file);
});
