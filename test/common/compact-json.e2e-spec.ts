import { useService } from '../setup/service';
import { STATES } from '../setup/states';

/** What the text of a string could be mistaken for outside of it, and what PostgreSQL escapes. */
const PIECES = ['"', '\\', ', ', ': ', ' ', 'a', '{', '[', '}', ']', '\n', '\u0001', '\u0002', 'é', '😀'];

const one = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)]!;
const many = <T>(make: () => T) => Array.from({ length: Math.floor(Math.random() * 4) }, make);
const aText = () => many(() => one(PIECES)).join('');

/** A value as a document may have it, up to some levels deep. A key begins with a letter, because JavaScript sorts numbers first. */
function aValue(depth = 3): unknown {
  const kind = Math.floor(Math.random() * (depth ? 6 : 4));
  if (kind === 4) return many(() => aValue(depth - 1));
  if (kind === 5) return Object.fromEntries(many(() => [`k${aText()}`, aValue(depth - 1)]));
  return one([aText(), aText(), 17, -1.5, true, null]);
}

describe('compact_json', () => {
  const service = useService();

  it('writes a value as Node does, whatever its strings have', async () => {
    const values = [
      {},
      [],
      '',
      null,
      { a: 'x: "y", \\" z' },
      ...Array.from({ length: STATES }, () => aValue()),
    ];
    const rows = await service.current.query<{ text: string }>(
      `SELECT compact_json(value)::text AS text FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY v(value, nth) ORDER BY nth`,
      [JSON.stringify(values)],
    );
    expect(rows.map(({ text }) => JSON.parse(text) as unknown)).toEqual(values);
    for (const { text } of rows) expect(text).toBe(JSON.stringify(JSON.parse(text)));
  });
});
