import { isIPv6 } from 'node:net';
import { keyOf } from './tokens.service';

/** So many unknown tokens an address may send at once; after them, one in every SECONDS_EACH. */
const AT_ONCE = 30;
const SECONDS_EACH = 2;
/** However many arrived together, nobody waits longer than for these to be forgiven. */
const MOST_FAILURES = 2 * AT_ONCE;
/** Of so many addresses, and so many tokens, something is remembered; the longest unheard of goes first. */
const MOST = 10_000;

interface Address {
  /** Unknown tokens that are not yet forgiven. */
  failures: number;
  /** When that was so, in seconds. */
  at: number;
}

/**
 * Keeps addresses from trying tokens (decision 102). A token that was good lately is never braked: it may come
 * from the same address as others that are not.
 */
export class TokenBrake {
  private readonly addresses = new Map<string, Address>();
  private readonly good = new Map<string, true>();

  /** @param now the time in seconds */
  constructor(private readonly now = () => performance.now() / 1000) {}

  /** How many seconds the address has to wait before this token is looked up; 0 for now. */
  wait(ip: string, token: string): number {
    const address = this.addresses.get(networkOf(ip));
    if (!address || this.good.has(keyOf(token))) return 0;
    const excess = this.left(address) - AT_ONCE + 1;
    return excess > 0 ? Math.ceil(excess * SECONDS_EACH) : 0;
  }

  /** A token turned out to be good. */
  passed(token: string): void {
    remember(this.good, keyOf(token), true);
  }

  /** A token turned out to be unknown. */
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

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST) map.delete(map.keys().next().value!);
}

/** What one caller has at its disposal: an IPv4 address, or the first 64 bits of an IPv6 one. */
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
