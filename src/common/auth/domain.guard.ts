import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpointOf, roleFor } from '../endpoint/endpoint-metadata';
import { COMMON } from '../errors/codes';
import { Forbidden } from '../errors/errors';
import { mayCall } from './rights';
import { SecurityEvents } from './security-events';

/** Refuses a token that is confined to other domains than the endpoint's. */
@Injectable()
export class DomainGuard implements CanActivate {
  constructor(private readonly events: SecurityEvents) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const required = roleFor(request);
    if (!required) return true;
    const actor = request.actor!;
    if (mayCall(actor, required, endpointOf(request)!)) return true;
    this.events.count('role_refused');
    throw new Forbidden({
      code: COMMON.other_domain,
      sentence: `The role of this token counts in ${actor.domains!.join(', ')} only; elsewhere it may read what the role read may.`,
    });
  }
}
