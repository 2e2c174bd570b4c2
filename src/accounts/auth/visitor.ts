import { hostname, networkInterfaces } from 'node:os';

/** The data of a visitor that accounts need. */
export interface Visitor {
  /** The client's IP address, from `clientAddress`. */
  readonly address: string;
  /**
   * The site as the visitor sees it, such as `https://orbweaver.example.org`: `ORBWEAVER_PUBLIC_URL`, else the request's own scheme and
   * host.
   */
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
 * Whether a request that changes something may come from another site, and so is rejected. Browsers send the origin in
 * `Sec-Fetch-Site`, older ones in `Origin`. A request without either does not come from a browser, and is accepted if
 * it has no cookie that another site could misuse.
 */
export function isCrossSite({ origin, headers }: Visitor): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  if (headers.origin !== undefined) return headers.origin !== origin;
  return headers.cookie !== undefined;
}

/**
 * The base URL of links in emails: `publicUrl`, or else the visitor's host name, if that is this machine, with the port
 * of the request. The request itself is not trusted, because someone who requests a reset for another person could name
 * a server of their own. Null if unknown.
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
