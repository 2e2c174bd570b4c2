import { hostname, networkInterfaces } from 'node:os';

/** Somebody who looks at a page, as far as accounts have to know. */
export interface Visitor {
  /** Where the request comes from, as `clientAddress` says. */
  readonly address: string;
  /** The site as the visitor sees it, such as `https://orbweaver.example.org`: `ORBWEAVER_PUBLIC_URL`, else the request's own scheme and host. */
  readonly origin: string;
  /** The port of this server that the request came to. */
  readonly localPort?: number | undefined;
  readonly headers: {
    readonly cookie?: string | undefined;
    readonly origin?: string | undefined;
    readonly 'sec-fetch-site'?: string | undefined;
    readonly 'user-agent'?: string | undefined;
  };
}

/**
 * Whether a request that changes something may come from another site: that is refused. Browsers say where a request
 * comes from in `Sec-Fetch-Site`, older ones in `Origin`; a request that says neither is no browser's, and is taken
 * where it brings no cookie that another site could have made use of.
 */
export function isCrossSite({ origin, headers }: Visitor): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  if (headers.origin !== undefined) return headers.origin !== origin;
  return headers.cookie !== undefined;
}

/**
 * Where links in emails lead: `publicUrl`, else the visitor's own host name, where that is this machine, and the port
 * that the request came to. What the request says is not to be trusted: whoever requests a reset for somebody else could
 * name a server of their own. Null where it isn't known.
 */
export function linkBase(publicUrl: string | undefined, { origin, localPort }: Visitor): string | null {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);
  const name = hostname().toLowerCase();
  return ['localhost', name, `${name}.local`, ...own].includes(host)
    ? new URL(`${url.protocol}//${url.hostname}:${localPort ?? url.port}`).origin
    : null;
}
