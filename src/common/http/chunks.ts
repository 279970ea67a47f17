import type { FastifyInstance } from 'fastify';
import { pipeline, Transform } from 'node:stream';

/** The bytes that are put together. */
const TOGETHER = 64 * 1024;

/**
 * Puts the chunks of a body together (`Transfer-Encoding: chunked`), because Fastify keeps each until the end, and one of
 * a byte takes a hundred times its size. A body with `Content-Length` comes as the network has it.
 */
export function gatherChunks(instance: FastifyInstance): void {
  instance.addHook('preParsing', (request, _reply, payload, done) => {
    if (!request.headers['transfer-encoding']) return done(null, payload);
    return done(
      null,
      pipeline(payload, together(), () => undefined),
    );
  });
}

/** Passes bytes on in pieces of 64 KiB. */
export function together(): Transform {
  let [buffer, used] = [Buffer.alloc(0), 0];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length;) {
        if (!buffer.length) buffer = Buffer.allocUnsafeSlow(TOGETHER);
        const copied = chunk.copy(buffer, used, at);
        [at, used] = [at + copied, used + copied];
        if (used < TOGETHER) continue;
        this.push(buffer);
        [buffer, used] = [Buffer.alloc(0), 0];
      }
      done();
    },
    flush(done) {
      if (used) this.push(buffer.subarray(0, used));
      done();
    },
  });
}
