import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { COMMON } from '../errors/codes';
import { Forbidden } from '../errors/errors';
import { SecurityEvents } from './security-events';

/** Refuses a token that is bound to an EDI partner, unless the endpoint says that it is for partners. */
@Injectable()
export class PartnerGuard implements CanActivate {
  constructor(private readonly events: SecurityEvents) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isBound = (request.actor?.edi_partner_id ?? null) !== null;
    if (!isBound || endpointOf(request)?.partners) return true;
    this.events.count('role_refused');
    throw new Forbidden({
      code: COMMON.other_partner,
      sentence:
        'This token is bound to an EDI partner: it sends and reads the messages of that partner, and nothing else.',
    });
  }
}
