import { CallHandler, ExecutionContext, Inject, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, Observable } from 'rxjs';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.module';
import { Db } from '../database/db';
import { isConditional } from './etag';
import { baseOf } from './host';

/**
 * Runs each handler in the scope of its request, and each one that may write in one transaction. What it waits for,
 * it waits for no longer than the request has left of HANDLER_TIMEOUT_MS since it arrived.
 */
@Injectable()
export class ScopeInterceptor implements NestInterceptor {
  constructor(
    private readonly db: Db,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { elapsedTime } = http.getResponse<FastifyReply>();
    const { method } = request;
    if (!request.actor) return next.handle();
    const operation = `${method} ${request.routeOptions.url}`;
    const actor = { ...request.actor, request_id: request.id, operation };
    const work = () => lastValueFrom(next.handle(), { defaultValue: undefined }) as Promise<unknown>;
    const base = baseOf(request, this.config);
    const deadline = performance.now() - elapsedTime + this.config.handler_timeout_ms;
    return from(
      method === 'GET' || method === 'HEAD'
        ? this.db.reading(actor, base, work, deadline)
        : this.db.transaction(
            actor,
            base,
            work,
            deadline,
            isConditional(request) ? 'REPEATABLE READ' : undefined,
          ),
    );
  }
}
