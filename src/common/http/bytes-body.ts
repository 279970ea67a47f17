import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { INTERCHANGES, isOf, RECORDS, UPLOADS } from '../endpoint/bytes-taken';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { COMMON } from '../errors/codes';
import { Refused } from '../errors/errors';
import { takeFiles } from './file-body';
import { LargeBodies } from './large-bodies';

const MIB = 1024 * 1024;

/** Reads the body of an endpoint that takes bytes as it is, and refuses it elsewhere before it is read. */
export function takeBytes(instance: FastifyInstance, { files_limit_mb }: Config): void {
  const large = new LargeBodies();
  instance.addHook('preParsing', (request, reply, payload, done) => {
    const endpoint = endpointOf(request);
    if (!endpoint || ['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return done(null, payload);
    const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
    const { takesBytes: taken } = endpoint;
    if (taken ? isOf(taken.types, type) && encoding.toLowerCase() === 'identity' : !isBytes(type)) {
      if (taken !== INTERCHANGES) return done(null, payload);
      return void inTurn(large, request, reply).then(() => done(null, payload), done);
    }
    void reply.header('Connection', 'close');
    done(
      new Refused({
        code: taken ? COMMON.media_type : COMMON.not_json,
        sentence: taken
          ? `The body must be sent as it is, as Content-Type: ${listOf(taken.types)}.`
          : 'The body must be JSON, sent as Content-Type: application/json.',
        status: 415,
      }),
    );
  });
  instance.addContentTypeParser(
    INTERCHANGES.types.map((type) => type.toLowerCase()),
    { parseAs: 'buffer', bodyLimit: INTERCHANGES.most * MIB },
    (_request, body, done) => done(null, body),
  );
  takeFiles(instance, RECORDS);
  takeFiles(instance, { ...UPLOADS, most: files_limit_mb }, () => tooLarge(files_limit_mb));
}

/** Waits for the turn of a body. Nobody reads that of a request that does not get one. */
async function inTurn(large: LargeBodies, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await large.wait(request, reply);
  } catch (error) {
    void reply.header('Connection', 'close');
    throw error;
  }
}

const isBytes = (type: string | undefined) =>
  [INTERCHANGES, RECORDS, UPLOADS].some(({ types }) => isOf(types, type));

const tooLarge = (most: number) =>
  new Refused({ code: COMMON.file_too_large, sentence: `The file is larger than ${most} MiB.`, status: 413 });

/** `a, b or c` */
const listOf = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
