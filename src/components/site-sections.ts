/** The main sections of the site, in the order of the navigation: path and name. A test compares them with the pages. */
export const siteSections = [
  ['/satellites', 'Catalog'],
  ['/globe', 'Globe'],
  ['/sky', 'Sky'],
  ['/groups', 'Groups'],
  ['/transmitters', 'Radio'],
  ['/launches', 'Launches'],
  ['/conjunctions', 'Approaches'],
  ['/reentries', 'Reentries'],
  ['/events', 'Events'],
  ['/operators', 'Operators'],
  ['/conflicts', 'Conflicts'],
  ['/stats', 'Statistics'],
  ['/datasets', 'Datasets'],
  ['/sql', 'SQL'],
  ['/sources', 'Sources'],
  ['/docs/', 'Docs'],
] as const;

/** The links in the header of the documentation. */
export const docsLinks = [
  ['/satellites', 'Catalog'],
  ['/globe', 'Globe'],
  ['/datasets', 'Datasets'],
  ['/docs/api/reference/', 'API reference'],
  ['/account/keys', 'Get an API key'],
] as const;

/** The links in the footer of every page. */
export const footerLinks = [
  ['/changes', 'What changed'],
  ['/accuracy', 'Accuracy'],
  ['/status', 'Status'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const;
