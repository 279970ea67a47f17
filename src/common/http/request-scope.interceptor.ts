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
export class RequestScopeInterceptor implements NestInterceptor {
  constructor(
    private readonly db: Db,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, { elapsedTime }] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    if (!request.actor) return next.handle();
    const { method } = request;
    const operation = `${method} ${request.routeOptions.url}`;
    const actor = { ...request.actor, request_id: request.id, operation };
    const base = baseOf(request, this.config);
    const deadline = performance.now() - elapsedTime + this.config.handler_timeout_ms;
    // the handler is called within the scope, and anew each time that its transaction is run again
    const handle = () => lastValueFrom<unknown>(next.handle());
    if (method === 'GET' || method === 'HEAD') return from(this.db.reading(actor, base, handle, deadline));
    const isolation = isConditional(request) ? 'REPEATABLE READ' : undefined;
    return from(this.db.transaction(actor, base, handle, deadline, isolation));
  }
}
