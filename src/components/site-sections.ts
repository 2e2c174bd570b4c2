/** A menu of the header: its name and its pages, each with its path and name. */
export interface SiteMenu {
  readonly name: string;
  readonly pages: readonly (readonly [path: string, name: string])[];
}

/** The menus of the header, in their order. A test compares them with the pages. */
export const siteMenus: readonly SiteMenu[] = [
  {
    name: 'Explore',
    pages: [
      ['/satellites', 'Catalog'],
      ['/groups', 'Groups'],
      ['/operators', 'Operators'],
      ['/launches', 'Launches'],
      ['/reentries', 'Reentries'],
      ['/breakups', 'Break-ups'],
      ['/conjunctions', 'Close approaches'],
      ['/events', 'Events'],
      ['/conflicts', 'Conflicts'],
      ['/stats', 'Statistics'],
      ['/my-satellites', 'My satellites'],
    ],
  },
  {
    name: 'Sky',
    pages: [
      ['/sky', 'Sky above a place'],
      ['/identify', 'Identify a streak'],
      ['/globe', 'Globe'],
      ['/transmitters', 'Radio'],
    ],
  },
  {
    name: 'Data',
    pages: [
      ['/datasets', 'Datasets'],
      ['/sources', 'Sources'],
      ['/sql', 'SQL'],
    ],
  },
  {
    name: 'Developers',
    pages: [
      ['/docs/', 'Docs'],
      ['/docs/api/', 'API'],
      ['/docs/api/reference/', 'API reference'],
      ['/docs/clients/', 'Clients'],
      ['/account/sign-up', 'Get an API key'],
    ],
  },
];

/** The main sections of the site: every page of the menus outside the documentation. */
export const siteSections = siteMenus.flatMap(({ pages }) => pages).filter(([path]) => !path.startsWith('/docs/'));

/** The links in the header of the documentation. */
export const docsLinks = [
  ['/satellites', 'Catalog'],
  ['/globe', 'Globe'],
  ['/datasets', 'Datasets'],
  ['/docs/api/reference/', 'API reference'],
  ['/account/sign-up', 'Get an API key'],
] as const;

/** The links in the footer of every page. */
export const footerLinks = [
  ['/weeks', 'Weeks in orbit'],
  ['/changes', 'What changed'],
  ['/accuracy', 'Accuracy'],
  ['/status', 'Status'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const;
