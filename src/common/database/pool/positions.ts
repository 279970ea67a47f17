import type { Actor } from '../../tenancy/actor';

/** How long the position of a caller's last write is kept, in milliseconds: longer than a replica may be behind. */
const KEPT_MS = 30_000;

/** The form of a position in the log of the database, as PostgreSQL writes it. */
export const POSITION_FORM = /^([0-9A-Fa-f]{1,8})\/([0-9A-Fa-f]{1,8})$/;

/** Behind all that is ever written: what is requested after a write of which only is known that it may be stored. */
const BEHIND_ALL = 0xffff_ffff_ffff_ffffn;

/** A position in the log as a number that grows with it; undefined for a text of another form. */
export function positionOf(text: string): bigint | undefined {
  const [, high, low] = POSITION_FORM.exec(text) ?? [];
  return high === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** A position as PostgreSQL writes it. */
export function textOf(position: bigint): string {
  const part = (number: bigint) => number.toString(16).toUpperCase();
  return `${part(position >> 32n)}/${part(position & 0xffff_ffffn)}`;
}

/** What is kept of a caller. Times are on the clock of `performance.now()`. */
interface Written {
  /** Up to where he wrote, as far as that is known; else 0. */
  position: bigint;
  until: number;
  /** Until when a write counts of which the outcome is unknown. */
  unknownUntil: number;
}

/** Up to where the callers of this process have written, by token, or by identity for those who sign in. */
export class WrittenPositions {
  /** In the order of their times. */
  private readonly written = new Map<string, Written>();

  /** Notes a write that ended before this position; undefined where its outcome is unknown. */
  note(actor: Actor, position: string | undefined): void {
    const now = performance.now();
    for (const [key, { until }] of this.written) {
      if (until > now) break;
      this.written.delete(key);
    }
    const key = keyOf(actor);
    if (!key) return;
    const { position: last = 0n, unknownUntil = 0 } = this.keptOf(key) ?? {};
    const ended = position === undefined ? undefined : positionOf(position);
    this.written.delete(key);
    this.written.set(key, {
      position: ended !== undefined && ended > last ? ended : last,
      until: now + KEPT_MS,
      unknownUntil: ended === undefined ? now + KEPT_MS : unknownUntil,
    });
  }

  /** Up to where the caller has written; undefined where that is not known, or he wrote nothing here lately. */
  of(actor: Actor): bigint | undefined {
    return this.keptOf(keyOf(actor))?.position || undefined;
  }

  /** What the caller has to see: what he wrote, or everything while the outcome of a write is unknown. */
  toSee(actor: Actor): bigint {
    const { position = 0n, unknownUntil = 0 } = this.keptOf(keyOf(actor)) ?? {};
    return performance.now() < unknownUntil ? BEHIND_ALL : position;
  }

  private keptOf(key: string | undefined): Written | undefined {
    const kept = this.written.get(key ?? '');
    return kept && performance.now() < kept.until ? kept : undefined;
  }
}

/** Whose writes are meant; undefined for the work of the service itself. */
function keyOf({ token_id, signed_in }: Actor): string | undefined {
  if (signed_in) return `identity ${signed_in.identity_id}`;
  return token_id === null ? undefined : `token ${token_id}`;
}
