/** The label of a catalog filter on the site: `min_perigee_km` is "min perigee". */
export function filterLabel(parameter: string): string {
  if (parameter === 'q') return 'text';
  if (parameter === 'conflicting') return 'disputed';
  return parameter.replace(/_(km|deg|min|kg)$/, '').replaceAll('_', ' ');
}
