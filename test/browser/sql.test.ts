import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SqlWorkers } from '../../src/features/sql/sql-workers.ts';
import { savedQueries } from '../../src/schema/sql/saved-queries.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { sqlDataOf } from '../sql/sample-data.ts';
import { BROWSER_TIMEOUT_MS, hasChromium, named, openSampleSite, type SampleSite } from './site/sample-site.ts';

const root = join(import.meta.dirname, '../..');
const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** A minimal static host: files of folders with their size and byte ranges. */
async function staticHost(folders: readonly string[], pages: ReadonlyMap<string, Buffer>) {
  const server = createServer(async ({ url, method, headers }, response) => {
    const { pathname } = new URL(url!, 'http://host');
    const page = pages.get(pathname);
    if (page) return response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    for (const file of folders.map((folder) => join(folder, pathname))) {
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) continue;
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      const [start, end] = from ? [Number(from), Math.min(Number(to), found.size - 1)] : [0, found.size - 1];
      response.setHeader('Content-Length', end - start + 1);
      response.setHeader('Content-Type', mediaTypes[extname(file)] ?? 'application/octet-stream');
      if (from) response.setHeader('Content-Range', `bytes ${start}-${end}/${found.size}`);
      response.writeHead(from ? 206 : 200);
      return method === 'HEAD' ? response.end() : createReadStream(file, { start, end }).pipe(response);
    }
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The SQL page runs a database in the browser on the release's Parquet files. */
describe.skipIf(!hasChromium)(named('the SQL page'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, BROWSER_TIMEOUT_MS);
  afterAll(() => site?.stop());

  test(
    'every saved query returns the same rows as on the server',
    async () => {
      const home = await copySample();
      const workers = new SqlWorkers({ milliseconds: 60_000 });
      try {
        const data = await sqlDataOf(home);
        const { page, problems } = await site.visit('/sql');
        const select = page.locator('[data-sql-saved]');
        expect(savedQueries.length).toBeGreaterThanOrEqual(20);
        for (const [at, { slug, query }] of savedQueries.entries()) {
          await select.selectOption(slug);
          await page.locator(`[data-sql-done="${at + 1}"]`).waitFor({ state: 'attached' });
          expect([slug, await page.locator('[data-sql-error]').textContent()]).toEqual([slug, '']);
          const shown = await page.evaluate(
            () => (document.querySelector('[data-sql]') as HTMLElement & { result?: unknown }).result,
          );
          const outcome = await workers.run(data, query, 'json', 'test');
          const expected = JSON.parse(
            outcome.kind === 'result' ? Buffer.from(outcome.body).toString() : JSON.stringify(outcome),
          );
          const { columns, rows } = shown as { columns: { name: string; type: string }[]; rows: unknown[][] };
          expect([slug, columns]).toEqual([slug, expected.meta.columns]);
          const names = columns.map(({ name }) => name);
          expect([slug, rows]).toEqual([
            slug,
            expected.data.map((row: Record<string, unknown>) => names.map((name) => row[name])),
          ]);
          expect([slug, rows.length > 0]).toEqual([slug, true]);
        }
        expect(problems).toEqual([]);
      } finally {
        workers.close();
        await removeFolder(home);
      }
    },
    BROWSER_TIMEOUT_MS,
  );

  test(
    'works on a static host with the page as a file, the built assets and the files of the release',
    async () => {
      const home = await copySample();
      onTestFinished(() => removeFolder(home));
      const folders = [join(root, 'dist/client'), join(home, 'current/public')];
      const pages = new Map([['/sql', Buffer.from(await (await fetch(`${site.base}/sql`)).text())]]);
      const host = await staticHost(folders, pages);
      onTestFinished(() => host.stop());
      const results = [];
      for (const base of [site.base, host.base]) {
        const { page, problems } = await site.visit('/sql?saved=boxscore', { base });
        await page.locator('[data-sql-done="1"]').waitFor({ state: 'attached' });
        expect(await page.locator('[data-sql-error]').textContent()).toBe('');
        expect(problems).toEqual([]);
        results.push(await page.locator('[data-sql-rows]').innerText());
        const status = await page.locator('[data-sql-status]').textContent();
        const [, transferred, total] = /([\d.]+) [kM]?B transferred in \d+ requests, of files of ([\d.]+) /.exec(
          status!,
        )!;
        expect(Number(transferred), status!).toBeLessThanOrEqual(Number(total));
        await page.context().close();
      }
      expect(results[1]).toBe(results[0]);
      expect(results[0]).toContain('payloads_in_orbit');
    },
    BROWSER_TIMEOUT_MS,
  );

  test(
    'a file that cannot be loaded is told, and the next run loads it',
    async () => {
      for (const file of ['**/duckdb-*.wasm', '**/duckdb-*.worker*.js', '**/satellites.parquet']) {
        const { page } = await site.visit('/sql');
        await page.route(file, (route) => route.abort('failed'));
        const run = page.getByRole('button', { name: 'Run', exact: true });
        await run.click();
        await page.locator('[data-sql-done="1"]').waitFor({ state: 'attached' });
        expect(await page.locator('[data-sql-error]').textContent()).toContain(
          ' could not be loaded. Check the connection, then run the query again.',
        );
        expect(await page.locator('[data-sql-status]').textContent()).toBe('');
        await page.unroute(file);
        await run.click();
        await page.locator('[data-sql-done="2"]').waitFor({ state: 'attached' });
        expect(await page.locator('[data-sql-error]').textContent()).toBe('');
        expect(await page.locator('[data-sql-status]').textContent()).toContain(' transferred in ');
        await page.context().close();
      }
    },
    BROWSER_TIMEOUT_MS,
  );

  test('a result is copied as script-free HTML smaller than 15 kB, with escaped values', async () => {
    const query = `SELECT '<img src=x onerror=alert(1)>' AS "a<b", norad_cat_id, name FROM satellites ORDER BY 2`;
    const { page } = await site.visit(`/sql?query=${encodeURIComponent(query)}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('[data-sql-done="1"]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Copy as HTML' }).click();
    await page.getByText('HTML copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(Buffer.byteLength(copied)).toBeLessThan(15_000);
    await page.setContent(copied);
    expect(await page.locator('img, script').count()).toBe(0);
    expect(await page.locator('th').allTextContents()).toEqual(['a<b', 'norad_cat_id', 'name']);
    expect(await page.locator('tbody tr').first().textContent()).toMatch(/^<img src=x onerror=alert\(1\)>\d/);
    expect(await page.locator('figcaption').textContent()).toMatch(
      /^\d+ more rows\. Source: Orbweaver, release of 2026-/,
    );
    expect(await page.locator('a').getAttribute('href')).toBe(`${site.base}/sql?${new URLSearchParams({ query })}`);
    await page.context().close();
  });
});
