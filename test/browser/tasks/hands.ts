import type { Locator, Page } from 'playwright-core';
import { waitForPage } from '../site/sample-site.ts';

/** The means by which a visitor uses a page. */
export const means = ['mouse', 'touch', 'keyboard'] as const;
export type Means = (typeof means)[number];

/** Maximum number of presses of Tab on the way to one element. */
const MOST_TABS = 120;

/** A visitor who uses a page by one means only, with the number of actions so far. */
export class Hands {
  readonly page: Page;
  readonly #means: Means;
  /** Presses of links, buttons and options, and filled fields: clicks, taps, or uses of Enter and Space. */
  actions = 0;
  /** Presses of Tab on the way to them. */
  tabs = 0;

  constructor(page: Page, by: Means) {
    this.page = page;
    this.#means = by;
  }

  /** Presses an element: by keyboard with Enter, or with another key. */
  async press(target: Locator, key = 'Enter'): Promise<void> {
    this.actions++;
    if (this.#means === 'mouse') return target.click();
    if (this.#means === 'touch') return target.tap();
    await this.#tabTo(target);
    await this.page.keyboard.press(key);
  }

  /** Presses a link or a button that opens another page. */
  open(target: Locator): Promise<void> {
    return waitForPage(this.page, () => this.press(target));
  }

  /** Fills a field, and sends its form if it should. */
  async write(field: Locator, text: string): Promise<void> {
    this.actions++;
    if (this.#means === 'mouse') await field.click();
    else if (this.#means === 'touch') await field.tap();
    else await this.#tabTo(field);
    await field.fill(text);
  }

  /** Presses Enter in the focused field; telephones have the same key. */
  async enter(): Promise<void> {
    this.actions++;
    await this.page.keyboard.press('Enter');
  }

  /** Chooses an option of a list. */
  async choose(list: Locator, value: string): Promise<void> {
    this.actions++;
    if (this.#means === 'keyboard') await this.#tabTo(list);
    await list.selectOption(value);
  }

  /** Presses Tab until an element has the focus, which every element on the way shows. */
  async #tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    const wanted = await target.elementHandle();
    for (let press = 0; press < MOST_TABS; press++) {
      if (await wanted!.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await this.page.keyboard.press('Tab');
      this.tabs++;
    }
    throw new Error(`${MOST_TABS} presses of Tab do not reach ${target}`);
  }
}
