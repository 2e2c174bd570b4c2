declare namespace App {
  /** What the server hands to every page. */
  interface Locals {
    readonly orbweaver: import('./server/page-data.ts').PageData;
  }
}
