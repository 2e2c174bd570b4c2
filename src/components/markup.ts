import { html as tagged } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/**
 * HTML from template strings: values are escaped unless they are HTML themselves. For elements that a page repeats a
 * hundred times, because an Astro component takes many times as long. Values are text, HTML, lists of both, and nothing
 * (`null`, `false`); no promises.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly unknown[]): HtmlEscapedString =>
  tagged(strings, ...values) as HtmlEscapedString;
