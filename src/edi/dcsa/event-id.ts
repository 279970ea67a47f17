import { createHash } from 'node:crypto';

/** Where an event of Track & Trace is: the event of the feed, and which of those that it becomes. */
export interface Place {
  event: number;
  part: number;
}

/** How many events of Track & Trace one of the feed can become. */
const PARTS = 4;

/** The bytes of a UUID that hold the place. */
const HEAD = 6;

/** A UUID of version 5 (RFC 9562) of a name in the namespace of the organization. */
export function uuidOf(organization: string, name: string): string {
  return textOf(hashOf(organization, name));
}

/**
 * The id of an event of Track & Trace: a UUID of version 5 of organization and event. Its first six bytes hold the
 * place, hidden by a hash of the others, so that the event is found by its id without a table of ids.
 */
export function eventIdOf(organization: string, { event, part }: Place): string {
  const id = hashOf(organization, `event:${event}:${part}`);
  id.writeUIntBE(event * PARTS + part, 0, HEAD);
  hide(organization, id);
  return textOf(id);
}

/** The place that an id of this organization names; undefined for any other text. */
export function placeOf(organization: string, text: string): Place | undefined {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return undefined;
  const id = Buffer.from(text.replaceAll('-', ''), 'hex');
  hide(organization, id);
  const place = id.readUIntBE(0, HEAD);
  const found = { event: Math.floor(place / PARTS), part: place % PARTS };
  return eventIdOf(organization, found) === text.toLowerCase() ? found : undefined;
}

/** Hides the place in an id, or shows it again. */
function hide(organization: string, id: Buffer): void {
  const mask = createHash('sha1').update(organization).update(id.subarray(HEAD)).digest();
  for (let at = 0; at < HEAD; at++) id[at]! ^= mask[at]!;
}

function hashOf(organization: string, name: string): Buffer {
  const namespace = Buffer.from(organization.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash;
}

function textOf(id: Buffer): string {
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
