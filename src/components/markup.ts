import { html as tagged } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/**
 * HTML from template strings: values are escaped unless they are HTML themselves. For elements that a page repeats a hundred times:
 * an Astro component costs many times as much. Values are text, HTML, lists of both, and nothing (`null`, `false`); no promises.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly unknown[]): HtmlEscapedString =>
  tagged(strings, ...values) as HtmlEscapedString;
