import type { Peers } from '../../peers.ts';
import type { Lease } from '../../release/follow.ts';
import type { AccountsGateway } from '../accounts-gateway.ts';
import { openapiDocument } from '../api/openapi/openapi-document.ts';
import { withoutQuery } from '../middleware/query.ts';
import type { OpenedRelease } from '../opened-release.ts';
import type { ServedRoute } from '../served-route.ts';
import { apiEntry } from './api-entry.ts';
import { health } from './health.ts';
import type { Metrics } from './metrics.ts';
import { metricsEndpoint } from './metrics-endpoint.ts';

/** Dependencies of these routes. */
export interface OpsDeps {
  readonly gateway: AccountsGateway;
  readonly metrics: Metrics;
  readonly metricsMode: 'local' | 'open' | 'off';
  readonly home: string;
  readonly publicUrl: string | undefined;
  readonly isStopping: () => boolean;
  /** Problems of releases that cannot be served, with ways to repair them. */
  readonly problems: () => readonly string[];
  /** Holds the served release; null if there is none. */
  readonly current: () => Lease<OpenedRelease> | null;
  readonly peers: Peers;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The routes of operators and of programs that start with the description of the API. They are not counted by any limit. */
export function opsRoutes(deps: OpsDeps & { readonly version: string }): ServedRoute[] {
  const { gateway, metrics, metricsMode: mode, publicUrl, version } = deps;
  const document = openapiDocument(publicUrl, version);
  const webhooks = () => gateway.accounts?.webhooks.work ?? null;
  return [
    { ...opsRoute('/healthz'), level: 'unmeasured', handle: health('alive', deps) },
    { ...opsRoute('/readyz'), level: 'unmeasured', handle: health('ready', deps) },
    { ...opsRoute('/metrics'), level: 'unmeasured', handle: metricsEndpoint(metrics, { ...deps, mode, webhooks }) },
    { ...opsRoute('/api/v1'), level: 'api', stack: [withoutQuery], handle: apiEntry(version) },
    { ...opsRoute('/openapi.json'), stack: [withoutQuery], handle: document },
    { ...opsRoute('/api/v1/openapi.json'), level: 'api', stack: [withoutQuery], handle: document },
  ];
}

const opsRoute = (path: string) =>
  ({ method: 'get', name: path, paths: [path], access: 'open', kind: 'json', burst: false }) as const;
