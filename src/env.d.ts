declare namespace App {
  /** What the server hands to every page. */
  interface Locals {
    readonly orbweaver: import('./server/page-data.ts').PageData;
    /** On the account's pages alone: the server gives it to no other. */
    readonly account: import('./server/account-data.ts').AccountData;
  }
}
