import type { PageData } from '../../http/pages/page-data.ts';

type Release = NonNullable<PageData['release']>;
type Datasets = Awaited<ReturnType<Release['datasets']>>;

const context = 'https://schema.org';
const license = 'https://opendatacommons.org/licenses/odbl/1-0/';
const licenses: Readonly<Record<string, string>> = { 'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/' };

/** The website and its search, as schema.org data. */
export const websiteData = (base: string): object => ({
  '@context': context,
  '@type': 'WebSite',
  name: 'Orbweaver',
  url: `${base}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${base}/satellites?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

/** The catalog as a dataset, with a part for each slice and a distribution for each of its files. */
export function datasetData(base: string, { generated_at, sources }: Release, datasets: Datasets): object {
  const creator = { '@type': 'Organization', name: 'Orbweaver', url: `${base}/` };
  const slices = datasets.map(({ slice, title, rows, license: terms, files }) => ({
    '@type': 'Dataset',
    '@id': `${base}/datasets#${slice}`,
    name: `Orbweaver: ${title}`,
    description: `${title} of the Orbweaver catalog, ${rows} rows, with the columns of the UCS Satellite Database and Orbweaver’s own.`,
    url: `${base}/datasets#${slice}`,
    license: licenses[terms] ?? license,
    creator,
    isAccessibleForFree: true,
    dateModified: generated_at,
    distribution: files.map(({ url, media_type, bytes, sha256 }) => ({
      '@type': 'DataDownload',
      contentUrl: `${base}${url}`,
      encodingFormat: media_type.split(';')[0],
      contentSize: String(bytes),
      sha256,
    })),
  }));
  return {
    '@context': context,
    '@type': 'Dataset',
    '@id': `${base}/datasets`,
    name: 'Orbweaver: the catalog of everything in orbit',
    description:
      'Satellites, rocket bodies and debris, in orbit and decayed, as CSV, JSON and Parquet: identity, owner, status, orbit, launch, mass and more, with the fields on which sources disagree.',
    url: `${base}/datasets`,
    license,
    creator,
    isAccessibleForFree: true,
    dateModified: generated_at,
    isBasedOn: sources.map(({ name, url }) => ({ '@type': 'CreativeWork', name, url })),
    hasPart: slices,
  };
}
