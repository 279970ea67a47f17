import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Actor } from '../tenancy/actor';
import { runIn } from '../tenancy/scope';
import { WholeLists } from './whole-lists';

describe('the turns of whole lists', () => {
  const order: string[] = [];
  let lists: WholeLists;
  beforeEach(() => {
    order.length = 0;
    lists = new WholeLists();
  });
  const answer = (closed = false) =>
    Object.assign(new EventEmitter(), { closed, socket: null }) as unknown as ServerResponse;
  const ask = (name: string, { of = 1, token = 1, raw = answer() } = {}) => {
    const actor = { organization_id: of, token_id: token } as Actor;
    return runIn({ actor, base: '', deadline: Infinity, writes: false, answer: raw }, async () => {
      await lists.turn();
      order.push(name);
      return raw;
    });
  };
  const settled = () => new Promise(setImmediate);

  it('come in order, one at a time for each token', async () => {
    const first = await ask('first');
    const second = ask('second');
    const third = ask('third');
    await ask('other token', { token: 2 });
    await ask('other organization', { of: 2, token: 3 });
    await settled();
    expect(order).toEqual(['first', 'other token', 'other organization']);
    first.emit('close');
    (await second).emit('close');
    await third;
    expect(order.slice(3)).toEqual(['second', 'third']);
  });

  it('are those of three tokens of an organization at a time', async () => {
    const [first] = await Promise.all([1, 2, 3].map((token) => ask(`${token}`, { token })));
    const fourth = ask('4', { token: 4 });
    await settled();
    expect(order).toEqual(['1', '2', '3']);
    first!.emit('close');
    await fourth;
  });

  it('skip a closed connection', async () => {
    const first = await ask('first');
    await expect(ask('gone', { raw: answer(true) })).rejects.toMatchObject({ reason: 'client_gone' });
    const next = ask('next');
    first.emit('close');
    await next;
    expect(order).toEqual(['first', 'next']);
  });

  it('take 20 waiting lists', async () => {
    const first = await ask('first');
    const waiting = Array.from({ length: 20 }, (_, at) => ask(`${at}`));
    await expect(ask('late')).rejects.toMatchObject({ reason: 'list_wait', status: 503 });
    first.emit('close');
    for (const each of waiting) (await each).emit('close');
    expect(order).toHaveLength(21);
  });
});
