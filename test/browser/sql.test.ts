import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { savedQueries } from '../../src/schema/sql/saved-queries.ts';
import { SqlWorkers } from '../../src/sql/sql-workers.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { sqlDataOf } from '../sql/sample-data.ts';
import { hasChromium, named, openSampleSite, type SampleSite, slowMachine } from './sample-site.ts';

/** The SQL page: a database in the browser, over the release's Parquet files. */
describe.skipIf(!hasChromium)(named('the SQL page'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, slowMachine);
  afterAll(() => site?.stop());

  test(
    'every saved query has the rows that the server answers',
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
          const answer = JSON.parse(
            outcome.kind === 'result' ? Buffer.from(outcome.body).toString() : JSON.stringify(outcome),
          );
          const { columns, rows } = shown as { columns: { name: string; type: string }[]; rows: unknown[][] };
          expect([slug, columns]).toEqual([slug, answer.meta.columns]);
          const names = columns.map(({ name }) => name);
          expect([slug, rows]).toEqual([
            slug,
            answer.data.map((row: Record<string, unknown>) => names.map((name) => row[name])),
          ]);
          expect([slug, rows.length > 0]).toEqual([slug, true]);
        }
        expect(problems).toEqual([]);
      } finally {
        workers.close();
        await removeFolder(home);
      }
    },
    slowMachine,
  );

  test('a result is copied as HTML without scripts of less than 15 kB, every value as text', async () => {
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
