import { Listed, lookAt, MOST_BYTES, Seen } from './listing';

const NOW = 1_800_000_000_000;
const file = (name: string, more: Partial<Listed> = {}): Listed => ({
  name,
  isFile: true,
  size: 100,
  written: NOW - 60_000,
  ...more,
});
const names = (listed: Listed[], before = new Map<string, Seen>(), now = NOW) =>
  lookAt(listed, before, now).take.map(({ name }) => name);

describe('a look at a folder', () => {
  it('takes files by the time when they were written, then by name', () => {
    const listed = [file('c'), file('b', { written: NOW - 50_000 }), file('a'), file('d', { written: 0 })];
    expect(names(listed)).toEqual(['d', 'a', 'c', 'b']);
  });

  it.each([
    ['a folder or a link', file('x', { isFile: false })],
    ['a hidden file', file('.x')],
    ['x.part', file('x.part')],
    ['x.tmp', file('x.TMP')],
    ['x.filepart', file('x.filepart')],
    ['an empty file', file('x', { size: 0 })],
    ['a name that leads elsewhere', file('../x')],
    ['a name that is no text', file('x\uFFFD')],
    ['a name of 256 characters', file('x'.repeat(256))],
    ['one that is younger than 10 s', file('x', { written: NOW - 9_999 })],
    ['one that is too large', file('x', { size: MOST_BYTES + 1 })],
  ])('leaves %s', (_, left) => expect(names([left, file('y')])).toEqual(['y']));

  it.each([
    ['10 s old', { written: NOW - 10_000 }],
    ['of 16 MiB', { size: MOST_BYTES }],
  ])('takes one that is %s', (_, more) => expect(names([file('x', more)])).toEqual(['x']));

  it.each(['x\n', 'a\\b.edi', '\u0085x'])('takes %j, which can be said again', (name) =>
    expect(names([file(name)])).toEqual([name]),
  );

  it('tells which are too large, and which nobody can ask for', () => {
    const large = { size: MOST_BYTES + 1 };
    const listed = [
      file('b', large),
      file('a', large),
      file('c'),
      file('d/e'),
      file('f\uFFFD\t'),
      file('g\0'),
    ];
    expect(lookAt(listed, new Map(), NOW).left).toEqual(['a', 'b', 'd/e', 'f\uFFFD_', 'g_']);
    expect(lookAt([file('.h\uFFFD'), file('h\uFFFD.part')], new Map(), NOW).left).toEqual([]);
  });

  it('leaves one that changed its size since the last look, until it did not', () => {
    const first = lookAt([file('x', { written: NOW })], new Map(), NOW);
    expect(first.take).toEqual([]);
    const grown = file('x', { size: 200 });
    const second = lookAt([grown], first.seen, NOW + 60_000);
    expect(second.take).toEqual([]);
    expect(names([grown], second.seen, NOW + 120_000)).toEqual(['x']);
  });

  it('takes one that did not change, whatever the clock of the server says', () => {
    const ahead = file('x', { written: NOW + 3_600_000 });
    const { take, seen } = lookAt([ahead], new Map(), NOW);
    expect(take).toEqual([]);
    expect(names([ahead], seen, NOW + 9_999)).toEqual([]);
    expect(names([ahead], seen, NOW + 10_000)).toEqual(['x']);
  });

  it('forgets files that are gone', () => {
    const [x, y] = [file('x', { written: NOW }), file('y', { written: NOW })];
    const { seen } = lookAt([x, y], new Map(), NOW);
    expect([...lookAt([y], seen, NOW).seen.keys()]).toEqual(['y']);
  });

  it('remembers 1,000 files that may still be written', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => file(`${at}`, { written: NOW }));
    expect(lookAt(many, new Map(), NOW).seen.size).toBe(1_000);
  });
});
