import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { UnknownParameters } from '../errors/errors';
import { unknownFields } from '../input/input-fields';
import { nearestName } from '../nearest';

/** The most unknown parameters that an answer names, and the most characters of each name. */
const MOST_NAMES = 20;
const LONGEST_NAME = 64;
/** The most characters of `Prefer` that are read. */
const LONGEST_PREFER = 1024;

/** What a request has and its endpoint does not take: its name, and the names that it may have meant. */
interface Ignored {
  name: string;
  known: string[];
}

/**
 * Reports query parameters and fields of the body that the endpoint does not take, because a misspelt one says nothing:
 * `X-Ignored-Parameters` names them, or `Prefer: handling=strict` (RFC 7240) refuses them (decision 251).
 * @throws UnknownParameters
 */
export function reportUnknownParameters(request: FastifyRequest, reply: FastifyReply): void {
  const endpoint = endpointOf(request);
  if (!endpoint?.parameters) return;
  const requested = isStrict(request.headers.prefer);
  const strict = requested || endpoint.strict;
  const unknown = [
    ...unknownParameters(request.originalUrl, endpoint.parameters),
    ...unknownFields(endpoint.body, endpoint.takesBytes ? undefined : request.body, MOST_NAMES).map(
      ({ path, known }) => ({
        name: firstOf(path),
        known,
      }),
    ),
  ].slice(0, MOST_NAMES);
  if (requested) void reply.header('Preference-Applied', 'handling=strict');
  if (!unknown.length) return;
  if (strict)
    throw new UnknownParameters(
      Object.fromEntries(unknown.map(({ name, known }) => [name, [`is unknown${hint(name, known)}`]])),
    );
  // Percent-encoded, because a header holds ASCII only.
  const names = unknown.map(({ name }) => encodeURIComponent(name));
  void reply.header('X-Ignored-Parameters', names.join(', '));
}

/**
 * Whether `handling=strict` is preferred. Of a preference that is sent twice the first counts (RFC 7240, 2). A header that
 * is too long is ignored, as one that is malformed.
 */
function isStrict(header: string | string[] | undefined): boolean {
  const sent = [header ?? []].flat().join(',');
  if (sent.length > LONGEST_PREFER) return false;
  const handling = elementsOf(sent).find((each) => /^handling\s*=/i.test(each));
  return /^handling\s*=\s*("strict"|strict)\s*(;|$)/i.test(handling ?? '');
}

/** The elements of a list in a header; a comma in quotes does not separate. */
function elementsOf(header: string): string[] {
  const elements: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < header.length; at++) {
    if (header[at] === '"') quoted = !quoted;
    else if (quoted && header[at] === '\\') at++;
    else if (!quoted && header[at] === ',') {
      elements.push(header.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...elements, header.slice(start).trim()];
}

/** The unknown names in a query, without the brackets of lists and objects, each once. */
function unknownParameters(url: string, known: string[]): Ignored[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const unknown = new Set<string>();
  for (const parameter of new URLSearchParams(url.slice(start)).keys()) {
    const name = firstOf(parameter.split('[', 1)[0] || parameter);
    if (name && !known.includes(name)) unknown.add(name);
    if (unknown.size === MOST_NAMES) break;
  }
  return [...unknown].map((name) => ({ name, known }));
}

/** The part of a name that the answer repeats, in whole characters. */
function firstOf(name: string): string {
  return [...name].slice(0, LONGEST_NAME).join('');
}

function hint(path: string, known: string[]): string {
  if (!known.length) return ', since there are no parameters here';
  const alike = nearestName(path.split('.').at(-1)!, known);
  return alike ? `: the nearest parameter is '${alike}'` : '';
}
