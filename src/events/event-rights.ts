import { mayCall, Rights } from '../common/auth/authorize';
import { endpointReading } from '../common/endpoint/complete-endpoints';
import { eventTypes } from '../common/recording/event-types';
import { subjectOf, subjectTypes } from '../common/recording/subject';

/** What every token may do. */
export const EVERYBODY: Rights = { role: 'read', domains: null };

const known = new Map<string, string[]>();

/**
 * The types of event that a token is not told of (decision 350): those of records whose own endpoint, which the events
 * name as their `url`, it may not call.
 */
export function typesHiddenFrom({ role, domains }: Rights): string[] {
  const key = JSON.stringify([role, domains]);
  const types = known.get(key) ?? [...eventTypes().keys()].filter((type) => !maySee({ role, domains }, type));
  known.set(key, types);
  return types;
}

function maySee(rights: Rights, type: string): boolean {
  const path = pathOf(type);
  if (!path) return true; // it tells of no record
  const endpoint = endpointReading(path);
  if (!endpoint) return false;
  const { role = 'read' } = endpoint;
  return role === 'public' || mayCall(rights, role, endpoint);
}

/** Where the record of an event is shown, with `{}` in place of what names it: `/truck_visits/{}`. */
function pathOf(type: string): string | undefined {
  const entity = subjectTypes().get(type.slice(0, type.indexOf('.')));
  // the SQL of the path puts together text and columns
  const path = entity
    ? [
        ...subjectOf(entity)!
          .path(() => `'{}'`)
          .matchAll(/'([^']*)'/g),
      ]
        .map(([, text]) => text)
        .join('')
    : eventTypes().get(type)!.path;
  return path?.replace('/api/v1', '').replace(/\?.*/, '');
}
