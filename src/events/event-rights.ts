import { mayCall, Rights } from '../common/auth/rights';
import { endpointReading } from '../common/endpoint/complete-endpoints';
import { eventTypes, PARTY_ADDED } from '../common/recording/event-types';
import { subjectOf, subjectTypes } from '../common/recording/subject';

/** The rights that every token has. */
export const EVERYBODY: Rights = { role: 'read', domains: null };

const known = new Map<string, string[]>();

/**
 * The types of event that are hidden from a token: those whose `url`, the GET of the record, it may not call (decision
 * 350), and what is told to parties alone.
 */
export function typesHiddenFrom({
  role,
  domains,
  limited = false,
}: Rights & { limited?: boolean }): string[] {
  const key = JSON.stringify([role, domains, limited]);
  const types = known.get(key) ?? [
    ...[...eventTypes().keys()].filter((type) => !maySee({ role, domains }, type)),
    ...(limited && maySee({ role, domains }, PARTY_ADDED) ? [] : [PARTY_ADDED]),
  ];
  known.set(key, types);
  return types;
}

function maySee(rights: Rights, type: string): boolean {
  const path = pathOf(type);
  if (!path) return true; // The event has no record.
  const endpoint = endpointReading(path);
  if (!endpoint) return false;
  const { role = 'read' } = endpoint;
  return role === 'public' || mayCall(rights, role, endpoint);
}

/** The path of an event's record with `{}` for each parameter, such as `/truck_visits/{}`. */
function pathOf(type: string): string | undefined {
  const entity = subjectTypes().get(type.slice(0, type.indexOf('.')));
  // The SQL of the path concatenates literals and columns; keep the literals.
  const path = entity
    ? subjectOf(entity)!
        .path(() => `'{}'`)
        .split("'")
        .filter((_, at) => at % 2)
        .join('')
    : eventTypes().get(type)!.path;
  return path?.replace('/api/v1', '').replace(/\?.*/, '');
}
