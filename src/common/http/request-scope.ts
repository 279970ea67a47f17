import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.module';
import { Db } from '../database/db';
import { isConditional } from './etag';
import { baseOf } from './host';
import type { Surrounding } from './surroundings';

/**
 * Runs each handler in the scope of its request, and each one that may write in one transaction. What it waits for,
 * it waits for no longer than the request has left of HANDLER_TIMEOUT_MS since it arrived.
 */
@Injectable()
export class RequestScope implements Surrounding {
  constructor(
    private readonly db: Db,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  around(
    request: FastifyRequest,
    { elapsedTime }: FastifyReply,
    next: () => Promise<unknown>,
  ): Promise<unknown> {
    const { method } = request;
    if (!request.actor) return next();
    const operation = `${method} ${request.routeOptions.url}`;
    const actor = { ...request.actor, request_id: request.id, operation };
    const base = baseOf(request, this.config);
    const deadline = performance.now() - elapsedTime + this.config.handler_timeout_ms;
    if (method === 'GET' || method === 'HEAD') return this.db.reading(actor, base, next, deadline);
    return this.db.transaction(
      actor,
      base,
      next,
      deadline,
      isConditional(request) ? 'REPEATABLE READ' : undefined,
    );
  }
}
