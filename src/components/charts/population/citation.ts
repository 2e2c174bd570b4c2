/** The citation of a chart: its title, its release, its address, and the catalogs whose values it counts. */
export function citation({
  title,
  address,
  source,
  sources,
  generated,
}: {
  readonly title: string;
  readonly address: string;
  /** The source line of the chart. */
  readonly source: string;
  /** Names of the catalogs that the release was built from. */
  readonly sources: readonly string[];
  /** When the release was made, ISO 8601. */
  readonly generated: string;
}): string {
  return `“${title}”. ${source}, made from ${sources.join(', ')}. ${address} (data of ${generated.slice(0, 10)})`;
}
