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
    ['is ignored without a trusted proxy', false, '203.0.113.9', '192.0.2.1', '192.0.2.1'],
    ['gives the last entry behind one proxy', 1, '6.6.6.6, 203.0.113.9', '10.0.0.1', '203.0.113.9'],
    [
      'gives the second to last entry behind two proxies',
      2,
      '6.6.6.6, 203.0.113.9, 10.0.0.2',
      '10.0.0.1',
      '203.0.113.9',
    ],
    ['gives the first entry if there are more proxies than entries', 3, '203.0.113.9', '10.0.0.1', '203.0.113.9'],
    [
      'gives the last entry outside the trusted network',
      ['10.0.0.0/8'],
      '6.6.6.6, 203.0.113.9, 10.0.0.2',
      '10.0.0.1',
      '203.0.113.9',
    ],
    [
      'is ignored if the socket is outside the trusted network',
      ['10.0.0.0/8'],
      '203.0.113.9',
      '192.0.2.1',
      '192.0.2.1',
    ],
    [
      'is trusted from an IPv4 address that the socket has mapped to IPv6',
      ['127.0.0.1'],
      '203.0.113.9',
      '::ffff:127.0.0.1',
      '203.0.113.9',
    ],
    ['is trusted from IPv6 networks', ['fd00::/8', '::1'], '2001:db8::5, fd00::7', '::1', '2001:db8::5'],
    ['is read without ports', 1, '203.0.113.9:1234', '10.0.0.1', '203.0.113.9'],
    ['is read without ports of IPv6 addresses', 1, '[2001:db8::5]:1234', '10.0.0.1', '2001:db8::5'],
    ['is read up to an invalid entry', 2, '203.0.113.9, unknown', '10.0.0.1', '10.0.0.1'],
    ['falls back to the socket if it is missing', 1, undefined, '10.0.0.1', '10.0.0.1'],
    ['falls back to the socket if it is empty', 1, '', '10.0.0.1', '10.0.0.1'],
  ])('%s', (_name, trust, forwardedFor, socket, expected) => {
    expect(clientAddress(trust)(forwardedFor, socket)).toBe(expected);
  });
});
