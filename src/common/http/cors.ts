import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The headers that scripts of other origins may read. */
const EXPOSED = [
  'X-Request-Id',
  'Retry-After',
  'WWW-Authenticate',
  'ETag',
  'Idempotent-Replayed',
  'X-Total-Count',
  'X-Ignored-Parameters',
  'Preference-Applied',
  'Wharfinger-Position',
];

/** Whether a page of this origin may call; undefined represents a client that is no page. */
export type Allow = (
  origin: string | undefined,
  answer: (error: Error | null, allowed: boolean) => void,
) => void;

/** Allows pages of these origins. An OPTIONS request that is no preflight is handled as any other. */
export function letPagesCall(app: NestFastifyApplication, origin: string | string[] | Allow): void {
  const delegator = (request: FastifyRequest, done: (error: Error | null, options: object) => void) =>
    done(null, {
      origin,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED,
      maxAge: 600,
      preflight: isPreflight(request),
      preflightContinue: true,
    });
  app.enableCors({ delegator });
}

/** Answers a preflight request, after the hooks of every request. */
export function answerPreflights(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    if ((request as { corsPreflightEnabled?: boolean }).corsPreflightEnabled) void reply.status(204).send();
    else done();
  });
}

const isPreflight = ({ headers }: FastifyRequest) =>
  Boolean(headers.origin && headers['access-control-request-method']);
