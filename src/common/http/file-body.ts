import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type BytesTaken, isOf } from '../endpoint/bytes-taken';
import { endpointOf, roleFor } from '../endpoint/endpoint-metadata';
import { covers } from '../tenancy/actor';

/** A body that was written to a file as it came, so that no request has it in memory. The file lasts as long as the request. */
export class FileBody {
  constructor(
    readonly path: string,
    readonly size: number,
    readonly sha256: string,
  ) {}

  /** What it has, by which a repeated request is known. */
  toJSON(): object {
    return { size: this.size, sha256: this.sha256 };
  }
}

/**
 * Writes bodies of these media types to files. One that is too large, or of a token whose role is too small, is not read: the
 * guards refuse the latter.
 * @param refusal what one that is too large is answered
 */
export function takeFiles(
  instance: FastifyInstance,
  { types, most }: BytesTaken,
  refusal: () => Error = tooLarge,
): void {
  const most_bytes = most * 1024 * 1024;
  instance.addHook('preParsing', (request, reply, payload, done) => {
    if (!endpointOf(request)?.takesBytes || !isOf(types, request.headers['content-type']))
      return done(null, payload);
    const { 'content-length': length } = request.headers;
    const isTooLarge = Number(length) > most_bytes;
    // No header states how long it is, or nobody reads it: what is left of it would be taken for the next request.
    if (isTooLarge || length === undefined || !mayCall(request)) void reply.header('Connection', 'close');
    done(isTooLarge ? refusal() : null, payload);
  });
  instance.addContentTypeParser([...types], (request: FastifyRequest, payload: Readable) =>
    mayCall(request) ? written(payload, most_bytes, refusal) : Promise.resolve(undefined),
  );
  instance.addHook('onResponse', ({ body }, _reply, done) => {
    if (!(body instanceof FileBody)) return done();
    rm(body.path, { force: true }).then(() => done(), done);
  });
}

/** As the guard of roles, which answers. */
function mayCall(request: FastifyRequest): boolean {
  const role = roleFor(request);
  return !role || covers(request.actor!.role, role);
}

const tooLarge = () => Object.assign(new Error('The body is too large.'), { statusCode: 413 });

async function written(payload: Readable, most: number, refusal: () => Error): Promise<FileBody> {
  const path = join(tmpdir(), `wharfinger-${randomUUID()}`);
  const hash = createHash('sha256');
  let size = 0;
  // 'wx' fails on an existing file and follows no link.
  const file = await open(path, 'wx', 0o600);
  try {
    // The connection is needed for the answer.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw refusal();
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    return new FileBody(path, size, hash.digest('hex'));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
