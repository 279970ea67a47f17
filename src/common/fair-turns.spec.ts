import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { FairTurns, type TurnLimits } from './fair-turns';
import type { Actor } from './tenancy/actor';
import { runIn } from './tenancy/scope';

describe('fair turns', () => {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  let turns: FairTurns;
  const use = (limits: TurnLimits) => {
    turns = new FairTurns(limits);
  };
  beforeEach(() => {
    order.length = 0;
    ends.clear();
    use({ most: 1, ofOrganization: 1 });
  });
  const settled = () => new Promise(setImmediate);

  interface Asking {
    of?: number;
    token?: number;
    ms?: number;
    answer?: ServerResponse;
  }
  /** Asks for a turn by name; the work ends by `end(name)`. */
  const ask = (name: string, { of = 1, token = 1, ms = Infinity, answer }: Asking = {}) => {
    const actor = { organization_id: of, token_id: token } as Actor;
    const scope = { actor, base: '', deadline: performance.now() + ms, writes: false, answer };
    return runIn(scope, () =>
      turns.run((signal) => {
        order.push(name);
        return new Promise<string>((resolve, reject) => {
          ends.set(name, () => resolve(name));
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        });
      }),
    );
  };
  const end = async (name: string) => {
    await settled();
    ends.get(name)!();
    await settled();
  };
  const answered = (closed = false) =>
    Object.assign(new EventEmitter(), { closed }) as unknown as ServerResponse;
  const late = { reason: 'turn_wait', status: 503 };

  it('go round the organizations, however many of one wait', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name);
    void ask('b1', { of: 2 });
    void ask('c1', { of: 3 });
    void ask('c2', { of: 3 });
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']) await end(name);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
  });

  it('go round the callers of an organization', async () => {
    for (const name of ['x1', 'x2', 'x3']) void ask(name);
    void ask('y1', { token: 2 });
    for (const name of ['x1', 'x2', 'y1', 'x3']) await end(name);
    expect(order).toEqual(['x1', 'x2', 'y1', 'x3']);
  });

  it('leave places that one organization or caller may not have to others', async () => {
    use({ most: 3, ofOrganization: 2, ofCaller: 1 });
    void ask('x1');
    void ask('x2');
    void ask('y1', { token: 2 });
    void ask('z1', { token: 3 });
    void ask('b1', { of: 2 });
    await settled();
    expect(order).toEqual(['x1', 'y1', 'b1']);
    await end('b1');
    expect(order).toHaveLength(3);
    await end('x1');
    expect(order.at(-1)).toBe('x2');
  });

  it('are refused beyond the queue of an organization, while others still wait', async () => {
    use({ most: 1, ofOrganization: 1, waiting: 2 });
    for (const name of ['a1', 'a2', 'a3']) void ask(name);
    await expect(ask('a4')).rejects.toMatchObject(late);
    void ask('b1', { of: 2 });
    for (const name of ['a1', 'a2', 'b1']) await end(name);
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('come to a second caller though the first has filled the queue', async () => {
    use({ most: 1, ofOrganization: 1, waiting: 3 });
    const [, , , last] = ['x1', 'x2', 'x3', 'x4'].map((name) => ask(name));
    void ask('y1', { token: 2 });
    await expect(last).rejects.toMatchObject(late);
    await expect(ask('y2', { token: 2 })).rejects.toMatchObject(late);
    for (const name of ['x1', 'x2', 'y1']) await end(name);
    expect(order).toEqual(['x1', 'x2', 'y1', 'x3']);
  });

  it('are waited for no longer than the patience', async () => {
    use({ ofOrganization: 1, patience: 1 });
    void ask('a1');
    await expect(ask('a2')).rejects.toMatchObject(late);
    await end('a1');
    expect(order).toEqual(['a1']);
  });

  it('are refused with what the kind of work says', async () => {
    const refusal = () => Object.assign(new Error('later'), { code: 'failed' }) as never;
    use({ ofOrganization: 1, waiting: 0, refusal });
    void ask('a1');
    await expect(ask('a2')).rejects.toThrow('later');
  });

  it('end at the deadline, in the queue and at work', async () => {
    const under = ask('a1', { ms: 1 });
    const waiting = ask('a2', { ms: 1 });
    await expect(waiting).rejects.toMatchObject({ reason: 'deadline' });
    await expect(under).rejects.toMatchObject({ reason: 'deadline' });
    void ask('a3');
    await settled();
    expect(order.at(-1)).toBe('a3');
  });

  it('end when the client is gone, in the queue and at work', async () => {
    const [first, second] = [answered(), answered()];
    const under = ask('a1', { answer: first });
    const waiting = ask('a2', { answer: second });
    void ask('a3');
    second.emit('close');
    await expect(waiting).rejects.toMatchObject({ reason: 'client_gone' });
    first.emit('close');
    await expect(under).rejects.toMatchObject({ reason: 'client_gone' });
    await settled();
    expect(order).toEqual(['a1', 'a3']);
    await expect(ask('a4', { answer: answered(true) })).rejects.toMatchObject({ reason: 'client_gone' });
  });

  it('give their place back when work fails, and when it answers', async () => {
    const fails = runIn(
      { actor: { organization_id: 1, token_id: 1 } as Actor, base: '', deadline: Infinity, writes: false },
      () => turns.run(() => Promise.reject(new Error('no'))),
    );
    await expect(fails).rejects.toThrow('no');
    const works = ask('a1');
    await settled();
    await end('a1');
    await expect(works).resolves.toBe('a1');
  });
});
