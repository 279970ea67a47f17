import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.module';
import { Db } from '../database/db';
import { Replica } from '../database/pool/replica';
import { currentScope } from '../tenancy/scope';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { Languages } from '../languages/language';
import { isConditional } from './etag';
import { baseOf } from './host';
import { tellLanguage } from './content-language';
import { readsFor, tellAnswer, tellPosition } from './read-after';

/**
 * Runs each handler in the scope of its request, and each handler that may write in one transaction. Others may read at
 * the replica. Every wait ends HANDLER_TIMEOUT_MS after the arrival of the request.
 */
@Injectable()
export class RequestScope {
  constructor(
    private readonly db: Db,
    private readonly replica: Replica,
    @Inject(CONFIG) private readonly config: Config,
    private readonly languages: Languages,
  ) {}

  around(request: FastifyRequest, reply: FastifyReply, handle: () => Promise<unknown>): Promise<unknown> {
    if (!request.actor) return handle();
    const { method } = request;
    const operation = `${method} ${request.routeOptions.url}`;
    const language = this.languages.of(request.headers['accept-language']);
    if (endpointOf(request)?.speaks) tellLanguage(reply, language);
    const actor = { ...request.actor, request_id: request.id, operation, language };
    const base = baseOf(request, this.config);
    const deadline = performance.now() - reply.elapsedTime + this.config.handler_timeout_ms;
    // The handler is called in the scope, and again whenever its transaction is retried.
    const inScope = () => {
      currentScope().answer = reply.raw;
      return handle();
    };
    if (method === 'GET' || method === 'HEAD') {
      const reads = readsFor(request, actor, this.replica);
      const read = this.db.reading(actor, base, inScope, deadline, reads);
      return reads || !this.replica.pool ? read : tellAnswer(read, reply, actor, this.replica);
    }
    const isolation = isConditional(request) ? 'REPEATABLE READ' : undefined;
    return this.db
      .transaction(actor, base, inScope, deadline, isolation)
      .finally(() => tellPosition(reply, actor, this.replica));
  }
}
