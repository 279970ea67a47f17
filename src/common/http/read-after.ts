import type { FastifyReply, FastifyRequest } from 'fastify';
import { positionOf } from '../database/pool/positions';
import type { Replica } from '../database/pool/replica';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { Invalid } from '../errors/errors';
import type { Actor } from '../tenancy/actor';
import type { Reads } from '../tenancy/scope';

/** Up to where in the log of the database an answer has to see what was written. */
const AFTER = 'Wharfinger-After';
/** Up to where the log of the database has what the caller wrote. */
const POSITION = 'Wharfinger-Position';

/**
 * Where a GET reads, if a replica may answer it: none does for what only the primary answers (`@ReadsAtPrimary`), and for
 * requests that compare what the client has.
 * @throws Invalid for a `Wharfinger-After` that is no position
 */
export function readsFor(request: FastifyRequest, actor: Actor, replica: Replica): Reads | undefined {
  const after = requireAfter(request);
  const { headers } = request;
  const compares = headers['if-none-match'] !== undefined || headers['if-match'] !== undefined;
  return compares || endpointOf(request)?.atPrimary ? undefined : replica.readsOf(actor, after);
}

/**
 * The answer of the primary, whose caller sees nothing older from then on: who reads in the feed of a change, or that nothing
 * has changed, may look next.
 */
export async function tellAnswer<T>(
  read: Promise<T>,
  reply: FastifyReply,
  actor: Actor,
  replica: Replica,
): Promise<T> {
  try {
    return await read;
  } finally {
    // A refusal has a position as well, because a record that is gone must not come back for its caller.
    await replica.noteAnswer(actor);
    // The headers of a stream are on their way.
    if (!reply.raw.headersSent) tellPosition(reply, actor, replica);
  }
}

/** Tells a caller who wrote up to where, so that other instances know as well. */
export function tellPosition(reply: FastifyReply, actor: Actor, replica: Replica): void {
  const position = replica.writtenBy(actor);
  if (position) void reply.header(POSITION, position);
}

function requireAfter({ headers }: FastifyRequest): bigint | undefined {
  const sent = headers[AFTER.toLowerCase()];
  if (sent === undefined) return undefined;
  const after = positionOf(String(sent));
  if (after === undefined)
    throw new Invalid({}, `${AFTER} must be what an answer told as ${POSITION}, such as 0/16B3748.`);
  return after;
}
