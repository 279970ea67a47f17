import type { FastifyRequest } from 'fastify';
import { endpointOf, roleFor } from '../endpoint/endpoint-metadata';
import { Forbidden } from '../errors/errors';
import { Actor, Role, ROLES } from '../tenancy/actor';
import { COMMON } from '../errors/codes';

/** Throws Forbidden when the token may not do what the request asks: the role is too small, or does not count there. */
export function authorize(request: FastifyRequest, actor: Actor): void {
  const required = roleFor(request) ?? 'read';
  const { domain, alsoOf } = endpointOf(request)!;
  const counts = !actor.domains || [domain, alsoOf].some((each) => each && actor.domains!.includes(each));
  if (covers(counts ? actor.role : 'read', required)) return;
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

function covers(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}
