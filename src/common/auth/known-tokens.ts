import { Injectable } from '@nestjs/common';
import type { Actor } from '../tenancy/actor';
import { currentScope } from '../tenancy/scope';
import { keyOf, type Recognized } from './tokens.service';

/** How long a token is cached, in milliseconds: a revoked one is refused within a second. */
const KEPT_MS = 900;
/** The most tokens that are cached; the one that was looked up first is evicted first. */
const MOST = 10_000;

/** Knows who is behind tokens of a kind. */
export interface Recognizer {
  recognize: (token: string) => Promise<Recognized | undefined>;
}

interface Known {
  actor: Actor;
  until: number;
}

/** A look-up under way. A request that arrives before `until` takes its answer. */
interface Asked {
  actor: Promise<Actor | undefined>;
  until: number;
}

/** Caches the actor behind a token for less than a second, which saves most requests a statement (decision 320). */
@Injectable()
export class KnownTokens {
  private readonly known = new Map<string, Known>();
  private readonly asked = new Map<string, Asked>();

  /** The actor behind a token; undefined when the token has to be looked up. */
  get(token: string): Actor | undefined {
    const known = this.known.get(keyOf(token));
    return known && performance.now() < known.until ? known.actor : undefined;
  }

  /**
   * Looks up the actor behind a token, as the service does that knows such tokens. Requests that arrive together look it up
   * once: many with one token would keep other organizations from the connections for look-ups.
   */
  async recognize(token: string, of: Recognizer): Promise<Actor | undefined> {
    const key = keyOf(token);
    const now = performance.now();
    const before = this.asked.get(key);
    if (before && now < before.until) return before.actor;
    const asked = { actor: this.lookUp(key, token, of, now), until: now + KEPT_MS };
    this.asked.set(key, asked);
    try {
      return await asked.actor;
    } finally {
      if (this.asked.get(key) === asked) this.asked.delete(key);
    }
  }

  /** Empties the cache, so that this process looks up every token again. */
  forget(): void {
    this.known.clear();
    this.asked.clear();
  }

  /** Empties the cache once the running request has committed its changes of users or settings. */
  forgetAfterwards(): void {
    currentScope().afterCommit?.add(() => this.forget());
  }

  private async lookUp(key: string, token: string, of: Recognizer, now: number): Promise<Actor | undefined> {
    const found = await of.recognize(token);
    if (found) this.keep(key, { actor: found.actor, until: now + Math.min(KEPT_MS, found.ends_in) });
    return found?.actor;
  }

  private keep(key: string, known: Known): void {
    this.known.delete(key);
    this.known.set(key, known);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
  }
}

/** Whether a token is one of an identity provider: the service's own have no dots. */
export function isSigned(token: string): boolean {
  return token.includes('.');
}
