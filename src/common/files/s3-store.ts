import type { S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { ConfigError } from '../config/config';
import { COMMON } from '../errors/codes';
import { Failure } from '../errors/errors';

type Sdk = typeof import('@aws-sdk/client-s3');

/** The bucket does not do what it was asked for, or nobody says which it is. */
export class FilesAway extends Failure {
  constructor(cause?: unknown) {
    super(COMMON.files_away, 'The files cannot be reached. Please try again.', { status: 503 });
    this.cause = cause;
  }
}

/** An object of the bucket, by its key, and when it was written. */
export interface Stored {
  key: string;
  at: Date;
}

/**
 * The bucket of FILES_URL, `s3://bucket?endpoint=https://…&region=…`. Keys and secrets come as for every program of AWS, from
 * AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or the role of the machine. The packages are loaded with the first use.
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

  /** Writes an object in parts, so that it is not in memory whole. */
  async write(key: string, bytes: Readable, type: string): Promise<void> {
    const { client } = await this.open();
    const { Upload } = await import('@aws-sdk/lib-storage');
    const params = { Bucket: this.bucket, Key: key, Body: bytes, ContentType: type };
    await reached(new Upload({ client, params, queueSize: 1 }).done());
  }

  /** The bytes of an object from `start` to `end`, both included. */
  async read(key: string, start: number, end: number): Promise<AsyncIterable<Buffer>> {
    const { sdk, client } = await this.open();
    const Range = `bytes=${start}-${end}`;
    const { Body } = await reached(
      client.send(new sdk.GetObjectCommand({ Bucket: this.bucket, Key: key, Range })),
    );
    return Body as AsyncIterable<Buffer>;
  }

  async remove(key: string): Promise<void> {
    const { sdk, client } = await this.open();
    await reached(client.send(new sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
  }

  /** All objects, a page at a time. */
  async *list(): AsyncGenerator<Stored[]> {
    const { sdk, client } = await this.open();
    for (let token: string | undefined, more = true; more;) {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket: this.bucket, ContinuationToken: token }),
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

  private open() {
    return (this.opened ??= this.connect());
  }

  private async connect(): Promise<{ sdk: Sdk; client: S3Client }> {
    const sdk = await import('@aws-sdk/client-s3').catch(() => {
      throw new ConfigError('FILES_URL needs the packages @aws-sdk/client-s3 and @aws-sdk/lib-storage.');
    });
    const client = new sdk.S3Client({
      ...this.options,
      forcePathStyle: 'endpoint' in this.options,
      // other stores than that of AWS do not know its checksums
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { sdk, client };
  }
}

/** @throws FilesAway for what the bucket fails of */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new FilesAway(error);
  }
}
