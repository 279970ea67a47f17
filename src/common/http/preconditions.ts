import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { PreconditionFailed } from '../errors/errors';
import { recordText } from './answers';
import { etagOf, hasTag, isConditional } from './etag';

/**
 * Refuses an update or a deletion whose `If-Match` names another version of the record than the current one. It reads in
 * the transaction of the request, which has one snapshot and fails when a row that it writes has changed since
 * (`isConditional`). Then the request is retried, and finds the new version.
 */
@Injectable()
export class Preconditions {
  constructor(private readonly modules: ModuleRef) {}

  /** Runs `handle` if the record is of the version that the request states, or it states none. Throws PreconditionFailed. */
  around(request: FastifyRequest, handle: () => Promise<unknown>): Promise<unknown> {
    return isConditional(request)
      ? this.requireMatch(request, request.headers['if-match']!).then(handle)
      : handle();
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
