import { Logger } from '@nestjs/common';
import type { S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { ConfigError } from '../config/config';
import { COMMON } from '../errors/codes';
import { Unavailable } from '../errors/database-errors';

type Sdk = typeof import('@aws-sdk/client-s3');

/** How long the bucket may take to answer to what has no body, and to connect, in milliseconds. */
const ANSWER_MS = 5_000;
const CONNECT_MS = 3_000;

/** How long nothing of a body may come or go, in milliseconds. */
const IDLE_MS = 10_000;

/** How often the bucket is asked what has no body. */
const ATTEMPTS = 2;

/** The bucket does not do what it was asked for, or nobody says which it is. */
export class FilesAway extends Unavailable {
  override readonly code = COMMON.files_away;
  override readonly message = 'The files cannot be reached. Please try again.';

  constructor(cause?: unknown) {
    super('files_away');
    this.cause = cause;
  }
}

/** An object of the bucket, by its key, and when it was written. */
export interface Stored {
  key: string;
  at: Date;
}

/** What an object is written with. */
interface Written {
  bytes: number;
  content_type: string;
}

const SOON = { requestTimeout: ANSWER_MS };

/**
 * The bucket of FILES_URL, `s3://bucket?endpoint=https://…&region=…`. Keys and secrets come as for every program of AWS, from
 * AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or the role of the machine. The package is loaded with the first use.
 */
export class S3Store {
  private readonly bucket: string;
  private readonly options: { endpoint?: string; region: string };
  private opened?: Promise<{ sdk: Sdk; client: S3Client }>;

  constructor(url: string) {
    const { hostname, searchParams } = new URL(url);
    const endpoint = searchParams.get('endpoint');
    this.bucket = hostname;
    this.options = { ...(endpoint && { endpoint }), region: searchParams.get('region') ?? 'us-east-1' };
  }

  /**
   * Writes an object from a stream, so that nothing of it is kept in memory. One that is cut off leaves no object.
   * @param signal ends the try
   * @throws FilesAway
   */
  async write(key: string, bytes: AsyncIterable<Buffer>, of: Written, signal?: AbortSignal): Promise<void> {
    const { sdk, client } = await this.open();
    const Body = Readable.from(bytes, { objectMode: false });
    const object = { Bucket: this.bucket, Key: key, ContentLength: of.bytes, ContentType: of.content_type };
    try {
      await reached(client.send(new sdk.PutObjectCommand({ ...object, Body }), { abortSignal: signal }));
    } finally {
      Body.destroy();
    }
  }

  /**
   * The bytes of an object from `start` to `end`, both included.
   * @throws FilesAway at once, and while they are read
   */
  async read(key: string, start: number, end: number): Promise<AsyncIterable<Buffer>> {
    const { sdk, client } = await this.open();
    const Range = `bytes=${start}-${end}`;
    const { Body } = await reached(
      client.send(new sdk.GetObjectCommand({ Bucket: this.bucket, Key: key, Range }), SOON),
    );
    return reachedParts(Body as AsyncIterable<Buffer>);
  }

  /** Removes an object, also one that is not there. Throws FilesAway. */
  async remove(key: string): Promise<void> {
    const { sdk, client } = await this.open();
    await reached(client.send(new sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: key }), SOON));
  }

  /** All objects, a page at a time. Throws FilesAway. */
  async *list(): AsyncGenerator<Stored[]> {
    const { sdk, client } = await this.open();
    for (let token: string | undefined, more = true; more;) {
      const page = await reached(
        client.send(new sdk.ListObjectsV2Command({ Bucket: this.bucket, ContinuationToken: token }), SOON),
      );
      yield (page.Contents ?? []).map(({ Key, LastModified }) => ({ key: Key!, at: LastModified! }));
      token = page.NextContinuationToken;
      more = token !== undefined;
    }
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    const opened = await this.opened?.catch(() => undefined);
    opened?.client.destroy();
  }

  private open(): Promise<{ sdk: Sdk; client: S3Client }> {
    return (this.opened ??= this.connect());
  }

  private async connect(): Promise<{ sdk: Sdk; client: S3Client }> {
    const sdk = await import('@aws-sdk/client-s3').catch(() => {
      throw new ConfigError('FILES_URL needs the package @aws-sdk/client-s3.');
    });
    const client = new sdk.S3Client({
      ...this.options,
      forcePathStyle: 'endpoint' in this.options,
      // other stores than that of AWS do not know its checksums
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: ATTEMPTS,
      logger: SILENT,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: IDLE_MS,
        throwOnRequestTimeout: true,
      },
    });
    return { sdk, client };
  }
}

const logger = new Logger('Bucket');

/** What the package tells by itself; failures are logged here. */
const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Logs why the bucket failed, which its caller is not told. */
function away(cause: unknown): FilesAway {
  logger.warn(String(cause));
  return new FilesAway(cause);
}

/** @throws FilesAway for what the bucket fails of */
async function* reachedParts(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* parts;
  } catch (error) {
    throw away(error);
  }
}

/** @throws FilesAway for what the bucket fails of */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw away(error);
  }
}
