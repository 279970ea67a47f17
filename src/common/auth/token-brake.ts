import type { EventEmitter } from 'node:events';
import { isIPv6 } from 'node:net';
import { keyOf } from './tokens.service';

/** An address is braked after this many unknown tokens; one of them is forgiven every SECONDS_EACH. */
const UNBRAKED = 30;
const SECONDS_EACH = 2;
/** The most unknown tokens that count, which bounds how long an address is braked. */
const MOST_FAILURES = 2 * UNBRAKED;
/** The interval between look-ups of tokens from a braked address, in milliseconds. */
const TURN_MS = 50;
/** The most requests of a braked address that wait for their turn, which comes within five seconds. */
const MOST_WAITING = 100;
/** The most addresses, and the most tokens, that are cached; the least recently used is evicted first. */
const MOST = 10_000;

interface Address {
  /** The number of unknown tokens that are not forgiven yet. */
  failures: number;
  /** When that number was counted, in seconds. */
  at: number;
}

/**
 * Slows down addresses that guess tokens (decision 102). A token that was valid lately is never braked, because it may
 * share its address with a guesser. A valid token that was not seen yet waits for its turn.
 */
export class TokenBrake {
  private readonly addresses = new Map<string, Address>();
  private readonly good = new Map<string, true>();
  private readonly lanes = new Map<string, Lane>();

  /** @param now the time in seconds */
  constructor(private readonly now = () => performance.now() / 1000) {}

  /** Whether the token has to wait for the turn of its address. */
  brakes(ip: string, token: string): boolean {
    const address = this.addresses.get(networkOf(ip));
    return Boolean(address && this.left(address) > UNBRAKED - 1 && !this.good.has(keyOf(token)));
  }

  /** Waits for the turn of a request; false when too many wait already, or when the connection closes meanwhile. */
  turn(ip: string, connection: EventEmitter): Promise<boolean> {
    const network = networkOf(ip);
    const lane = this.lanes.get(network) ?? new Lane(() => this.lanes.delete(network));
    this.lanes.set(network, lane);
    return lane.turn(connection);
  }

  /** Notes that a token is valid. */
  passed(token: string): void {
    remember(this.good, keyOf(token), true);
  }

  /** Notes that a token is unknown. */
  failed(ip: string, token: string): void {
    this.good.delete(keyOf(token));
    const network = networkOf(ip);
    const before = this.addresses.get(network);
    const failures = Math.min(MOST_FAILURES, (before ? this.left(before) : 0) + 1);
    remember(this.addresses, network, { failures, at: this.now() });
  }

  private left({ failures, at }: Address): number {
    return Math.max(0, failures - (this.now() - at) / SECONDS_EACH);
  }
}

/**
 * Admits the requests of an address one by one, in the order of arrival. A connection has one request in progress, so that
 * many requests on few connections take no more turns than there are connections.
 */
class Lane {
  private readonly waiting = new Set<(isTurn: boolean) => void>();
  private readonly timer: NodeJS.Timeout;

  constructor(onEmpty: () => void) {
    this.timer = setInterval(() => {
      const [first] = this.waiting;
      if (first) return first(true);
      clearInterval(this.timer);
      onEmpty();
    }, TURN_MS);
  }

  turn(connection: EventEmitter): Promise<boolean> {
    if (this.waiting.size >= MOST_WAITING) return Promise.resolve(false);
    return new Promise((resolve) => {
      const leave = (isTurn: boolean) => {
        this.waiting.delete(leave);
        connection.off('close', hangUp);
        resolve(isTurn);
      };
      const hangUp = () => leave(false);
      connection.once('close', hangUp);
      this.waiting.add(leave);
    });
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST) map.delete(map.keys().next().value!);
}

/** The network of one caller: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(ip: string): string {
  const [, v4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (v4 || !isIPv6(ip)) return v4 ?? ip.slice(0, 64);
  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
