import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename } from 'node:fs/promises';
import { pipeline as piped, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Hashing } from '../../src/file-bytes.ts';
import { UserError } from '../../src/user-error.ts';

/** The headers that an object is served with, and the hash of its content. */
export interface ObjectFacts {
  readonly type: string;
  /** Content coding of the object; undefined for a plain file. */
  readonly encoding: string | undefined;
  readonly cacheControl: string;
  /** In hexadecimal; stored with the object, so that a HEAD request shows whether the object has changed. */
  readonly sha256: string;
}

/** A file to upload. */
export interface UploadedFile {
  readonly file: string;
  /** Number of bytes that are uploaded. */
  readonly bytes: number;
  /** True if the file is gzip, and its content is uploaded. */
  readonly unpack?: boolean;
}

/** The SHA-256 of a text, in hexadecimal. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The facts of a text. */
export const textFacts = (text: string, type: string, cacheControl: string): ObjectFacts => ({
  ...{ type, encoding: undefined, cacheControl, sha256: sha256Of(text) },
});

/** Location of objects in a store, and the prefix of their keys. */
export interface BucketPlace {
  readonly bucket: string;
  /** The prefix of every key: empty, or ends with a slash. */
  readonly prefix: string;
  /** The store's URL; if undefined, AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, or else AWS. */
  readonly endpoint?: string | undefined;
  /** If undefined, AWS_REGION or the region of the AWS configuration, or else us-east-1. */
  readonly region?: string | undefined;
}

/** An invalid bucket URL, or a request that the store refused. The message says how to fix it. */
export class BucketProblem extends UserError {
  override name = 'BucketProblem';
}

/** Reads `s3://bucket/prefix`. Throws BucketProblem. */
export function bucketPlace(address: string | undefined): Pick<BucketPlace, 'bucket' | 'prefix'> {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(address ?? '');
  if (address === undefined) throw new BucketProblem('give the bucket to use, as s3://bucket/prefix');
  if (!match) throw new BucketProblem(`${address} is not a bucket URL: write it as s3://bucket/prefix`);
  const prefix = (match[2] ?? '').replace(/\/+$/, '');
  return { bucket: match[1]!, prefix: prefix === '' ? '' : `${prefix}/` };
}

/** The bytes to upload, read as they are sent. */
function bytesOf({ file, unpack }: UploadedFile): Readable {
  const stored = createReadStream(file, { highWaterMark: 1 << 18 });
  // The stream that is returned has the error, too.
  return unpack ? piped(stored, createGunzip({ chunkSize: 1 << 18 }), () => {}) : stored;
}

/** Most bytes of an object that is read as text: a manifest has a third of a megabyte, the index of ten years of archive a few. */
const MOST_TEXT_BYTES = 64 * 2 ** 20;
/**
 * How long any object may take, ms, and the slowest rate of a larger one, bytes per ms: several share a slow line. The timeout of a
 * socket is only about silence: a store that sends a byte now and then would hold the lock of the home for ever.
 */
const PATIENCE_MILLISECONDS = 300_000;
const SLOWEST = 5;

/** A bucket of an S3-compatible store: the only user of the AWS SDK. Keys are given without the prefix. */
export class Bucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #patience: number;

  /** `patience`: how long an object may take at any rate, ms. */
  constructor({ bucket, prefix, endpoint, region }: BucketPlace, patience = PATIENCE_MILLISECONDS) {
    const address = endpoint ?? process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'];
    // Stores other than AWS accept any region.
    const named = region ?? (address === undefined ? undefined : (process.env['AWS_REGION'] ?? 'us-east-1'));
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#patience = patience;
    this.#client = new S3Client({
      ...(named !== undefined && { region: named }),
      // Stores other than AWS have one host, with each bucket as a path.
      ...(address !== undefined && { endpoint: address, forcePathStyle: true }),
      // Sends checksums itself: other stores reject the form in which the SDK adds its own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
    });
  }

  /** Uploads a file or a text; the store rejects it if its hash differs. */
  async put(key: string, content: UploadedFile | string, facts: ObjectFacts): Promise<void> {
    const text = typeof content === 'string';
    // The stream of a missing file would fail before the SDK listens for errors.
    if (!text) await access(content.file);
    await this.#ask(key, () =>
      this.#client.send(
        new PutObjectCommand({
          ...this.#at(key),
          Body: text ? content : bytesOf(content),
          ContentLength: text ? Buffer.byteLength(content) : content.bytes,
          ContentType: facts.type,
          ContentEncoding: facts.encoding,
          CacheControl: facts.cacheControl,
          ChecksumSHA256: Buffer.from(facts.sha256, 'hex').toString('base64'),
          Metadata: { sha256: facts.sha256 },
        }),
      ),
    );
  }

  /** Copies an object with its headers, inside the store. */
  async copy(from: string, to: string): Promise<void> {
    const CopySource = encodeURI(`${this.#bucket}/${this.#prefix}${from}`);
    await this.#ask(to, () => this.#client.send(new CopyObjectCommand({ ...this.#at(to), CopySource })));
  }

  /** The facts of an object; null if there is none. */
  async look(key: string): Promise<ObjectFacts | null> {
    const found = await this.#orNull(key, () => this.#client.send(new HeadObjectCommand(this.#at(key))));
    return (
      found && {
        type: found.ContentType ?? '',
        encoding: found.ContentEncoding || undefined,
        cacheControl: found.CacheControl ?? '',
        sha256: found.Metadata?.['sha256'] ?? '',
      }
    );
  }

  /** Whether an object exists with this content and these headers. */
  async has(key: string, facts: ObjectFacts): Promise<boolean> {
    const there = await this.look(key);
    return there !== null && (Object.keys(facts) as (keyof ObjectFacts)[]).every((name) => there[name] === facts[name]);
  }

  /** Downloads an object to a file, which gets its name only once size and hash are verified. */
  async download(key: string, file: string, expected: { bytes: number; sha256: string }): Promise<void> {
    const found = await this.#orNull(key, () => this.#body(key, expected.bytes));
    if (!found) throw new BucketProblem(`${key} is not in the bucket`);
    const hash = new Hashing();
    await pipeline(
      found,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          if (hash.bytes > expected.bytes) break;
          yield chunk;
        }
      },
      createWriteStream(`${file}.part`, { flush: true }),
    );
    const { bytes, sha256 } = hash.facts();
    if (bytes !== expected.bytes || sha256 !== expected.sha256)
      throw new BucketProblem(`${key} differs from the file that was published, and is not used`);
    await rename(`${file}.part`, file);
  }

  /** A small object as text; null if there is none. */
  async text(key: string): Promise<string | null> {
    return await this.#orNull(key, async () => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const piece of (await this.#body(key, 0)) as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes > MOST_TEXT_BYTES) throw new Error(`it has more than ${MOST_TEXT_BYTES} bytes`);
        pieces.push(piece);
      }
      return Buffer.concat(pieces).toString();
    });
  }

  /** The keys with this prefix, in order. */
  async keys(beginning: string): Promise<string[]> {
    const keys: string[] = [];
    const ask = { Bucket: this.#bucket, Prefix: this.#prefix + beginning };
    let token: string | undefined;
    do {
      const page = await this.#ask(beginning, () =>
        this.#client.send(new ListObjectsV2Command({ ...ask, ContinuationToken: token })),
      );
      for (const { Key } of page.Contents ?? []) keys.push(Key!.slice(this.#prefix.length));
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
    return keys;
  }

  async remove(key: string): Promise<void> {
    await this.#ask(key, () => this.#client.send(new DeleteObjectCommand(this.#at(key))));
  }

  close(): void {
    this.#client.destroy();
  }

  /** The body of an object, which fails if it takes longer than so many bytes may. */
  async #body(key: string, bytes: number): Promise<Readable> {
    const late = AbortSignal.timeout(this.#patience + Math.ceil(bytes / SLOWEST));
    const { Body } = await this.#client.send(new GetObjectCommand(this.#at(key)), { abortSignal: late });
    const body = Body as Readable;
    const end = () => body.destroy(new BucketProblem(`the store sends ${this.#prefix}${key} too slowly`));
    late.addEventListener('abort', end, { once: true });
    body.once('close', () => late.removeEventListener('abort', end));
    return body;
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key };
  }

  async #orNull<T>(key: string, send: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#ask(key, send);
    } catch (error) {
      const { cause } = error as Error;
      if (cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 404) return null;
      throw error;
    }
  }

  /** Sends a request. Errors name the key and the store's response. */
  async #ask<T>(key: string, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (cause) {
      if (cause instanceof BucketProblem) throw cause;
      const { name, message } = cause as Error;
      const where = `${this.#prefix}${key} in the bucket ${this.#bucket}`;
      throw new BucketProblem(`${where}: ${name === 'Error' ? message : `${name}: ${message}`}`, { cause });
    }
  }
}
