import { CallHandler, ExecutionContext, Inject, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, Observable } from 'rxjs';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.module';
import { Db } from '../database/db';
import { baseOf } from './host';

/** Runs each handler in the scope of its request, and each one that may write in one transaction. */
@Injectable()
export class ScopeInterceptor implements NestInterceptor {
  constructor(
    private readonly db: Db,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor, method } = request;
    if (!actor) return next.handle();
    const work = () => lastValueFrom(next.handle(), { defaultValue: undefined }) as Promise<unknown>;
    const base = baseOf(request, this.config);
    return from(
      method === 'GET' || method === 'HEAD'
        ? this.db.reading(actor, base, work)
        : this.db.transaction(actor, base, work),
    );
  }
}
