import type { EndpointMetadata } from '../endpoint/endpoint-metadata';
import { type Actor, covers, type Role } from '../tenancy/actor';

/** The role of a token, and the domains to which it is confined. */
export type Rights = Pick<Actor, 'role' | 'domains'>;

/** Whether the token may call an endpoint of this role. Outside its domains a token has the role `read`. */
export function mayCall(
  { role, domains }: Rights,
  required: Role,
  { domain, alsoOf }: Pick<EndpointMetadata, 'domain' | 'alsoOf'>,
): boolean {
  const counts = !domains || [domain, ...(alsoOf ?? [])].some((each) => each && domains.includes(each));
  return covers(counts ? role : 'read', required);
}
