import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toId } from '../database/sql/conditions';
import { endpointOf, roleFor } from '../endpoint/endpoint-metadata';
import { TooManyFailures, Unauthenticated } from '../errors/errors';
import { retryAfter } from '../http/retry-after';
import type { Actor } from '../tenancy/actor';
import { SecurityEvents } from './security-events';
import { TokenBrake } from './token-brake';
import { TicketsService } from './tickets.service';
import { NotTaken } from './issuers/access-token';
import { NOT_ACCEPTED, SignedTokensService } from './issuers/signed-tokens.service';
import { isSigned, KnownTokens } from './known-tokens';
import { TokensService } from './tokens.service';

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor; set by the token check on every endpoint that is not public. */
    actor?: Actor;
    /** The ticket that replaced a token. */
    ticket?: string;
  }
}

/** The most bytes of a refused request that are discarded unread; a longer body closes the connection. */
const MOST_UNREAD = 64 * 1024;

/**
 * Authenticates a request by its token (decision 1). It runs before the body is read, because the body of a stranger is not
 * worth its cost. The guards check the rights of the token.
 */
@Injectable()
export class TokenCheck {
  private readonly brake = new TokenBrake();

  constructor(
    private readonly known: KnownTokens,
    private readonly tokens: TokensService,
    private readonly signed: SignedTokensService,
    private readonly tickets: TicketsService,
    private readonly events: SecurityEvents,
  ) {}

  /** Checks each request before its body is read. Most have a token that is known, for which no promise is made. */
  on(instance: FastifyInstance): void {
    instance.addHook('preParsing', (request, reply, payload, done) => {
      if (!roleFor(request) || this.isKnown(request)) return done(null, payload);
      this.check(request, reply).then(
        () => done(null, payload),
        (error: Error) => {
          if (hasLongBody(request)) void reply.header('Connection', 'close');
          done(error);
        },
      );
    });
  }

  /** Whether the request has a token of which the actor is known. An endpoint that takes tickets looks for one first. */
  private isKnown(request: FastifyRequest): boolean {
    if (endpointOf(request)?.takesTicket) return false;
    const token = tokenIn(request);
    const actor = token && this.known.get(token);
    if (actor) request.actor = actor;
    return Boolean(actor);
  }

  private async check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const ticket = endpointOf(request)?.takesTicket && ticketOf(request);
    if (ticket) request.ticket = ticket;
    const token = ticket || tokenIn(request);
    if (!token) {
      this.events.count('token_missing');
      throw new Unauthenticated('Send a token, as Authorization: Token token=<token>.');
    }
    request.actor = await this.actorOf(token, request, reply);
  }

  private async actorOf(token: string, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const { ip, ticket } = request;
    const known = ticket ? undefined : this.known.get(token);
    if (known) return known;
    // Undefined for a connection that is closed already, whatever Fastify's type says.
    const address = (ip as string | undefined) ?? '';
    if (this.brake.brakes(address, token)) {
      this.events.count('address_braked');
      if (!(await this.brake.turn(address, request.raw.socket))) {
        void reply.header('Retry-After', retryAfter());
        throw new TooManyFailures();
      }
    }
    const actor = await (
      ticket
        ? this.tickets.recognize(ticket, fileOf(request))
        : this.known.recognize(token, isSigned(token) ? this.signed : this.tokens)
    ).catch((error: unknown) => this.refused(error, request));
    if (actor) {
      this.brake.passed(token);
      return actor;
    }
    this.brake.failed(address, token);
    if (isSigned(token)) throw new Unauthenticated(NOT_ACCEPTED);
    this.events.count('token_unknown');
    throw new Unauthenticated('The token is unknown, expired or revoked.');
  }

  /** Logs why an access token is not taken; nobody else learns it. One that its issuer signed is no guess, and brakes nobody. */
  private refused(error: unknown, { log }: FastifyRequest): undefined {
    if (!(error instanceof NotTaken)) throw error;
    this.events.count('jwt_refused');
    log.info({ reason: error.message }, 'access token not accepted');
    if (error.isSigned) throw new Unauthenticated(NOT_ACCEPTED);
  }
}

function hasLongBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MOST_UNREAD;
}

/** The file that a ticket has to open; null where it opens a stream. */
function fileOf(request: FastifyRequest): number | null {
  if (endpointOf(request)?.takesTicket !== 'file') return null;
  return toId((request.params as { id: string }).id) ?? 0;
}

/** The ticket in the query of a stream or a file. */
function ticketOf({ query }: FastifyRequest): string | undefined {
  const { ticket } = query as { ticket?: unknown };
  return typeof ticket === 'string' && /^[\w-]{1,200}$/.test(ticket) ? ticket : undefined;
}

/** The token of a user or of an identity provider in the headers. */
function tokenIn({ headers: { authorization } }: FastifyRequest): string | undefined {
  return tokenOf(authorization) || signedTokenOf(authorization);
}

/** `Token token=<t>`, `Token token="<t>"`, `Token <t>` and `Bearer <t>`; the scheme in any case. */
function tokenOf(header = ''): string | undefined {
  const [, quoted, plain] =
    /^(?:Token|Bearer)\s+(?:token=)?(?:"([\w-]{1,200})"|([\w-]{1,200}))\s*$/i.exec(header) ?? [];
  return quoted ?? plain;
}

/** The access token of an identity provider: three parts with dots between them, after `Bearer`. */
function signedTokenOf(header = ''): string | undefined {
  return /^Bearer\s+([^\s.]+\.[^\s.]*\.[^\s.]*)\s*$/i.exec(header)?.[1];
}
