import { type Camera, farthest, firstView, nearest } from '../drawing/camera.ts';

/** The state of the globe in its address: a shared link shows the same view. */
export interface ViewState {
  /** Catalog number of the selected object. */
  readonly id: number | null;
  readonly camera: Camera;
  /** The time shown, milliseconds UTC; null follows the current time. */
  readonly time: number | null;
  /** The coloring; null is the first choice. */
  readonly color: string | null;
}

const number = (text: string | undefined) => (text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null);
const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** Reads the state from a query string; invalid values fall back to the defaults. */
export function readState(query: string): ViewState {
  const params = new URLSearchParams(query);
  const [longitude, latitude, distance] = (params.get('view') ?? '').split(',').map((part) => number(part));
  const time = Date.parse(params.get('at') ?? '');
  return {
    id: number(params.get('id') ?? undefined),
    camera:
      longitude == null || latitude == null || distance == null
        ? firstView
        : {
            longitude: between(longitude, -180, 180),
            latitude: between(latitude, -88, 88),
            distance: between(distance, nearest, farthest),
          },
    time: Number.isNaN(time) ? null : time,
    color: params.get('color'),
  };
}

/** The query string with the state added; its other parameters stay. Empty if there are none. */
export function writeState(query: string, { id, camera, time, color }: ViewState): string {
  const said = new URLSearchParams(query);
  const put = (name: string, value: string | null) => (value === null ? said.delete(name) : said.set(name, value));
  const { longitude, latitude, distance } = camera;
  const moved = (['longitude', 'latitude', 'distance'] as const).some((part) => camera[part] !== firstView[part]);
  put('id', id === null ? null : String(id));
  put('view', moved ? [longitude.toFixed(1), latitude.toFixed(1), distance.toFixed(2)].join(',') : null);
  put('at', time === null ? null : `${new Date(time).toISOString().slice(0, 19)}Z`);
  put('color', color);
  const text = said.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}
