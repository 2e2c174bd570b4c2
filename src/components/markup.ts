import { html as tagged } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/**
 * HTML written as text, every value in it escaped unless it is such HTML itself. For what a page has a hundred times:
 * an Astro component costs many times as much. Values are text, HTML, lists of both, and nothing (`null`, `false`); no promises.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly unknown[]): HtmlEscapedString =>
  tagged(strings, ...values) as HtmlEscapedString;
