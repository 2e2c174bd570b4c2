import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const access = { id: 'ORBWEAVERTEST', secret: 'the secret of the stand-in store' };

/** What AWS programs read of who asks; set for a test, taken back after it. */
export const credentials = { AWS_ACCESS_KEY_ID: access.id, AWS_SECRET_ACCESS_KEY: access.secret };

interface Kept {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * A store that speaks as much of S3 as is used: PUT, COPY, GET, HEAD, DELETE and ListObjectsV2, pages of 50 keys. It takes
 * no request whose signature (AWS Signature Version 4, computed here anew), length, body hash or checksum is wrong.
 */
export class StandInS3 {
  readonly objects = new Map<string, Kept>();
  /** `PUT key`, in their order; what was refused is there with its status. */
  readonly asked: string[] = [];
  /** Answers a request in another way, or not at all; true where it did. */
  spoil: (method: string, key: string, response: ServerResponse) => boolean = () => false;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  endpoint = '';

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.endpoint = `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const url = new URL(request.url!, this.endpoint);
    const key = decodeURIComponent(url.pathname).slice('/bucket/'.length);
    const method = request.method!;
    const refuse = (status: number, code: string) => {
      this.asked.push(`${status} ${method} ${key}`);
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      response.end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code} ${key}</Message></Error>`);
    };
    if (!url.pathname.startsWith('/bucket')) return refuse(404, 'NoSuchBucket');
    const wrong = this.#wrong(request, url, body);
    if (wrong) return refuse(wrong === 'SignatureDoesNotMatch' ? 403 : 400, wrong);
    if (this.spoil(method, key, response)) return void this.asked.push(`spoilt ${method} ${key}`);
    const kept = this.objects.get(key);
    const { headers } = request;
    if (method === 'GET' && url.searchParams.has('list-type')) return this.#list(url.searchParams, response);
    if ((method === 'GET' || method === 'HEAD') && !kept) return refuse(404, 'NoSuchKey');
    this.asked.push(`${method} ${key}`);
    if (method === 'GET' || method === 'HEAD') {
      response.writeHead(200, {
        ...kept!.headers,
        'Content-Length': String(kept!.body.length),
        ETag: `"${hex(kept!.body)}"`,
      });
      response.end(method === 'GET' ? kept!.body : undefined);
    } else if (method === 'PUT' && headers['x-amz-copy-source']) {
      const from = this.objects.get(
        decodeURIComponent(String(headers['x-amz-copy-source'])).replace(/^\/?bucket\//, ''),
      );
      if (!from) return refuse(404, 'NoSuchKey');
      this.objects.set(key, from);
      response.end(`<CopyObjectResult><ETag>"${hex(from.body)}"</ETag></CopyObjectResult>`);
    } else if (method === 'PUT') {
      const names = ['content-type', 'content-encoding', 'cache-control', 'x-amz-meta-sha256'];
      this.objects.set(key, {
        body,
        headers: Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))),
      });
      response.end();
    } else if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else refuse(405, 'MethodNotAllowed');
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    this.asked.push(`LIST ${prefix}`);
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, 50);
    const more = keys.length > page.length;
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    response.end(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${page
        .map((key) => `<Contents><Key>${key}</Key><Size>${this.objects.get(key)!.body.length}</Size></Contents>`)
        .join('')}</ListBucketResult>`,
    );
  }

  /** Says what of a request is not as its signature, hash, length and checksum say. */
  #wrong(request: IncomingMessage, url: URL, body: Buffer): string | null {
    const { headers, method } = request;
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      );
    if (!match || match[1] !== access.id) return 'SignatureDoesNotMatch';
    const [, , day, region, signed, signature] = match as unknown as string[];
    const query = [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&');
    const lines = signed!
      .split(';')
      .map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
      .join('');
    const payload = String(headers['x-amz-content-sha256']);
    const canonical = [method, url.pathname, query, lines, signed, payload].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex(canonical)].join('\n');
    const key = [region!, 's3', 'aws4_request'].reduce<Buffer>(
      (so, part) => hmac(so, part),
      hmac(`AWS4${access.secret}`, day!),
    );
    if (hmac(key, text).toString('hex') !== signature) return 'SignatureDoesNotMatch';
    if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hex(body)) return 'XAmzContentSHA256Mismatch';
    if (method !== 'PUT' || headers['x-amz-copy-source']) return null;
    if (Number(headers['content-length']) !== body.length) return 'IncompleteBody';
    const checksum = createHash('sha256').update(body).digest('base64');
    return headers['x-amz-checksum-sha256'] === checksum ? null : 'BadDigest';
  }
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
