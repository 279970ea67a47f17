import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Unavailable } from '../errors/database-errors';

/** The most records of a whole list that is sent without waiting. */
export const LARGE = 1_000;
/** The most lists of an organization that wait, because the beginning of each is kept, and how long, in milliseconds. */
const MOST_WAITING = 20;
const PATIENCE_MS = 5_000;

/** Sends one large whole list of an organization at a time, because several would take the processor from all others. */
@Injectable()
export class WholeLists {
  /** The lists that wait, by organization that is sent one. */
  private readonly waiting = new Map<number, (() => void)[]>();

  /**
   * Waits for the turn of a list, which lasts until the answer is sent or the connection is closed.
   * @param patience the longest wait, in milliseconds
   * @throws Unavailable when the turn does not come in time, or when too many wait
   */
  async turn(organization_id: number, { raw }: FastifyReply, patience = PATIENCE_MS): Promise<void> {
    const others = this.waiting.get(organization_id);
    if (others) await inLine(others, patience);
    else this.waiting.set(organization_id, []);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.next(organization_id);
    };
    if (raw.closed) return end();
    raw.once('finish', end).once('close', end);
  }

  private next(organization_id: number): void {
    const enter = this.waiting.get(organization_id)?.shift();
    if (enter) enter();
    else this.waiting.delete(organization_id);
  }
}

function inLine(others: (() => void)[], patience: number): Promise<void> {
  if (others.length >= MOST_WAITING) throw new Unavailable('list_wait');
  return new Promise((resolve, reject) => {
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      others.splice(others.indexOf(enter), 1);
      reject(new Unavailable('list_wait'));
    }, patience);
    others.push(enter);
  });
}
