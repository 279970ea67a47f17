import { Unavailable } from '../../errors/database-errors';

/** The queue for connections: one per organization and kind of access, and one for the service itself. */
export interface Lane {
  /** Undefined for statements of the service itself, such as the look-up of a token. */
  organization_id?: number;
  writes: boolean;
}

/** The maximum length of a queue, for each place that its lane may have. Beyond that requests are refused. */
const WAITING_PER_PLACE = 200;

interface Waiter {
  lane: Lane;
  enter(): void;
  turnAway(error: Unavailable): void;
}

/**
 * Shares the connections of the pool fairly (decision 120). An organization gets at most half of them: a quarter for
 * writes, which may wait for locks, and a quarter for reads, because one process serves no more at once. Some are
 * reserved for the service itself, whose statements are short. Requests that get no connection wait in the queue of
 * their lane, and queues are served round robin.
 */
export class Admission {
  private readonly busy = new Map<string, number>();
  private readonly queues = new Map<string, Waiter[]>();

  /** @param places the number of connections */
  constructor(private readonly places: number) {}

  /** The number of waiting requests. */
  get waiting(): number {
    return [...this.queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /**
   * Waits for a place, at most `patience` milliseconds.
   * @returns releases the place
   * @throws Unavailable when the queue is full or the wait takes too long
   */
  async enter(lane: Lane, patience: number): Promise<() => void> {
    if (!this.queues.has(keyOf(lane)) && this.fits(lane)) return this.take(lane);
    const queue = this.queues.get(keyOf(lane)) ?? [];
    if (queue.length >= WAITING_PER_PLACE * this.limitOf(lane)) throw new Unavailable('queue_full');
    this.queues.set(keyOf(lane), queue);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.turnAway(new Unavailable('pool_wait')), patience);
      const waiter: Waiter = {
        lane,
        enter: () => {
          clearTimeout(timer);
          resolve(this.take(lane));
        },
        turnAway: (error) => {
          clearTimeout(timer);
          this.forget(waiter);
          reject(error);
        },
      };
      queue.push(waiter);
    });
  }

  /** Rejects every waiting request. */
  turnAllAway(error: Unavailable): void {
    for (const waiter of [...this.queues.values()].flat()) waiter.turnAway(error);
  }

  private take(lane: Lane): () => void {
    for (const group of groupsOf(lane)) this.busy.set(group, this.busyOf(group) + 1);
    return () => {
      for (const group of groupsOf(lane)) {
        const left = this.busyOf(group) - 1;
        if (left) this.busy.set(group, left);
        else this.busy.delete(group);
      }
      this.admit();
    };
  }

  /** Grants free places: to the service first, then one to each queue in turn. */
  private admit(): void {
    for (;;) {
      const fitting = [...this.queues].filter(([, [first]]) => first && this.fits(first.lane));
      const [key, queue] = fitting.find(([each]) => each === SERVICE) ?? fitting[0] ?? [];
      if (!key || !queue) return;
      const [waiter] = queue;
      this.forget(waiter!);
      if (this.queues.delete(key) && queue.length) this.queues.set(key, queue);
      waiter!.enter();
    }
  }

  private forget(waiter: Waiter): void {
    const key = keyOf(waiter.lane);
    const queue = this.queues.get(key);
    const at = queue?.indexOf(waiter) ?? -1;
    if (at >= 0) queue!.splice(at, 1);
    if (queue && !queue.length) this.queues.delete(key);
  }

  private fits(lane: Lane): boolean {
    const { organization_id } = lane;
    if (this.busyOf(keyOf(lane)) >= this.limitOf(lane)) return false;
    if (organization_id === undefined) return this.busyOf(SERVICE) + this.busyOf(ORGANIZATIONS) < this.places;
    return (
      this.busyOf(`${organization_id}`) < this.share &&
      this.busyOf(ORGANIZATIONS) < this.places - this.reserved &&
      this.busyOf(SERVICE) + this.busyOf(ORGANIZATIONS) < this.places
    );
  }

  private limitOf({ organization_id }: Lane): number {
    if (organization_id === undefined) return this.reserved * 2 || this.places;
    return Math.ceil(this.share / 2);
  }

  /** The places that one organization may use at once. */
  private get share(): number {
    return Math.max(1, Math.floor(this.places / 2));
  }

  /** The places reserved for the service. */
  private get reserved(): number {
    return Math.min(2, Math.floor(this.places / 4));
  }

  private busyOf(group: string): number {
    return this.busy.get(group) ?? 0;
  }
}

const SERVICE = 'service';
const ORGANIZATIONS = 'organizations';

function keyOf({ organization_id, writes }: Lane): string {
  return organization_id === undefined ? SERVICE : `${organization_id} ${writes ? 'writes' : 'reads'}`;
}

/** The counters that a place in this lane counts towards. */
function groupsOf(lane: Lane): string[] {
  if (lane.organization_id === undefined) return [SERVICE];
  return [keyOf(lane), `${lane.organization_id}`, ORGANIZATIONS];
}
