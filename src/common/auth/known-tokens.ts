import { Injectable } from '@nestjs/common';
import { Background } from '../database/background';
import type { Actor } from '../tenancy/actor';
import { currentScope } from '../tenancy/scope';
import { keyOf, TokensService } from './tokens.service';

/** On this channel the database tells of which organization a token, a user or the settings were changed. */
const CHANNEL = 'wharfinger_actors';

/** How long a token is known without being looked up again, in milliseconds. */
const KEPT_MS = 5_000;
/** How often is seen to it that the database would be heard, and for how long that counts, in milliseconds. */
const LISTEN_MS = 400;
const HEARD_MS = 1_000;
/** Of so many tokens is known whose they are; the longest known goes first. */
const MOST = 10_000;

interface Known {
  actor: Actor;
  until: number;
}

/**
 * Knows for some seconds whose a token is, which saves each request a statement. What ends a token or changes its actor
 * is told by the database within a second, to every process; one that may not hear it looks each token up (decision 320).
 */
@Injectable()
export class KnownTokens {
  private readonly known = new Map<string, Known>();
  /** When the database was heard last: all that it had told before is known by then. */
  private heardAt = -Infinity;
  /** In which session: what was told between one and the next was heard in neither. */
  private session: number | undefined;
  /** How often something was forgotten: what was looked up meanwhile may be out of date already. */
  private forgotten = 0;
  private readonly listen: () => void;

  constructor(
    private readonly tokens: TokensService,
    background: Background,
  ) {
    background.listen(CHANNEL, (organization_id) => this.forget(Number(organization_id)));
    this.listen = background.repeat('tokens', LISTEN_MS, async () => {
      const asked = performance.now();
      this.dropOld(asked);
      if (!this.known.size) return;
      const session = await background.hears();
      if (session !== this.session) this.forgetAll();
      this.session = session;
      if (session) this.heardAt = asked;
    });
  }

  /** The actor behind a token; undefined when it has to be looked up. */
  get(token: string): Actor | undefined {
    const known = this.known.get(keyOf(token));
    const now = performance.now();
    return known && now < known.until && now < this.heardAt + HEARD_MS ? known.actor : undefined;
  }

  /** Looks up the actor behind a token, as `TokensService.recognize` does. */
  async recognize(token: string): Promise<Actor | undefined> {
    const { forgotten } = this;
    const now = performance.now();
    const found = await this.tokens.recognize(token);
    if (found && forgotten === this.forgotten)
      this.keep(keyOf(token), { actor: found.actor, until: now + Math.min(KEPT_MS, found.ends_in) });
    return found?.actor;
  }

  /** Has this process look up the tokens of the running organization once what the running request writes is kept. */
  forgetAfterwards(): void {
    const { actor, afterCommit } = currentScope();
    afterCommit?.add(() => this.forget(actor.organization_id));
  }

  private keep(key: string, known: Known): void {
    this.known.delete(key);
    this.known.set(key, known);
    if (this.known.size === 1) this.listen();
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
  }

  private forget(organization_id: number): void {
    this.forgotten++;
    for (const [key, { actor }] of this.known)
      if (actor.organization_id === organization_id) this.known.delete(key);
  }

  private forgetAll(): void {
    this.forgotten++;
    this.known.clear();
  }

  private dropOld(now: number): void {
    for (const [key, { until }] of this.known) {
      if (until > now) break; // they stand in the order in which they were looked up
      this.known.delete(key);
    }
  }
}
