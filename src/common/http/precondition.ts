import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { PreconditionFailed } from '../errors/errors';
import { recordText } from './answer';
import { etagOf, hasTag, isConditional } from './etag';
import type { Surrounding } from './surroundings';

/**
 * Refuses an update or a deletion whose `If-Match` names another version of the record than the one that is there. It
 * looks in the request's own transaction, which sees the database as it was at its begin and fails when a row that it
 * writes was changed since (`isConditional`): then the request is run again, and finds the new version.
 */
@Injectable()
export class Precondition implements Surrounding {
  constructor(private readonly modules: ModuleRef) {}

  around(request: FastifyRequest, _reply: FastifyReply, next: () => Promise<unknown>): Promise<unknown> {
    if (!isConditional(request)) return next();
    return this.requireMatch(request, request.headers['if-match']!).then(next);
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
