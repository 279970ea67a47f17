import type { FastifyRequest } from 'fastify';
import { EndpointMetadata, endpointOf, roleFor } from '../endpoint/endpoint-metadata';
import { Forbidden } from '../errors/errors';
import { Actor, Role, ROLES } from '../tenancy/actor';
import { COMMON } from '../errors/codes';

/** Throws Forbidden when the token may not do what the request asks: the role is too small, or does not count there. */
export function authorize(request: FastifyRequest, actor: Actor): void {
  const required = roleFor(request) ?? 'read';
  if (mayCall(actor, required, endpointOf(request)!)) return;
  if (covers(actor.role, required))
    throw new Forbidden({
      code: COMMON.other_domain,
      sentence: `The role of this token counts in ${actor.domains!.join(', ')} only; elsewhere it may read what the role read may.`,
    });
  throw new Forbidden({
    code: COMMON.role_too_small,
    sentence: `This needs a token of the role ${required}; this one's is ${actor.role}.`,
  });
}

/** Whether the token may call an endpoint of this role: outside its domains it may what the role `read` may. */
export function mayCall(
  { role, domains }: Rights,
  required: Role,
  { domain, alsoOf }: Pick<EndpointMetadata, 'domain' | 'alsoOf'>,
): boolean {
  const counts = !domains || [domain, alsoOf].some((each) => each && domains.includes(each));
  return covers(counts ? role : 'read', required);
}

/** What a token may do, and where. */
export type Rights = Pick<Actor, 'role' | 'domains'>;

function covers(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}
