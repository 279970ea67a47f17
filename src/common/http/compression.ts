import type { FastifyInstance, FastifyReply } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { varyBy } from './headers';

/** Smaller answers, in bytes, are not compressed, because that saves no network packet. */
const LEAST = 1024;

/** Larger answers, in bytes, are compressed in a thread, so that other requests go on. */
const MOST_AT_ONCE = 128 * 1024;

/** The lowest levels: JSON becomes little larger than with the highest, for a tenth of the work (decision 252). */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP = { level: 1 };

const CODINGS = {
  br: {
    pack: (bytes: Buffer) => brotliCompressSync(bytes, BROTLI),
    stream: () => createBrotliCompress(BROTLI),
  },
  gzip: { pack: (bytes: Buffer) => gzipSync(bytes, GZIP), stream: () => createGzip(GZIP) },
};

type Coding = keyof typeof CODINGS;

/**
 * Compresses answers of 1 KiB and more as the client accepts it. The ETag of a record does not depend on the encoding.
 * Event streams do not pass here, because their handler sends them itself and nothing may delay them.
 */
export function compressAnswers(instance: FastifyInstance): void {
  /** Compresses bytes that are kept, such as those of the API document, once. */
  const packed = new WeakMap<Buffer, Partial<Record<Coding, Buffer>>>();

  instance.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload);
    varyBy(reply, 'Accept-Encoding');
    const coding = codingFor(request.headers['accept-encoding']);
    if (!coding || request.method === 'HEAD') return done(null, payload);
    void reply.header('Content-Encoding', coding).removeHeader('Content-Length');
    const { pack, stream } = CODINGS[coding];
    if (Buffer.isBuffer(payload)) {
      const known = packed.get(payload) ?? {};
      packed.set(payload, known);
      return done(null, (known[coding] ??= pack(payload)));
    }
    if (typeof payload === 'string' && payload.length <= MOST_AT_ONCE)
      return done(null, pack(Buffer.from(payload)));
    const source = typeof payload === 'string' ? Readable.from([Buffer.from(payload)]) : payload;
    // A closed connection, and a list that fails, end both.
    done(
      null,
      pipeline(source, stream(), () => undefined),
    );
  });
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer | Readable {
  if (reply.hasHeader('Content-Encoding')) return false;
  if (!/json|text|javascript|yaml|xml/.test(String(reply.getHeader('Content-Type')))) return false;
  if (payload instanceof Readable) return true;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= LEAST;
}

/** Adds to `Vary`, which may name other headers already, such as `Origin`. */
/** The encoding that the client prefers (RFC 9110, 12.5.3); of equals the first. */
function codingFor(header: string | string[] | undefined): Coding | undefined {
  if (!header) return undefined;
  const liked = new Map<string, number>();
  for (const each of String(header).toLowerCase().split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    liked.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const liking = (name: string) => liked.get(name) ?? liked.get('*') ?? 0;
  const [best] = (Object.keys(CODINGS) as Coding[]).sort((a, b) => liking(b) - liking(a));
  return best && liking(best) > 0 && liking(best) >= (liked.get('identity') ?? 0) ? best : undefined;
}
