import { describe, expect, test } from 'vitest';
import { addressBlock, clientAddress, type TrustProxy } from '../../src/accounts/limits/address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::/64'],
  ['nonsense', 'nonsense'],
  ['', ''],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

describe('X-Forwarded-For', () => {
  test.each<[string, TrustProxy, string | undefined, string, string]>([
    ['is not believed without a proxy', false, '203.0.113.9', '192.0.2.1', '192.0.2.1'],
    ['one proxy wrote the last entry', 1, '6.6.6.6, 203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['two proxies wrote the last two', 2, '6.6.6.6, 203.0.113.9, 10.0.0.2', '10.0.0.1', '203.0.113.9'],
    ['more proxies than entries', 3, '203.0.113.9', '10.0.0.1', '203.0.113.9'],
    [
      'a network is believed as far as it goes',
      ['10.0.0.0/8'],
      '6.6.6.6, 203.0.113.9, 10.0.0.2',
      '10.0.0.1',
      '203.0.113.9',
    ],
    ['a socket outside of it is not', ['10.0.0.0/8'], '203.0.113.9', '192.0.2.1', '192.0.2.1'],
    ['one address, mapped on the socket', ['127.0.0.1'], '203.0.113.9', '::ffff:127.0.0.1', '203.0.113.9'],
    ['IPv6 networks', ['fd00::/8', '::1'], '2001:db8::5, fd00::7', '::1', '2001:db8::5'],
    ['ports are left out', 1, '203.0.113.9:1234', '10.0.0.1', '203.0.113.9'],
    ['ports of IPv6 too', 1, '[2001:db8::5]:1234', '10.0.0.1', '2001:db8::5'],
    ['nonsense ends the walk', 2, '203.0.113.9, unknown', '10.0.0.1', '10.0.0.1'],
    ['no header', 1, undefined, '10.0.0.1', '10.0.0.1'],
    ['an empty one', 1, '', '10.0.0.1', '10.0.0.1'],
  ])('%s', (_what, trust, forwardedFor, socket, expected) => {
    expect(clientAddress(trust)(forwardedFor, socket)).toBe(expected);
  });
});
