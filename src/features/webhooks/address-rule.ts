import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { inNetworks, plainAddress } from '../../accounts/limits/address.ts';

type Address = ReturnType<typeof ipaddr.process>;

/** Whether a webhook may be sent to an IP address by a protocol (`https:`, `http:`). */
export type AddressRule = (address: string, protocol: string) => boolean;

/** The range of public IPv6 addresses; addresses outside of it may embed an IPv4 address. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an address is on the public internet: not private, loopback, link-local, shared, multicast, mapped or reserved. */
const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));

/**
 * The rule of a service: https to public addresses, and https or http to the networks that its operator allows (addresses or
 * CIDR). An IPv4 address written as IPv6 is treated as IPv4.
 */
export function addressRule(networks: readonly string[]): AddressRule {
  const isAllowed = inNetworks(networks);
  return (text, protocol) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(plainAddress(text));
    return isAllowed(address.toString()) || (protocol === 'https:' && isPublic(address));
  };
}
