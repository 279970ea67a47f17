import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { endpointOf, type OpenToParties } from '../endpoint/endpoint-metadata';
import { COMMON } from '../errors/codes';
import { Forbidden, Refused } from '../errors/errors';
import { propertyNames } from '../input/input-fields';
import { PageQuery } from '../pagination/page-query';
import type { Actor } from '../tenancy/actor';
import { SecurityEvents } from '../auth/security-events';

/** The query parameters that every open endpoint takes. */
const PAGING = [...propertyNames(PageQuery), 'format'];

/**
 * Refuses a token that is limited to parties, unless the endpoint says that it is open to them. It also refuses filters
 * that are not open, because a filter on what is hidden would tell it.
 */
@Injectable()
export class PartiesGuard implements CanActivate {
  constructor(private readonly events: SecurityEvents) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.actor?.limited) return true;
    const open = endpointOf(request)?.parties;
    if (open && isBy(open, request.actor)) {
      requireOpen(request.query as object, open.filters);
      return true;
    }
    this.events.count('role_refused');
    throw notForParties();
  }
}

/** The refusal of what is not open to tokens that are limited to parties. */
export const notForParties = (): Forbidden =>
  new Forbidden({
    code: COMMON.not_for_parties,
    sentence: 'This is not open to tokens that are limited to parties.',
  });

/** Whether the actor has a party of a kind that the endpoint is open to. */
function isBy({ by }: OpenToParties, { parties }: Actor): boolean {
  return by === undefined || parties.some(({ type }) => [by].flat().includes(type));
}

/** @throws Refused for a query parameter that is not open */
function requireOpen(query: object, filters: readonly string[]): void {
  const closed = Object.keys(query).find((name) => !PAGING.includes(name) && !filters.includes(name));
  if (closed !== undefined) throw notOpen(closed);
}

/**
 * The refusal of a filter or an order that is not open to tokens that are limited to parties.
 * @param name of the filter, or of what the list was to be ordered by
 * @param field the query parameter
 */
export const notOpen = (name: string, field = name): Refused =>
  new Refused({
    code: COMMON.filter_not_open,
    sentence: `${name} cannot be asked for by tokens that are limited to parties.`,
    field,
    status: 422,
  });
