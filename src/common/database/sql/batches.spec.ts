import { DatabaseError } from 'pg';
import { setImmediate as turn } from 'node:timers/promises';
import type { Scope } from '../../tenancy/scope';
import { runIn } from '../../tenancy/scope';
import type { Statement } from './statements';
import { Batches } from './batches';

const STRINGS = [
  'SELECT t.name, $1 AS link FROM things t WHERE t.organization_id = ',
  ' AND t.number = ',
  '',
];
const TEXT = 'SELECT t.name, $1 AS link FROM things t WHERE t.organization_id = $2 AND t.number = $3';
const scopeOf = (organization_id: number) => ({ actor: { organization_id } }) as unknown as Scope;

describe('batches', () => {
  /** The statements sent, and how each is answered. */
  let sent: { statement: Statement; answer: (rows?: object[]) => void; fail: (error?: Error) => void }[];
  let batches: Batches;
  beforeEach(() => {
    sent = [];
    batches = new Batches(
      (statement) =>
        new Promise((resolve, reject) =>
          sent.push({
            statement,
            answer: (rows = rowsOf(statement)) => resolve(rows),
            fail: (error = new Error('refused')) => reject(error),
          }),
        ),
    );
  });

  /** Answers as the database would: each thing has its number as name. */
  function rowsOf({ text, values }: Statement): object[] {
    if (!text.includes('nth')) return [{ name: values[2] }];
    return Array.from({ length: 8 }, (_, n) => ({ nth: values[1 + 3 * n], name: values[3 + 3 * n] })).filter(
      ({ nth }) => nth !== null,
    );
  }

  const read = (number: unknown, organization_id = 7, base = 'http://a') =>
    runIn(scopeOf(organization_id), () =>
      batches.rows({ text: TEXT, strings: STRINGS, values: [base, organization_id, number] }),
    );
  const readAll = (numbers: string[], organization_id?: number) =>
    Promise.all(numbers.map((number) => read(number, organization_id)));
  const named = (...names: string[]) => names.map((name) => [expect.objectContaining({ name })]);
  const isBatch = ({ statement }: (typeof sent)[number]) => statement.text.includes('nth');

  it('send reads of one moment as one statement, and give each its rows', async () => {
    const answers = readAll(['a', 'b', 'c']);
    await turn();
    expect(sent.map(isBatch)).toEqual([true]);
    const { text, values } = sent[0]!.statement;
    expect(values.slice(0, 10)).toEqual(['http://a', 0, 7, 'a', 1, 7, 'b', 2, 7, 'c']);
    expect(values.slice(10, 13)).toEqual([null, 7, 'a']);
    expect(text).toContain('($2::integer, $3::bigint, $4::text), ($5::integer');
    expect(text).toContain('t.organization_id = batch.value_0 AND t.number = batch.value_1');
    sent[0]!.answer();
    expect(await answers).toEqual(named('a', 'b', 'c'));
  });

  it('give no rows to a read without a match', async () => {
    const answers = readAll(['a', 'b']);
    await turn();
    sent[0]!.answer([{ nth: 1, name: 'b' }]);
    expect(await answers).toEqual([[], ...named('b')]);
  });

  it('send a single read as it is', async () => {
    const answer = read('a');
    await turn();
    expect(sent.map(({ statement: { text, values } }) => [text, values])).toEqual([
      [TEXT, ['http://a', 7, 'a']],
    ]);
    sent[0]!.answer();
    expect([await answer]).toEqual(named('a'));
  });

  it('keep organizations and base addresses apart', async () => {
    const answers = Promise.all([readAll(['a', 'b'], 7), readAll(['a', 'b'], 8), read('a', 7, 'http://b')]);
    await turn();
    expect(sent.map(({ statement: { values } }) => [values[0], values[2]])).toEqual([
      ['http://a', 7],
      ['http://a', 8],
      ['http://b', 'a'],
    ]);
    for (const each of sent) each.answer();
    expect(await answers).toEqual([named('a', 'b'), named('a', 'b'), named('a')[0]]);
  });

  it('hold eight reads at most, and send a full batch at once', async () => {
    const numbers = Array.from({ length: 17 }, (_, n) => `${n}`);
    const answers = readAll(numbers);
    await turn();
    expect(sent.map(isBatch)).toEqual([true, true, false]);
    for (const each of sent) each.answer();
    expect(await answers).toEqual(named(...numbers));
  });

  it('gather while two run, and are sent when one of them ends', async () => {
    const running = [read('a')];
    await turn();
    running.push(read('b'));
    await turn();
    const gathered = readAll(['c', 'd']);
    await turn();
    expect(sent.map(isBatch)).toEqual([false, false]);
    sent[1]!.answer();
    await turn();
    expect(sent.map(isBatch)).toEqual([false, false, true]);
    sent[0]!.answer();
    sent[2]!.answer();
    expect(await Promise.all([...running, gathered])).toEqual([...named('a', 'b'), named('c', 'd')]);
  });

  it('wait for a bounded time while the running ones hang', async () => {
    void read('a');
    await turn();
    void read('b');
    await turn();
    const gathered = readAll(['c', 'd']);
    while (sent.length < 3) await turn();
    expect(sent.map(isBatch)).toEqual([false, false, true]);
    sent[2]!.answer();
    expect(await gathered).toEqual(named('c', 'd'));
  });

  it('are sent one by one after a failure, and only the read that fails is refused', async () => {
    const answers = Promise.allSettled([read('a'), read('b')]);
    await turn();
    sent[0]!.fail();
    await turn();
    expect(sent.map(isBatch)).toEqual([true, false, false]);
    sent[1]!.answer();
    sent[2]!.fail();
    expect(await answers).toEqual([
      { status: 'fulfilled', value: named('a')[0] },
      { status: 'rejected', reason: new Error('refused') },
    ]);
  });

  it('are disabled for a template that PostgreSQL refuses', async () => {
    const answers = readAll(['a', 'b']);
    await turn();
    sent[0]!.fail(Object.assign(new DatabaseError('operator does not exist', 1, 'error'), { code: '42883' }));
    await turn();
    sent[1]!.answer();
    sent[2]!.answer();
    expect(await answers).toEqual(named('a', 'b'));
    void readAll(['c', 'd']);
    expect(sent.map(isBatch)).toEqual([true, false, false, false, false]);
  });

  it('exclude slow reads for a second', async () => {
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const slow = read('a');
      await turn();
      now = 101;
      sent[0]!.answer();
      await slow;
      await turn();
      void readAll(['b', 'c']);
      expect(sent.map(isBatch)).toEqual([false, false, false]);
      now += 1_000;
      void readAll(['d', 'e']);
      await turn();
      expect(sent.map(isBatch)).toEqual([false, false, false, true]);
    } finally {
      clock.mockRestore();
    }
  });

  it('exclude values without a type of their own', () => {
    void Promise.all([read(null), read(['a']), read(0.5)]);
    expect(sent.map(isBatch)).toEqual([false, false, false]);
  });
});
