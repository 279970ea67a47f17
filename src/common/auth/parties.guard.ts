import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { COMMON } from '../errors/codes';
import { Forbidden } from '../errors/errors';
import { SecurityEvents } from './security-events';

/** Refuses a token that is limited to parties, unless the endpoint says that it is open to them. */
@Injectable()
export class PartiesGuard implements CanActivate {
  constructor(private readonly events: SecurityEvents) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.actor?.limited || endpointOf(request)?.parties) return true;
    this.events.count('role_refused');
    throw new Forbidden({
      code: COMMON.not_for_parties,
      sentence: 'This is not open to tokens that are limited to parties.',
    });
  }
}
