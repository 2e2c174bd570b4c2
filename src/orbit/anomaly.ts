const TURN = 2 * Math.PI;

/** The eccentric anomaly of a mean one, radians, on the same turn: Kepler's equation by Newton's method. */
export function eccentricAnomaly(mean: number, eccentricity: number): number {
  // From here the method converges for every eccentricity below 1.
  let anomaly = mean + eccentricity * Math.sin(mean) + (eccentricity ** 2 * Math.sin(2 * mean)) / 2;
  for (let round = 0; round < 50; round += 1) {
    const change = (anomaly - eccentricity * Math.sin(anomaly) - mean) / (1 - eccentricity * Math.cos(anomaly));
    anomaly -= change;
    if (Math.abs(change) < 1e-12) break;
  }
  return anomaly;
}

/**
 * Times within one revolution as shares of it, 0 to 1, at equal steps of the eccentric anomaly: dense at low altitude and high
 * speed, sparse at high altitude and low speed. `mean` is the mean anomaly at the beginning, radians.
 */
export function revolutionShares(mean: number, eccentricity: number, steps: number): number[] {
  const from = ((mean % TURN) + TURN) % TURN;
  const begin = eccentricAnomaly(from, eccentricity);
  const shares = Array.from({ length: steps + 1 }, (_, step) => {
    const anomaly = begin + (TURN * step) / steps;
    return (anomaly - eccentricity * Math.sin(anomaly) - from) / TURN;
  });
  shares[0] = 0;
  shares[steps] = 1;
  return shares;
}
