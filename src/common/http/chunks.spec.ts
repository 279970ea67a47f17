import { together } from './chunks';

describe('the chunks of a body', () => {
  const passed = (chunks: Iterable<string>) => {
    const pieces = together();
    const parts: string[] = [];
    pieces.on('data', (part: Buffer) => parts.push(part.toString()));
    return new Promise<string[]>((resolve) => {
      pieces.on('end', () => resolve(parts));
      for (const chunk of chunks) pieces.write(chunk);
      pieces.end();
    });
  };

  it('are put together, however small they are', async () => {
    const text = Array.from({ length: 200_000 }, (_, n) => String(n % 10));
    const parts = await passed(text);
    expect(parts.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 3_392]);
    expect(parts.join('')).toBe(text.join(''));
  });

  it('are passed on as they are, large or empty', async () => {
    expect(await passed([])).toEqual([]);
    expect((await passed(['', 'x'.repeat(100_000)])).join('')).toBe('x'.repeat(100_000));
  });
});
