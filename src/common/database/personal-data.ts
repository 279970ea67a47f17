import type { Actor } from '../tenancy/actor';

/** The domains in which people are worked with: who writes in one of them needs to reach them. */
const WITH_PEOPLE = ['gate', 'parties'];

/**
 * Whether the actor sees no personal data but that by which people are known (section `personal_data` of the
 * organization). One that is limited to parties needs that of its own people, which the view decides row by row.
 */
export function isWithoutNeed({ personal_data, limited, role, domains }: Actor): boolean {
  if (personal_data !== 'needed') return false;
  if (limited || role === 'read') return true;
  return domains !== null && !WITH_PEOPLE.some((each) => domains.includes(each));
}
