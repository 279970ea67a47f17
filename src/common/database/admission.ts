import { Unavailable } from '../errors/database-errors';

/** Who wants a connection: an organization, to read or to write, or the service itself. */
export interface Lane {
  /** Undefined for what the service asks for itself, such as who a token belongs to. */
  organization_id?: number;
  writes: boolean;
}

/** For each place that a lane may have: how many may wait for it. More are turned away at once. */
const WAITING_PER_PLACE = 200;

interface Waiter {
  lane: Lane;
  enter(): void;
  turnAway(error: Unavailable): void;
}

/**
 * Shares the connections of the pool (decision 120). Every organization has half of them at most: a quarter to write
 * with, since whoever writes may wait for a lock, and a quarter to read, since one process does not answer more at once.
 * Some are kept for the service itself, whose statements are short. Whoever finds none free waits in its own queue; the
 * queues take turns.
 */
export class Admission {
  private readonly busy = new Map<string, number>();
  private readonly queues = new Map<string, Waiter[]>();

  /** @param places how many connections there are */
  constructor(private readonly places: number) {}

  /** How many wait. */
  get waiting(): number {
    return [...this.queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /**
   * Waits for a place, for so many milliseconds at most.
   * @returns how to leave it
   * @throws Unavailable when the queue is full or the wait too long
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

  /** Lets nobody wait any longer. */
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

  /** Lets in who waits first, one of each queue in turn; those of the service before the others. */
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

  /** What one organization may have at once. */
  private get share(): number {
    return Math.max(1, Math.floor(this.places / 2));
  }

  /** What organizations leave to the service. */
  private get reserved(): number {
    return Math.min(2, Math.floor(this.places / 4));
  }

  private busyOf(group: string): number {
    return this.busy.get(group) ?? 0;
  }
}

const SERVICE = 'service';
const ORGANIZATIONS = 'organizations';

/** The queue of a lane. */
function keyOf({ organization_id, writes }: Lane): string {
  return organization_id === undefined ? SERVICE : `${organization_id} ${writes ? 'writes' : 'reads'}`;
}

/** What a place counts for. */
function groupsOf(lane: Lane): string[] {
  if (lane.organization_id === undefined) return [SERVICE];
  return [keyOf(lane), `${lane.organization_id}`, ORGANIZATIONS];
}
