import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { Forbidden, Unauthenticated } from '../errors/errors';
import { Actor, ROLES } from '../tenancy/actor';
import { TokensService } from './tokens.service';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set by the guard on every endpoint that is not public. */
    actor?: Actor;
  }
}

/** Lets a request through when its token is good and its role large enough (decision 1). */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(private readonly tokens: TokensService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const required = endpointOf(request)?.role;
    if (!required) return true;
    const token = tokenOf(request.headers.authorization);
    if (!token) throw new Unauthenticated('Send a token, as Authorization: Token token=<token>.');
    request.actor = await this.tokens.recognize(token);
    if (!request.actor) throw new Unauthenticated('The token is unknown, expired or revoked.');
    if (ROLES.indexOf(request.actor.role) < ROLES.indexOf(required))
      throw new Forbidden(`This needs a token of the role ${required}; this one's is ${request.actor.role}.`);
    return true;
  }
}

/** `Token token=<t>`, `Token token="<t>"`, `Token <t>` and `Bearer <t>`; the scheme in any case. */
function tokenOf(header = ''): string | undefined {
  const [, quoted, plain] =
    /^(?:Token|Bearer)\s+(?:token=)?(?:"([\w-]{1,200})"|([\w-]{1,200}))\s*$/i.exec(header) ?? [];
  return quoted ?? plain;
}
