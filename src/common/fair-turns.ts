import { Unavailable } from './errors/database-errors';
import type { Failure } from './errors/errors';
import { callerOf } from './tenancy/actor';
import { currentScope, type Scope } from './tenancy/scope';

/** How much of one kind of work is done at a time, and how much waits. */
export interface TurnLimits {
  /** The most at a time in this process; any number unless given. */
  most?: number;
  /** The most at a time of one organization. */
  ofOrganization: number;
  /** The most at a time of one token or signed-in user; as of the organization unless given. */
  ofCaller?: number;
  /** How many of one organization wait; 20 unless given. With 0 what does not begin at once is refused. */
  waiting?: number;
  /** The longest wait in milliseconds; until the deadline of the request unless given. */
  patience?: number;
  /** What one more is answered, and one that waited too long: 503 with `Retry-After` unless given. */
  refusal?: () => Failure;
}

/** Whose work it is. */
interface Holder {
  organization_id: number;
  caller: string;
}

interface Waiter extends Holder {
  enter(): void;
  turnAway(failure: Failure): void;
}

/** How many of one organization wait unless a kind of work says otherwise. */
const WAITING = 20;

/**
 * The turns of work that takes long or needs much memory: in a pool of threads, or beside the requests. Nobody's work
 * keeps others from theirs, because turns go round the organizations that wait, and round the callers of each.
 * A caller with many in a full queue gives a place to one with fewer.
 *
 * One object for each kind of work, kept by the service that does it; whose work it is follows from the running request:
 *
 * @example
 * private readonly turns = new FairTurns({ most: 2, ofOrganization: 2 });
 *
 * pdf(id: number): Promise<Buffer> {
 *   return this.turns.run(async (signal) => this.threads.draw(await this.document(id), signal));
 * }
 */
export class FairTurns {
  private readonly underWay: Holder[] = [];
  /** Who waits: organizations in the order of their turns, and callers of each likewise. */
  private readonly waiting = new Map<number, Map<string, Waiter[]>>();

  constructor(private readonly limits: TurnLimits) {}

  /**
   * Does work of the running request when its turn comes. What the work needs is read in it, so that what waits is small.
   * @param work gets a signal that aborts when nobody waits for the answer any more. The turn lasts until the work ends.
   * @throws the refusal, Unavailable when nobody waits any more, and as the work does
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const interest = new Interest(currentScope());
    const { signal } = interest;
    try {
      const end = await this.enter(signal);
      try {
        return await work(signal);
      } finally {
        end();
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      interest.end();
    }
  }

  /**
   * Waits for a turn of the running request that outlasts its handler, such as that of an answer until it is read.
   * @returns ends the turn, and does nothing when called again
   * @throws the refusal, and Unavailable when nobody waits any more
   */
  async begin(): Promise<() => void> {
    const interest = new Interest(currentScope());
    try {
      return await this.enter(interest.signal);
    } finally {
      interest.end();
    }
  }

  private enter(signal: AbortSignal): Promise<() => void> {
    const { actor } = currentScope();
    const holder = { organization_id: actor.organization_id, caller: callerOf(actor) };
    signal.throwIfAborted();
    if (this.fits(holder)) return Promise.resolve(this.take(holder));
    this.makeRoom(holder);
    return this.inLine(holder, signal);
  }

  private inLine(holder: Holder, signal: AbortSignal): Promise<() => void> {
    const { patience } = this.limits;
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leftAlone);
        this.forget(waiter);
      };
      const waiter: Waiter = {
        ...holder,
        enter: () => {
          leave();
          this.toTheEnd(holder);
          resolve(this.take(holder));
        },
        turnAway: (failure) => {
          leave();
          reject(failure);
        },
      };
      const leftAlone = () => waiter.turnAway(signal.reason as Failure);
      const timer =
        patience === undefined ? undefined : setTimeout(() => waiter.turnAway(this.refusal()), patience);
      signal.addEventListener('abort', leftAlone);
      const callers = this.waiting.get(holder.organization_id) ?? new Map<string, Waiter[]>();
      this.waiting.set(holder.organization_id, callers);
      callers.set(holder.caller, [...(callers.get(holder.caller) ?? []), waiter]);
    });
  }

  /**
   * Leaves a place in the queue of an organization for one more: in a full one the caller with most gives the last of them.
   * @throws the refusal when no other caller has more than this one would have
   */
  private makeRoom({ organization_id, caller }: Holder): void {
    const queues = [...(this.waiting.get(organization_id)?.values() ?? [])];
    const waiting = queues.reduce((sum, queue) => sum + queue.length, 0);
    if (waiting < (this.limits.waiting ?? WAITING)) return;
    const own = this.waiting.get(organization_id)?.get(caller)?.length ?? 0;
    const longest = queues.reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= own + 1) throw this.refusal();
    longest.at(-1)!.turnAway(this.refusal());
  }

  private take(holder: Holder): () => void {
    this.underWay.push(holder);
    return () => {
      const at = this.underWay.indexOf(holder);
      if (at < 0) return;
      this.underWay.splice(at, 1);
      for (let next = this.next(); next; next = this.next()) next.enter();
    };
  }

  private next(): Waiter | undefined {
    for (const callers of this.waiting.values())
      for (const [first] of callers.values()) if (first && this.fits(first)) return first;
    return undefined;
  }

  private fits({ organization_id, caller }: Holder): boolean {
    const { most = Infinity, ofOrganization, ofCaller = ofOrganization } = this.limits;
    const ofOne = this.underWay.filter((each) => each.organization_id === organization_id);
    return (
      this.underWay.length < most &&
      ofOne.length < ofOrganization &&
      ofOne.filter((each) => each.caller === caller).length < ofCaller
    );
  }

  private forget(waiter: Waiter): void {
    const callers = this.waiting.get(waiter.organization_id)!;
    const queue = callers.get(waiter.caller)!.filter((each) => each !== waiter);
    if (queue.length) callers.set(waiter.caller, queue);
    else callers.delete(waiter.caller);
    if (!callers.size) this.waiting.delete(waiter.organization_id);
  }

  /** Has an organization, and a caller of it, wait for all others before the next turn. */
  private toTheEnd({ organization_id, caller }: Holder): void {
    const callers = this.waiting.get(organization_id);
    if (!callers) return;
    moveToEnd(callers, caller);
    moveToEnd(this.waiting, organization_id);
  }

  private refusal(): Failure {
    return this.limits.refusal?.() ?? new Unavailable('turn_wait');
  }
}

/** Whether somebody waits for the answer of a request: until its deadline, and while its client is there. */
class Interest {
  private readonly controller = new AbortController();
  private readonly timer?: NodeJS.Timeout;

  constructor(private readonly scope: Scope) {
    const { deadline, answer } = scope;
    if (answer?.closed) this.gone();
    answer?.once('close', this.gone);
    if (deadline === Infinity) return;
    this.timer = setTimeout(
      () => this.controller.abort(new Unavailable('deadline')),
      deadline - performance.now(),
    );
  }

  /** Aborts with the failure that tells why nobody waits. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearTimeout(this.timer);
    this.scope.answer?.off('close', this.gone);
  }

  private readonly gone = () => this.controller.abort(new Unavailable('client_gone'));
}

function moveToEnd<K, V>(map: Map<K, V>, key: K): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
