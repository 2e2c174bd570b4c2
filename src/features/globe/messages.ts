import type { Revolution } from '../../orbit/formats/bulk.ts';
import type { Catalog } from './catalog.ts';
import type { Keyframe } from './motion.ts';

/** Messages from the page to the worker. */
export type Question =
  | { readonly kind: 'open'; readonly address: string }
  /** `spare` is an array to fill again, transferred back to the worker. */
  | { readonly kind: 'keyframe'; readonly time: number; readonly spare: ArrayBuffer | null }
  | { readonly kind: 'path'; readonly row: number; readonly time: number };

/** Messages from the worker to the page. */
export type Answer =
  | { readonly kind: 'opened'; readonly catalog: Catalog }
  | ({ readonly kind: 'keyframe' } & Keyframe)
  | { readonly kind: 'path'; readonly row: number; readonly path: Revolution | null }
  | { readonly kind: 'failed'; readonly reason: string };
