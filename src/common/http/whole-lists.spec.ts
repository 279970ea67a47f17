import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { WholeLists } from './whole-lists';

describe('the turns of whole lists', () => {
  const order: string[] = [];
  let lists: WholeLists;
  beforeEach(() => {
    order.length = 0;
    lists = new WholeLists();
  });
  const reply = (closed = false) => Object.assign(new EventEmitter(), { closed });
  const ask = (name: string, organization_id = 1, raw = reply(), patience = 5_000) =>
    lists.turn(organization_id, { raw } as unknown as FastifyReply, patience).then(() => {
      order.push(name);
      return raw;
    });
  const settled = () => new Promise(setImmediate);

  it('come in order, one at a time for each organization', async () => {
    const first = await ask('first');
    const second = ask('second');
    const third = ask('third');
    await ask('other', 2);
    await settled();
    expect(order).toEqual(['first', 'other']);
    // An answer emits both events when it is sent.
    first.emit('finish');
    first.emit('close');
    (await second).emit('close');
    await third;
    expect(order).toEqual(['first', 'other', 'second', 'third']);
  });

  it('skip a closed connection', async () => {
    const first = await ask('first');
    void ask('gone', 1, reply(true));
    const next = ask('next');
    first.emit('close');
    await next;
    expect(order).toEqual(['first', 'gone', 'next']);
  });

  it('take 20 waiting lists, each for as long as its patience lasts', async () => {
    const first = await ask('first');
    const waiting = Array.from({ length: 20 }, (_, at) => ask(`${at}`, 1, reply(), 50));
    await expect(ask('late')).rejects.toMatchObject({ reason: 'list_wait' });
    for (const each of waiting) await expect(each).rejects.toMatchObject({ reason: 'list_wait' });
    first.emit('close');
    await ask('again');
    expect(order).toEqual(['first', 'again']);
  });
});
