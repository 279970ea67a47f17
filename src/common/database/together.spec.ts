import { setImmediate as turn } from 'node:timers/promises';
import type { Scope } from '../tenancy/scope';
import { runIn } from '../tenancy/scope';
import type { Statement } from './statements';
import { Answer, Together } from './together';

const TEXT = 'SELECT t.name FROM things t WHERE t.organization_id = $1 AND t.number = $2';
const scopeOf = (organization_id: number) => ({ actor: { organization_id } }) as unknown as Scope;

describe('what is asked at the same moment', () => {
  /** What was sent, and how each of it is answered; a text with `nth` asks together. */
  let sent: { statement: Statement; answer: (answer?: Partial<Answer>) => void; fail: () => void }[];
  let together: Together;
  beforeEach(async () => {
    sent = [];
    together = new Together(
      (statement) =>
        new Promise((resolve, reject) =>
          sent.push({
            statement,
            answer: (answer) => resolve({ rows: rowsOf(statement), took: 1, ...answer }),
            fail: () => reject(new Error('refused')),
          }),
        ),
      () => Promise.resolve(['bigint', 'text']),
    );
    const first = ask('known');
    sent[0]!.answer();
    await first;
    sent = [];
  });

  /** As the database would answer: each thing is called as its number. */
  function rowsOf({ text, values }: Statement): object[] {
    if (!text.includes('nth')) return [{ name: values[1] }];
    return Array.from({ length: 8 }, (_, n) => ({ nth: values[1 + 2 * n], name: values[2 + 2 * n] })).filter(
      ({ nth }) => nth !== null,
    );
  }

  const ask = (number: string, organization_id = 7) =>
    runIn(scopeOf(organization_id), () => together.rows({ text: TEXT, values: [organization_id, number] }));
  const askAll = (numbers: string[], organization_id?: number) =>
    Promise.all(numbers.map((number) => ask(number, organization_id)));
  const named = (...names: string[]) => names.map((name) => [expect.objectContaining({ name })]);
  const isTogether = ({ statement }: (typeof sent)[number]) => statement.text.includes('nth');

  it('goes in one statement, and each gets its own rows', async () => {
    const answers = askAll(['a', 'b', 'c']);
    await turn();
    expect(sent.map(isTogether)).toEqual([true]);
    expect(sent[0]!.statement.values.slice(0, 9)).toEqual([7, 0, 'a', 1, 'b', 2, 'c', null, null]);
    sent[0]!.answer();
    expect(await answers).toEqual(named('a', 'b', 'c'));
  });

  it('has no rows where it finds none', async () => {
    const answers = askAll(['a', 'b']);
    await turn();
    sent[0]!.answer({ rows: [{ nth: 1, name: 'b' }] });
    expect(await answers).toEqual([[], ...named('b')]);
  });

  it('goes as it is when it is alone', async () => {
    const answer = ask('a');
    await turn();
    expect(sent.map(({ statement }) => statement)).toEqual([{ text: TEXT, values: [7, 'a'] }]);
    sent[0]!.answer();
    expect([await answer]).toEqual(named('a'));
  });

  it('is of one organization', async () => {
    const answers = Promise.all([askAll(['a', 'b'], 7), askAll(['a', 'b'], 8)]);
    await turn();
    expect(sent.map(({ statement: { values } }) => values[0])).toEqual([7, 8]);
    for (const each of sent) each.answer();
    expect(await answers).toEqual([named('a', 'b'), named('a', 'b')]);
  });

  it('is eight at most, and eight wait for nobody', async () => {
    const numbers = Array.from({ length: 17 }, (_, n) => `${n}`);
    const answers = askAll(numbers);
    await turn();
    expect(sent.map(isTogether)).toEqual([true, true, false]);
    for (const each of sent) each.answer();
    expect(await answers).toEqual(named(...numbers));
  });

  it('gathers while two run, and goes when one of them ends', async () => {
    const running = [ask('a')];
    await turn();
    running.push(ask('b'));
    await turn();
    const gathered = askAll(['c', 'd']);
    await turn();
    expect(sent.map(isTogether)).toEqual([false, false]);
    sent[1]!.answer();
    await turn();
    expect(sent.map(isTogether)).toEqual([false, false, true]);
    sent[0]!.answer();
    sent[2]!.answer();
    expect(await Promise.all([...running, gathered])).toEqual([...named('a', 'b'), named('c', 'd')]);
  });

  it('does not gather for long while those that run hang', async () => {
    void ask('a');
    await turn();
    void ask('b');
    await turn();
    const gathered = askAll(['c', 'd']);
    await turn();
    expect(sent.map(isTogether)).toEqual([false, false]);
    while (sent.length < 3) await turn();
    expect(isTogether(sent[2]!)).toBe(true);
    sent[2]!.answer();
    expect(await gathered).toEqual(named('c', 'd'));
  });

  it('is asked one by one when it fails together, and only who is refused is told so', async () => {
    const answers = Promise.allSettled([ask('a'), ask('b')]);
    await turn();
    sent[0]!.fail();
    await turn();
    expect(sent.map(isTogether)).toEqual([true, false, false]);
    sent[1]!.answer();
    sent[2]!.fail();
    expect(await answers).toEqual([
      { status: 'fulfilled', value: named('a')[0] },
      { status: 'rejected', reason: new Error('refused') },
    ]);
  });

  it('is asked one by one where it takes long, until it takes a short time again', async () => {
    const slow = ask('a');
    await turn();
    sent[0]!.answer({ took: 101 });
    await slow;
    const oneByOne = askAll(['b', 'c']);
    expect(sent.map(isTogether)).toEqual([false, false, false]);
    sent[1]!.answer();
    sent[2]!.answer();
    await oneByOne;
    const again = askAll(['d', 'e']);
    await turn();
    expect(isTogether(sent[3]!)).toBe(true);
    sent[3]!.answer();
    expect(await again).toEqual(named('d', 'e'));
  });

  it('is asked one by one while the database looks at each value to plan it, which is asked again after a second', async () => {
    let asked = 0;
    together = new Together(
      ({ values }) => Promise.resolve({ rows: [{ name: values[1] }], took: 1 }),
      () => Promise.resolve(asked++ ? ['bigint', 'text'] : undefined),
    );
    await ask('known');
    expect(await askAll(['a', 'b'])).toEqual(named('a', 'b'));
    expect(await askAll(['c', 'd'])).toEqual(named('c', 'd'));
    expect(asked).toBe(1);
  });

  it('is asked one by one where it cannot be said how it is planned', async () => {
    together = new Together(
      ({ values }) => Promise.resolve({ rows: [{ name: values[1] }], took: 1 }),
      () => Promise.reject(new Error('no such view')),
    );
    await ask('known');
    expect(await askAll(['a', 'b'])).toEqual(named('a', 'b'));
  });
});
