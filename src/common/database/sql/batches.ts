import { DatabaseError } from 'pg';
import { currentScope, type Reads, runIn, Scope } from '../../tenancy/scope';
import type { Statement } from './statements';

/** The most reads in a batch; a full batch is sent at once. */
const MOST = 8;

/** While an organization has this many batches of a template running, further reads gather. */
const RUNNING = 2;

/** How long reads gather at most, in milliseconds, because a batch before them may hang. */
const PATIENCE_MS = 20;

/** Reads that take longer, in milliseconds, are sent one by one for APART_MS, because in a batch each waits for all. */
const SHORT_MS = 100;
const APART_MS = 1_000;

/** The most templates that are cached. */
const MOST_CACHED = 200;

/** A statement with the SQL between its values. Values before those, such as the base address, are `$1` and so on in it. */
export interface Template extends Statement {
  strings: readonly string[];
}

interface Read {
  template: Template;
  scope: Scope;
  resolve: (rows: object[]) => void;
  reject: (error: unknown) => void;
}

/** Reads of one template, organization and base address. */
interface Group {
  running: number;
  waiting: Read[];
  timer?: NodeJS.Timeout;
}

interface Cached {
  /** The batch's text; undefined before the first batch. */
  text?: string;
  /** Until when its reads are sent one by one, on the clock of `performance.now()`. */
  apartUntil: number;
  groups: Map<string, Group>;
}

/**
 * Sends reads of the same template, made by several requests of one organization at the same moment, as one statement: a
 * LATERAL join of the values with the template. Starting a statement of twenty sub-selects costs PostgreSQL more than
 * finding one record with it. Measured: half of the processor time of a small read at 32 connections.
 */
export class Batches {
  private readonly cached = new Map<string, Cached>();

  /** @param ask sends one statement on a connection of its own */
  constructor(private readonly ask: (statement: Statement) => Promise<object[]>) {}

  /** The rows of a read. Throws what its own statement throws. */
  rows(template: Template): Promise<object[]> {
    const cached = this.cachedOf(template.text);
    if (performance.now() < cached.apartUntil || !template.values.every(typeOf)) return this.ask(template);
    const scope = currentScope();
    const key = `${scope.actor.organization_id} ${sharedOf(template).join()}`;
    const group = cached.groups.get(key) ?? { running: 0, waiting: [] };
    cached.groups.set(key, group);
    return new Promise((resolve, reject) => {
      const waiting = group.waiting.push({ template, scope, resolve, reject });
      const next = () => this.next(cached, key, group);
      if (waiting === MOST) next();
      else if (waiting > 1) return;
      else if (group.running < RUNNING) setImmediate(next);
      else group.timer = setTimeout(next, PATIENCE_MS);
    });
  }

  private cachedOf(text: string): Cached {
    const known = this.cached.get(text);
    if (known) return known;
    if (this.cached.size >= MOST_CACHED) this.cached.clear();
    const made = { apartUntil: 0, groups: new Map<string, Group>() };
    this.cached.set(text, made);
    return made;
  }

  private next(cached: Cached, key: string, group: Group): void {
    clearTimeout(group.timer);
    const reads = group.waiting.splice(0, MOST);
    if (reads.length) {
      group.running++;
      void this.send(cached, reads).finally(() => {
        group.running--;
        this.next(cached, key, group);
      });
    } else if (!group.running) cached.groups.delete(key);
  }

  /** Sends the reads as a batch; one by one if there is one, or if the batch fails because of one of them. */
  private async send(cached: Cached, reads: Read[]): Promise<void> {
    const begun = performance.now();
    const answers = reads.length > 1 ? await this.together(cached, reads) : undefined;
    if (answers) reads.forEach(({ resolve }, n) => resolve(answers[n]!));
    else
      await Promise.all(
        reads.map(({ template, scope, resolve, reject }) =>
          runIn(scope, () => this.ask(template)).then(resolve, reject),
        ),
      );
    if (performance.now() - begun > SHORT_MS * reads.length) cached.apartUntil = performance.now() + APART_MS;
  }

  /** The rows of each read of a batch, which sees what each of them has to see; undefined if it fails. */
  private async together(cached: Cached, reads: Read[]): Promise<object[][] | undefined> {
    const scopes = reads.map(({ scope }) => scope);
    const shared = sharedReads(scopes);
    const answers = await runIn({ ...scopes[0]!, reads: shared }, () => this.batch(cached, reads)).catch(
      unlessWrong(cached),
    );
    for (const { reads: own } of scopes) {
      if (!own) continue;
      if (!shared?.fromReplica) own.fromReplica = false;
      else if (shared.after > own.after) own.after = shared.after;
    }
    return answers;
  }

  private async batch(cached: Cached, reads: Read[]): Promise<object[][]> {
    const [first] = reads;
    cached.text ??= batchOf(first!.template);
    const values = [...sharedOf(first!.template)];
    for (let n = 0; n < MOST; n++) {
      const { template } = reads[n] ?? first!;
      values.push(n < reads.length ? n : null, ...ownOf(template));
    }
    const answers = reads.map((): object[] => []);
    for (const row of (await this.ask({ text: cached.text, values })) as { nth: number }[])
      answers[row.nth]!.push(row);
    return answers;
  }
}

/** Where a batch reads: at the replica if each of these requests may, and after the last of their positions. */
function sharedReads(scopes: Scope[]): Reads | undefined {
  const all = scopes.map(({ reads }) => reads);
  return all.reduce((one, other) => {
    if (!one?.fromReplica || !other?.fromReplica) return undefined;
    return { fromReplica: true, after: one.after > other.after ? one.after : other.after };
  });
}

/** The text of a batch of this template: always MOST rows of values, so that it is planned once. */
function batchOf(template: Template): string {
  const [shared, types] = [sharedOf(template).length, ownOf(template).map(typeOf)];
  let parameter = shared;
  const row = () =>
    `($${++parameter}::integer, ${types.map((type) => `$${++parameter}::${type}`).join(', ')})`;
  const columns = types.map((_, n) => `value_${n}`);
  const each = template.strings.reduce((before, part, n) => `${before}batch.value_${n - 1}${part}`);
  return `
    SELECT batch.nth, answer.* FROM (VALUES ${Array.from({ length: MOST }, row).join(', ')}) batch(nth, ${columns.join(', ')})
    CROSS JOIN LATERAL (${each}) answer WHERE batch.nth IS NOT NULL`;
}

/** The values before those of the template: the same for all reads of a group. */
const sharedOf = ({ values, strings }: Template): unknown[] =>
  values.slice(0, values.length + 1 - strings.length);

const ownOf = ({ values, strings }: Template): unknown[] => values.slice(values.length + 1 - strings.length);

/** The type of a value in SQL; undefined for one that a batch does not take. */
function typeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return value.every(Number.isInteger) ? 'bigint[]' : undefined;
  return Number.isInteger(value) ? 'bigint' : undefined;
}

/** Gives up batches of a template that PostgreSQL refuses as wrong, such as for the type of a value. */
function unlessWrong(cached: Cached): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof DatabaseError && error.code?.startsWith('42')) cached.apartUntil = Infinity;
  };
}
