import type { EndpointMetadata } from '../endpoint/endpoint-metadata';
import { Actor, Role, ROLES } from '../tenancy/actor';

/** What a token may do, and where. */
export type Rights = Pick<Actor, 'role' | 'domains'>;

/** Whether the token may call an endpoint of this role: outside its domains it may what the role `read` may. */
export function mayCall(
  { role, domains }: Rights,
  required: Role,
  { domain, alsoOf }: Pick<EndpointMetadata, 'domain' | 'alsoOf'>,
): boolean {
  const counts = !domains || [domain, alsoOf].some((each) => each && domains.includes(each));
  return covers(counts ? role : 'read', required);
}

/** Whether a role may do what another one may. */
export function covers(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}
