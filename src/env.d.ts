declare namespace App {
  /** The data that the server passes to every page. */
  interface Locals {
    readonly orbweaver: import('./http/pages/page-data.ts').PageData;
    /** Only on the account's pages. */
    readonly account: import('./http/account/account-data.ts').AccountData;
  }
}
