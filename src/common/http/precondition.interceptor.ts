import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { from, mergeMap, Observable } from 'rxjs';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { PreconditionFailed } from '../errors/errors';
import { recordText } from './answer.interceptor';
import { etagOf, hasTag, isConditional } from './etag';

/**
 * Refuses an update or a deletion whose `If-Match` names another version of the record than the current one. It reads in
 * the transaction of the request, which has one snapshot and fails when a row that it writes has changed since
 * (`isConditional`). Then the request is retried, and finds the new version.
 */
@Injectable()
export class PreconditionInterceptor implements NestInterceptor {
  constructor(private readonly modules: ModuleRef) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isConditional(request)) return next.handle();
    const matched = this.requireMatch(request, request.headers['if-match']!);
    return from(matched).pipe(mergeMap(() => next.handle()));
  }

  private async requireMatch(request: FastifyRequest, header: string): Promise<void> {
    const show = endpointOf(request)?.show;
    if (!show)
      throw new PreconditionFailed('This path shows no record, so there is no ETag that could match.');
    const controller: unknown = this.modules.get(show.controller, { strict: false });
    const record = await show.read(controller, request.params as Record<string, string>);
    if (!hasTag(header, etagOf(recordText(show.returns, record), show.returns)))
      throw new PreconditionFailed();
  }
}
