import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LargeBodies } from './large-bodies';

const MIB = 1024 * 1024;

describe('large bodies', () => {
  let bodies: LargeBodies;
  let begun: string[];
  let answers: (EventEmitter & { closed: boolean })[];
  beforeEach(() => {
    bodies = new LargeBodies();
    begun = [];
    answers = [];
  });
  // one that waits on keeps the worker from ending
  afterEach(async () => {
    for (const answer of answers) {
      answer.closed = true;
      answer.emit('close');
      await settled();
    }
  });
  const settled = () => new Promise(setImmediate);

  /** A request that waits for the turn of its body; ends it by closing its answer. */
  const send = async (
    name: string,
    { token = 1, of = 1, length = `${2 * MIB}` as string | undefined } = {},
  ) => {
    const raw = Object.assign(new EventEmitter(), { closed: false });
    answers.push(raw);
    const actor = { organization_id: of, token_id: token };
    const request = { headers: { 'content-length': length }, actor } as unknown as FastifyRequest;
    const waits = bodies.wait(request, { raw } as unknown as FastifyReply).then(
      () => begun.push(name),
      (error: { status: number }) => begun.push(`${name}: ${error.status}`),
    );
    await settled();
    return { end: () => (raw.emit('close'), waits) };
  };

  it('come one at a time of a token, until the answer before is over', async () => {
    const first = await send('a');
    await send('b');
    expect(begun).toEqual(['a']);
    await first.end();
    await settled();
    expect(begun).toEqual(['a', 'b']);
  });

  it('come two at a time of an organization, and beside those of others', async () => {
    for (const token of [1, 2, 3]) await send(`a${token}`, { token });
    await send('b', { of: 2 });
    expect(begun).toEqual(['a1', 'a2', 'b']);
  });

  it.each([`${MIB}`, '0'])('let one pass of %s bytes', async (length) => {
    await send('large');
    await send('small', { length });
    expect(begun).toEqual(['large', 'small']);
  });

  it('are those whose length nobody stated', async () => {
    await send('large');
    await send('chunks', { length: undefined });
    expect(begun).toEqual(['large']);
  });

  it('are refused beyond twenty that wait', async () => {
    for (let n = 0; n < 22; n++) await send(`${n}`);
    expect(begun).toEqual(['0', '21: 503']);
  });

  it('give back the turn that comes when the client is gone', async () => {
    const first = await send('a');
    const gone = await send('b');
    await gone.end();
    await send('c');
    await first.end();
    await settled();
    expect(begun).toEqual(['a', 'b: 503', 'c']);
  });
});
