import { Gathered } from './gathered';

describe('bytes that come in parts', () => {
  const gather = (most: number, ...parts: string[]) => {
    const gathered = new Gathered(most);
    const kept = parts.map((part) => gathered.add(Buffer.from(part)));
    return [gathered.bytes.toString(), ...kept];
  };

  it('are one buffer', () => {
    expect(gather(10)).toEqual(['']);
    expect(gather(10, 'a', 'bcdef', '', 'ghi')).toEqual(['abcdefghi', true, true, true, true]);
  });

  it('are kept as far as there is room', () => {
    expect(gather(5, 'abc', 'def', 'g')).toEqual(['abcde', true, false, false]);
    expect(gather(3, 'abc', '')).toEqual(['abc', true, true]);
  });

  it('take no more memory than twice their size, however small the parts are', () => {
    const gathered = new Gathered(1_000_000);
    const part = Buffer.from('x');
    for (let n = 0; n < 100_000; n++) gathered.add(part);
    expect(gathered.bytes).toHaveLength(100_000);
    expect(gathered.bytes.buffer.byteLength).toBeLessThanOrEqual(200_000);
  });
});
