import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const access = { id: 'ORBWEAVERTEST', secret: 'the secret of the stand-in store' };

/** Environment variables with the client's credentials; set for a test, and restored after it. */
export const credentials = { AWS_ACCESS_KEY_ID: access.id, AWS_SECRET_ACCESS_KEY: access.secret };

interface StoredObject {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * A store with the used part of S3: PUT, COPY, GET, HEAD, DELETE, and ListObjectsV2, with pages of 50 keys. It rejects
 * requests with an invalid signature (AWS Signature Version 4, computed independently), length, body hash, or checksum.
 */
export class StandInS3 {
  readonly objects = new Map<string, StoredObject>();
  /** The requests in order, such as `PUT key`; rejected ones start with their status. */
  readonly requests: string[] = [];
  /** Handles a request instead of the store; returns true if it did. */
  intercept: (method: string, key: string, response: ServerResponse) => boolean = () => false;
  readonly #server = createServer((request, response) => void this.#respond(request, response));
  endpoint = '';

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.endpoint = `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const url = new URL(request.url!, this.endpoint);
    const key = decodeURIComponent(url.pathname).slice('/bucket/'.length);
    const method = request.method!;
    const refuse = (status: number, code: string) => {
      this.requests.push(`${status} ${method} ${key}`);
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      response.end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code} ${key}</Message></Error>`);
    };
    if (!url.pathname.startsWith('/bucket')) return refuse(404, 'NoSuchBucket');
    const problem = this.#problemOf(request, url, body);
    if (problem) return refuse(problem === 'SignatureDoesNotMatch' ? 403 : 400, problem);
    if (this.intercept(method, key, response)) return void this.requests.push(`intercepted ${method} ${key}`);
    const stored = this.objects.get(key);
    const { headers } = request;
    if (method === 'GET' && url.searchParams.has('list-type')) return this.#list(url.searchParams, response);
    if ((method === 'GET' || method === 'HEAD') && !stored) return refuse(404, 'NoSuchKey');
    this.requests.push(`${method} ${key}`);
    if (method === 'GET' || method === 'HEAD') {
      response.writeHead(200, {
        ...stored!.headers,
        'Content-Length': String(stored!.body.length),
        ETag: `"${hex(stored!.body)}"`,
      });
      response.end(method === 'GET' ? stored!.body : undefined);
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
    this.requests.push(`LIST ${prefix}`);
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

  /** The S3 error code of a request with an invalid signature, hash, length, or checksum; null if it is valid. */
  #problemOf(request: IncomingMessage, url: URL, body: Buffer): string | null {
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
      (previous, part) => hmac(previous, part),
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
