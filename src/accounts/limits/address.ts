import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Which proxies are trusted: none, the nearest N, or those in these networks. */
export type TrustProxy = false | number | readonly string[];

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address without a zone, an IPv4 one written as IPv6 as plain IPv4. */
export function plainAddress(address: string): string {
  const zone = address.indexOf('%');
  const bare = zone < 0 ? address : address.slice(0, zone);
  return mapped.exec(bare)?.[1] ?? bare;
}

/**
 * Returns the function that determines a client's IP address. `X-Forwarded-For` is read from the right, because our own
 * proxies append to it: as many entries as there are trusted proxies, or as long as entries are in a trusted network.
 * Entries written by the client are further left and are not used. An entry that is not an IP address ends the search.
 */
export function clientAddress(trust: TrustProxy): (forwardedFor: string | undefined, socketAddress: string) => string {
  if (trust === false) return (_forwardedFor, socket) => plainAddress(socket);
  const most = typeof trust === 'number' ? trust : Number.POSITIVE_INFINITY;
  const isProxy = typeof trust === 'number' ? () => true : inNetworks(trust);
  return (forwardedFor, socket) => {
    const chain = forwardedFor === undefined ? [] : forwardedFor.split(',').reverse();
    let address = plainAddress(socket);
    for (const [hop, entry] of chain.entries()) {
      const next = plainAddress(withoutPort(entry.trim()));
      if (hop >= most || !isProxy(address) || isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** Whether a plain address is in one of some networks (addresses or CIDR). */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/** Some proxies add the port: `192.0.2.1:1234`, `[2001:db8::1]:1234`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;

/**
 * The network that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, because one household or
 * server has the whole /64. Text that is not an address is returned unchanged.
 */
export function addressBlock(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/**
 * The wider network that a person stays in when the provider gives out another address: the first 24 bits of an IPv4
 * address, the first 48 of an IPv6 one.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0/24');
  const block = addressBlock(plain);
  const groups = block.split(':');
  return groups.length > 3 ? `${groups.slice(0, 3).join(':')}::/48` : block;
}
