import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairTurns } from '../fair-turns';
import { runIn } from '../tenancy/scope';

/** Above how many bytes a body waits for its turn. One whose length no header tells does, too. */
const LARGE_BYTES = 1024 * 1024;
/** How long it waits, in milliseconds: less than Node waits for a body. */
const PATIENCE_MS = 10_000;

/**
 * The turns of large bodies that are held in memory. One waits before it is read, so that what many send at once neither fills
 * the memory nor keeps the thread and the database from others (decision 796). Small ones do not wait behind a large one.
 */
export class LargeBodies {
  private readonly turns = new FairTurns({ ofOrganization: 2, ofCaller: 1, patience: PATIENCE_MS });

  /**
   * Waits for the turn of a body, which lasts until its request is answered.
   * @throws Unavailable when too many wait, or it waited too long
   */
  async wait({ headers, actor }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    if (!actor || Number(headers['content-length'] ?? Infinity) <= LARGE_BYTES) return;
    const scope = { actor, base: '', deadline: Infinity, answer: raw, writes: false };
    const end = await runIn(scope, () => this.turns.begin());
    if (raw.closed) end();
    else raw.once('close', end);
  }
}
