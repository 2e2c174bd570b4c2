declare namespace App {
  /** What the server hands to every page. */
  interface Locals {
    readonly orbweaver: import('./http/pages/page-data.ts').PageData;
    /** On the account's pages alone: the server gives it to no other. */
    readonly account: import('./http/account/account-data.ts').AccountData;
  }
}
