import { BlockList, isIP, isIPv4 } from 'node:net';

/** Which proxies are believed: none, the nearest so many, or those of these networks. */
export type TrustProxy = false | number | readonly string[];

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address without a zone, an IPv4 one written as IPv6 as plain IPv4. */
function plainAddress(address: string): string {
  const zone = address.indexOf('%');
  const bare = zone < 0 ? address : address.slice(0, zone);
  return mapped.exec(bare)?.[1] ?? bare;
}

/**
 * Returns the function that determines a client's IP address. `X-Forwarded-For` is read from the right, where our own
 * proxies write: as many entries as are trusted, or as long as they are in a trusted network. What a client wrote
 * itself is further left and never reached. An entry that is not an IP address ends the search.
 */
export function clientAddress(trust: TrustProxy): (forwardedFor: string | undefined, socketAddress: string) => string {
  if (trust === false) return (_forwardedFor, socket) => plainAddress(socket);
  const believed = believer(trust);
  return (forwardedFor, socket) => {
    const chain = forwardedFor === undefined ? [] : forwardedFor.split(',').reverse();
    let address = plainAddress(socket);
    for (const [hop, entry] of chain.entries()) {
      const next = plainAddress(withoutPort(entry.trim()));
      if (!believed(address, hop) || isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

function believer(trust: number | readonly string[]): (address: string, hop: number) => boolean {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const networks = new BlockList();
  for (const network of trust) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return (address) => networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Some proxies add the port: `192.0.2.1:1234`, `[2001:db8::1]:1234`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;

/**
 * What limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, because one household or server has
 * the rest. Text that is not an address counts as it is.
 */
export function addressBlock(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - front.length - groupsIn(tail);
  const groups = [...front, ...Array<string>(Math.max(missing, 0)).fill('0'), ...(tail ?? '').split(':')];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}

/**
 * The wider network that a person stays in when the provider gives out another address: the first 24 bits of an IPv4
 * address, the first 48 of an IPv6 one.
 */
export function networkOf(address: string): string {
  const block = addressBlock(address);
  if (isIPv4(block)) return block.replace(/\d+$/, '0/24');
  const groups = block.split(':');
  return groups.length > 3 ? `${groups.slice(0, 3).join(':')}::/48` : block;
}

/** The number of 16-bit groups in the text after `::`; a dotted tail counts as two. */
const groupsIn = (tail: string): number =>
  tail === '' ? 0 : tail.split(':').reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
