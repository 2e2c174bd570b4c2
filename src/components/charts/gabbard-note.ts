/** Fields that the Gabbard diagram shows, and its limits. */
export const gabbardFields = ['operational_status', 'decay_date', 'period_min', 'perigee_km', 'apogee_km'] as const;
export const gabbardNote =
  'By the newest elements, or else as a catalog states them, undated. A point is a place of a grid, and may be several objects.';
