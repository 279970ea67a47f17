import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { roleFor } from '../endpoint/endpoint-metadata';
import { COMMON } from '../errors/codes';
import { Forbidden } from '../errors/errors';
import { covers, type Role } from '../tenancy/actor';
import { SecurityEvents } from './security-events';

/** Refuses a token whose role does not include the endpoint's. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly events: SecurityEvents) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const required = roleFor(request);
    if (!required) return true;
    const { role } = request.actor!;
    if (covers(role, required)) return true;
    this.events.count('role_refused');
    throw roleTooSmall(role, required);
  }
}

/** The refusal of a token whose role does not include what is needed. */
export const roleTooSmall = (role: Role, required: Role): Forbidden =>
  new Forbidden({
    code: COMMON.role_too_small,
    sentence: `This needs a token of the role ${required}; this one's is ${role}.`,
  });
