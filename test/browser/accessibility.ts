import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { overflow } from './site/sample-site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/**
 * The axe violations of the open page as text: rule, element, reason. Axe is injected by `evaluate`, which works without
 * changing the page's Content-Security-Policy. `only` and `without` choose rules.
 */
export async function violations(
  page: Page,
  { only, without = [] }: { only?: readonly string[]; without?: readonly string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate('window.axe !== undefined'))) await page.evaluate(axe);
  const options = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only && { runOnly: only }),
  };
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`,
  )) as Violation[];
  return found.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 3)
      .map(
        ({ target, failureSummary }) =>
          `${id} (${help}): ${target.join(' ')} — ${failureSummary.split('\n')[1]?.trim()}`,
      ),
  );
}

/**
 * The problems of the open page at some widths in pixels, as text: overflow and axe violations in light, violations of contrast in dark.
 * The page is loaded once, because its layout follows the width.
 */
export async function problemsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    const beyond = await overflow(page);
    if (beyond > 0) found.push(`${width}: ${beyond} pixels of overflow`);
    found.push(...(await violations(page)).map((text) => `${width} light: ${text}`));
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await violations(page, { only: ['color-contrast'] })).map((text) => `${width} dark: ${text}`));
  }
  return found;
}
