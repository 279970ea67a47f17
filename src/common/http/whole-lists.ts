import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Unavailable } from '../errors/database-errors';

/** How many records a whole list may have that does not wait. */
export const LARGE = 1_000;
/** So many wait for each organization, since the begin of every list is kept meanwhile, and so long, in milliseconds. */
const MOST_WAITING = 20;
const PATIENCE_MS = 5_000;

/** Sends an organization one large whole list at a time: its readers would take the processor from all others. */
@Injectable()
export class WholeLists {
  /** Of each organization that is sent one, who waits for the next turn. */
  private readonly waiting = new Map<number, (() => void)[]>();

  /**
   * Waits for the turn of a list, which lasts until the answer is sent or its client is gone.
   * @param patience for so many milliseconds at most
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
