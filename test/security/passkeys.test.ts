import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createdPasskey,
  creationOptions,
  requestOptions,
  type StoredPasskey,
  usedPasskey,
} from '../../src/accounts/auth/passkey.ts';

const NOW = Date.UTC(2026, 7, 22, 12);
const ceremony = { secret: 'a secret', subject: 'one sign-in', origin: 'https://orbweaver.example', now: NOW };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** What a browser or an authenticator does, if it is not honest. */
interface Said {
  readonly origin?: string;
  readonly host?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly absent?: true;
  readonly key?: ReturnType<typeof newKey>;
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** Bytes and text of less than 256 bytes in CBOR. */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** An authenticator with one key. */
function authenticator() {
  const id = randomBytes(16);
  const own = newKey();
  const clientData = (challenge: string, said: Said, type: string) =>
    Buffer.from(
      JSON.stringify({
        type: said.type ?? type,
        challenge,
        origin: said.origin ?? ceremony.origin,
        crossOrigin: false,
      }),
    );
  const head = (said: Said, flags: number) =>
    Buffer.concat([
      sha256(said.host ?? 'orbweaver.example'),
      Buffer.from([said.absent ? flags - 1 : flags]),
      uint32(said.counter ?? 1),
    ]);
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };
  return {
    create(options: string, said: Said = {}): string {
      const { x, y } = own.publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x!, 'base64url')),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y!, 'base64url')),
      ]);
      const data = Buffer.concat([head(said, 0x41), Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(data)],
      ]);
      const response = {
        clientDataJSON: clientData(challengeOf(options), said, 'webauthn.create').toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      };
      return JSON.stringify({ ...common, response, clientExtensionResults: {} });
    },
    use(options: string, said: Said = {}): string {
      const client = clientData(challengeOf(options), said, 'webauthn.get');
      const data = head(said, 0x01);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), (said.key ?? own).privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return JSON.stringify({ ...common, response, clientExtensionResults: {} });
    },
  };
}

const challengeOf = (options: string) => (JSON.parse(options) as { challenge: string }).challenge;
const device = authenticator();
let stored: StoredPasskey;
let creation: string;
let request: string;
beforeAll(async () => {
  creation = (await creationOptions(ceremony, { id: 'person', email: 'owner@example.org' }, []))!;
  stored = (await createdPasskey(ceremony, device.create(creation)))!;
  request = (await requestOptions(ceremony, [stored.credential_id]))!;
});

const untrue: readonly [name: string, said: Said][] = [
  ['of another origin', { origin: 'https://orbweaver.example.evil' }],
  ['of a subdomain', { origin: 'https://evil.orbweaver.example' }],
  ['of http', { origin: 'http://orbweaver.example' }],
  ['for another relying party', { host: 'evil.example' }],
  ['of another ceremony', { type: 'payment.get' }],
  ['without the presence of a person', { absent: true }],
];
const elsewhere: readonly [name: string, one: Partial<typeof ceremony>][] = [
  ['another session or sign-in', { subject: 'another sign-in' }],
  ['another secret', { secret: 'another secret' }],
  ['five minutes later', { now: NOW + 300_001 }],
  ['a clock that was set back', { now: NOW - 1 }],
  ['another host', { origin: 'https://other.example' }],
];

describe('creating a passkey', () => {
  test('gives its key, within five minutes', async () => {
    expect(stored).toMatchObject({ counter: 1, credential_id: expect.any(String) });
    expect(await createdPasskey({ ...ceremony, now: NOW + 300_000 }, device.create(creation))).toEqual(stored);
  });
  test.each(untrue)('is refused with a response %s', async (_name, said) => {
    expect(await createdPasskey(ceremony, device.create(creation, said))).toBeNull();
  });
  test.each(elsewhere)('is refused with the challenge for %s', async (_name, other) => {
    expect(await createdPasskey({ ...ceremony, ...other }, device.create(creation))).toBeNull();
  });
});

describe('using a passkey', () => {
  const used = (response: string, now: Partial<typeof ceremony> = {}) =>
    usedPasskey({ ...ceremony, ...now }, response, [stored]);

  test('gives its new counter', async () => {
    expect(await used(device.use(request, { counter: 2 }))).toEqual({ ...stored, counter: 2 });
  });
  test.each([...untrue, ['of a ceremony of creation', { type: 'webauthn.create' }] as const])(
    'is refused with a response %s',
    async (_name, said) => {
      expect(await used(device.use(request, { counter: 2, ...said }))).toBeNull();
    },
  );
  test.each(elsewhere)('is refused with the challenge for %s', async (_name, other) => {
    expect(await used(device.use(request, { counter: 2 }), other)).toBeNull();
  });
  test.each([
    ['a counter that has been reached', { counter: 1 }],
    ['a counter that went back', { counter: 0 }],
    ['the signature of another key', { counter: 2, key: newKey() }],
  ])('is refused with %s', async (_name, said) => {
    expect(await used(device.use(request, said))).toBeNull();
  });
  test('is refused with the challenge of a creation for another subject, or none of ours', async () => {
    const other = (await creationOptions({ ...ceremony, subject: 'a session' }, { id: 'person', email: 'x' }, []))!;
    const invented = JSON.stringify({ challenge: randomBytes(56).toString('base64url') });
    for (const options of [other, invented]) expect(await used(device.use(options, { counter: 2 }))).toBeNull();
  });
  test('is refused if the account does not have it', async () => {
    expect(await usedPasskey(ceremony, device.use(request, { counter: 2 }), [])).toBeNull();
    expect(await used(authenticator().use(request, { counter: 2 }))).toBeNull();
  });
});
