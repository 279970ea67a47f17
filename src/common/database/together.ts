import { currentScope, runIn, Scope } from '../tenancy/scope';
import { expanded } from './abbreviations';
import type { Statement } from './statements';

/** So many go together at most; when so many wait, they wait no longer. */
const MOST = 8;

/** While so many statements of the same words run for an organization, those who come gather. */
const RUNNING = 2;

/** How long they gather at most, in milliseconds: a statement that hangs keeps nobody. */
const PATIENCE_MS = 20;

/** What takes longer, in milliseconds, is asked one by one: together they would wait for each other. */
const SHORT_MS = 100;

/** After so many milliseconds it is asked again whether the database plans a statement once for all values. */
const AGAIN_MS = 1_000;

/** So many texts are remembered, and what asks them many times. */
const MOST_REMEMBERED = 200;

/** What a statement answers, and how many milliseconds it took once it had a connection. */
export interface Answer<T = object> {
  rows: T[];
  took: number;
}

interface Asked {
  values: unknown[];
  scope: Scope;
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/** A statement that is asked often. */
interface Words {
  text: string;
  /** Who asks it now, by organization. */
  groups: Map<number, Group>;
  /** Whether it took a short time when it was asked last. */
  short: boolean;
  /** Until when it is asked one by one in any case, as `performance.now()` tells the time. */
  apartUntil: number;
  manyTimes?: Promise<ManyTimes | undefined>;
}

/** Those of an organization who ask the same. */
interface Group {
  words: Words;
  organization_id: number;
  running: number;
  waiting: Asked[];
  patience?: NodeJS.Timeout;
}

/** A statement that asks MOST times what another asks. */
interface ManyTimes {
  text: string;
  /** The places of those values of the other that are not the organization, which is one for all. */
  own: number[];
}

/**
 * Asks in one statement what is asked at the same moment in the same words for the same organization, such as containers
 * by their numbers. PostgreSQL takes longer to begin a statement of twenty sub-selects than to find one record with it,
 * and node less for one answer than for eight.
 */
export class Together {
  private readonly words = new Map<string, Words>();

  /**
   * @param ask runs one statement in the running scope
   * @param typesOf the types of the values of a statement, as SQL names them, if it is planned once for all values. Of
   *   another one the database looks at each value to find out how it is found best, which it does not of many
   */
  constructor(
    private readonly ask: (statement: Statement) => Promise<Answer>,
    private readonly typesOf: (text: string) => Promise<string[] | undefined>,
  ) {}

  /** The rows of a statement that changes nothing. */
  async rows({ text, values }: Statement): Promise<object[]> {
    const scope = currentScope();
    const words = this.wordsOf(text);
    if (!words.short || performance.now() < words.apartUntil) return this.alone(words, values);
    const group = groupOf(words, scope.actor.organization_id);
    return new Promise((resolve, reject) => {
      const waiting = group.waiting.push({ values, scope, resolve, reject });
      const next = () => this.next(group);
      if (waiting === MOST) next();
      else if (waiting > 1) return;
      else if (group.running < RUNNING) setImmediate(next);
      else group.patience = setTimeout(next, PATIENCE_MS);
    });
  }

  private wordsOf(text: string): Words {
    const known = this.words.get(text);
    if (known) return known;
    if (this.words.size >= MOST_REMEMBERED) this.words.clear();
    const words = { text, groups: new Map<number, Group>(), short: false, apartUntil: 0 };
    this.words.set(text, words);
    return words;
  }

  /** Asks those who wait. */
  private next(group: Group): void {
    clearTimeout(group.patience);
    const { words, organization_id } = group;
    const asked = group.waiting.splice(0, MOST);
    if (asked.length) {
      group.running++;
      void this.all(words, asked).finally(() => {
        group.running--;
        this.next(group);
      });
    } else if (!group.running) words.groups.delete(organization_id);
  }

  /** Asks together, and one by one where they are one, or where it fails for one of them. */
  private async all(words: Words, asked: Asked[]): Promise<void> {
    const together = () => this.together(words, asked).catch(() => undefined);
    const answers = asked.length > 1 ? await runIn(asked[0]!.scope, together) : undefined;
    if (answers) return asked.forEach((each, nth) => each.resolve(answers[nth]!));
    await Promise.all(
      asked.map((each) =>
        runIn(each.scope, () => this.alone(words, each.values)).then(
          (rows) => each.resolve(rows),
          (error: unknown) => each.reject(error),
        ),
      ),
    );
  }

  private async alone(words: Words, values: unknown[]): Promise<object[]> {
    const { rows, took } = await this.ask({ text: words.text, values });
    words.short = took < SHORT_MS;
    return rows;
  }

  /** The rows of each. */
  private async together(words: Words, asked: Asked[]): Promise<object[][] | undefined> {
    const manyTimes = await (words.manyTimes ??= this.manyTimes(words.text));
    if (!manyTimes) {
      words.manyTimes = undefined;
      words.apartUntil = performance.now() + AGAIN_MS;
      return undefined;
    }
    const values: unknown[] = [currentScope().actor.organization_id];
    for (let nth = 0; nth < MOST; nth++) {
      const each = asked[nth]?.values;
      values.push(each ? nth : null);
      for (const place of manyTimes.own) values.push(each?.[place] ?? null);
    }
    const { rows, took } = await this.ask({ text: manyTimes.text, values });
    words.short = took / asked.length < SHORT_MS;
    const answers = asked.map((): object[] => []);
    for (const row of rows as { nth: number }[]) answers[row.nth]!.push(row);
    return answers;
  }

  private async manyTimes(text: string): Promise<ManyTimes | undefined> {
    const types = await this.typesOf(text).catch(() => undefined);
    if (!types) return undefined;
    const whole = expanded(text);
    const ofOrganization = new Set(
      [...whole.matchAll(/\borganization_id"? = \$(\d+)/g)].map(([, number]) => Number(number) - 1),
    );
    const own = [...types.keys()].filter((place) => !ofOrganization.has(place));
    const rows = Array.from({ length: MOST }, (_, nth) => {
      const first = 2 + nth * (own.length + 1);
      const values = own.map((place, n) => `$${first + 1 + n}::${types[place]}`);
      return `(${[`$${first}::integer`, ...values].join(', ')})`;
    });
    const columns = ['nth', ...own.map((place) => `value_${place + 1}`)].join(', ');
    const each = whole.replace(/\$(\d+)/g, (_, number) =>
      ofOrganization.has(Number(number) - 1) ? '$1' : `asked.value_${number}`,
    );
    return {
      own,
      text: `
        SELECT asked.nth, answer.* FROM (VALUES ${rows.join(', ')}) asked(${columns})
        CROSS JOIN LATERAL (${each}) answer WHERE asked.nth IS NOT NULL`,
    };
  }
}

function groupOf(words: Words, organization_id: number): Group {
  const known = words.groups.get(organization_id);
  if (known) return known;
  const group = { words, organization_id, running: 0, waiting: [] };
  words.groups.set(organization_id, group);
  return group;
}
