import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import land from 'world-atlas/land-110m.json' with { type: 'json' };

/** The outlines of the land as closed rings of [longitude, latitude], degrees (Natural Earth, 1:110,000,000). */
export function coastRings(): number[][][] {
  const topology = land as unknown as Topology<{ land: GeometryCollection }>;
  return feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon'
      ? (geometry.coordinates as number[][][][]).flat()
      : geometry.type === 'Polygon'
        ? (geometry.coordinates as number[][][])
        : [],
  );
}
