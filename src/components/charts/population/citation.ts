/** The citation of a chart: its title, its release, and its address. */
export function citation({
  title,
  address,
  source,
  generated,
}: {
  readonly title: string;
  readonly address: string;
  /** The source line of the chart, with the catalogs whose values it counts. */
  readonly source: string;
  /** When the release was made, ISO 8601. */
  readonly generated: string;
}): string {
  return `“${title}”. ${source}. ${address} (data of ${generated.slice(0, 10)})`;
}
