import { COLOURS } from './colours';
import { draw } from './drawing';
import type { StackedContainer, Stacks } from './stacks.view';

const NOW = new Date('2026-11-20T10:00:00Z');

const container = (id: number, values: Partial<StackedContainer> = {}): StackedContainer => ({
  tier: 1,
  id,
  number: `WHAU${1000000 + id}`,
  size: 20,
  container_status: 'full',
  usage: 'import',
  shipping_line: 'WHA',
  held: false,
  here_since: '2026-11-18T10:00:00.000Z',
  weight: 20000,
  imdg_classes: [],
  ...values,
});

const area = (values: Partial<Stacks> = {}): Stacks => ({
  yard_area: { id: 1, name: 'Block A' },
  bays: [],
  unplaced: [],
  ...values,
});

/** The elements of an SVG; throws unless each is closed, and nothing else than XML 1.0 has is in it. */
function elementsOf(svg: string): string[] {
  expect(svg).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const open: string[] = [];
  const names: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>&]*")*)(\/?)>/g,
    (_, end, name, __, alone) => {
      if (end) expect(open.pop()).toBe(name);
      else names.push(name as string);
      if (!end && !alone) open.push(name as string);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot);)/);
  return names;
}

describe('draw', () => {
  it('colours dangerous goods by their class, the first of several', async () => {
    const unplaced = [['3', '8'], ['1.4S'], []].map((imdg_classes, id) => container(id, { imdg_classes }));
    const svg = await draw(area({ unplaced }), 'imdg', NOW);
    for (const label of ['class 1: 1', 'class 3: 1', 'no dangerous goods: 1', 'dangerous: 3 8'])
      expect(svg).toContain(label);
  });

  it('draws an area without anything', async () => {
    expect(await draw(area(), 'status', NOW)).toContain('Block A: 0 containers');
  });

  it.each(COLOURS)('is XML whatever names hold, by %s', async (colour) => {
    const name = `<script>"&'\u0001\ufffe]]>\u{1f6a2}`;
    const slot = { id: 1, name, tiers: 3, teu: null, reefer_plug: true };
    const box = container(1, { number: name, shipping_line: name });
    const stacks = area({
      yard_area: { id: 1, name },
      bays: [{ bay: name, rows: [{ row: name, slot, containers: [box] }] }],
      unplaced: [{ ...box, tier: null }],
    });
    const svg = await draw(stacks, colour, NOW);
    expect(elementsOf(svg)).not.toContain('script');
    expect(svg).toContain('&lt;script&gt;&quot;&amp;');
  });

  it('draws 40 feet longer than 20, empty places as outlines, and a flash for plugs', async () => {
    const slot = { id: 1, name: 'A1', tiers: 3, teu: null, reefer_plug: true };
    const rows = [{ row: '1', slot, containers: [container(1), container(2, { tier: 2, size: 40 })] }];
    const svg = await draw(area({ bays: [{ bay: '1', rows }] }), 'status', NOW);
    const widths = [...svg.matchAll(/<rect x="44" y="\d+" width="(\d+)" height="15" ([a-z-]+="[^"]*")/g)];
    expect(widths.map(([, width, paint]) => [width, paint])).toEqual([
      ['84', 'fill="#56b4e9"'],
      ['128', 'fill="#56b4e9"'],
      ['128', 'fill="none"'],
    ]);
    expect(svg.match(/<path [^>]*fill="#d55e00"/g)).toHaveLength(2);
  });

  it('counts the boxes of each colour', async () => {
    const boxes = [1, 2, 5, 10, 20, 40].map((days, id) =>
      container(id, {
        here_since: new Date(NOW.getTime() - days * 86_400_000).toISOString(),
        shipping_line: `L${id}`,
        held: id === 0,
      }),
    );
    const counts = async (colour: (typeof COLOURS)[number], unplaced = boxes) =>
      [...(await draw(area({ unplaced }), colour, NOW)).matchAll(/>([^<>]*): (\d+)<\/text>/g)]
        .map(([, label, count]) => `${label} ${count}`)
        .filter((entry) => !entry.startsWith('Without'));
    expect(await counts('dwell')).toEqual([
      'under 3 days 2',
      '3 to 7 days 1',
      '7 to 14 days 1',
      '14 to 30 days 1',
      '30 days or more 1',
    ]);
    expect(await counts('held')).toEqual(['free 5', 'held 1']);
    expect(await counts('status', [container(9, { container_status: null })])).toEqual([
      'full 0',
      'empty 0',
      'unknown 1',
    ]);
    const lines = Array.from({ length: 9 }, (_, id) => container(id, { shipping_line: `L${id}` }));
    expect((await counts('shipping_line', lines)).at(-1)).toBe('other 2');
  });

  it('draws 1,000 containers in less than 500 kB, within its width', async () => {
    const bays = Array.from({ length: 50 }, (_, bay) => ({
      bay: String(bay + 1),
      rows: Array.from({ length: 5 }, (__, row) => ({
        row: String(row + 1),
        slot: { id: bay * 5 + row, name: `A${bay}-${row}`, tiers: 4, teu: 1, reefer_plug: false },
        containers: Array.from({ length: 4 }, (___, at) =>
          container(bay * 20 + row * 4 + at, { tier: at + 1 }),
        ),
      })),
    }));
    const svg = await draw(area({ bays }), 'status', NOW);
    expect(Buffer.byteLength(svg)).toBeLessThan(500_000);
    expect(svg.match(/<title>WHAU/g)).toHaveLength(1000);
    const right = [...svg.matchAll(/<rect x="(\d+)" y="\d+" width="(\d+)"/g)].map(
      ([, x, width]) => Number(x) + Number(width),
    );
    expect(Math.max(...right)).toBeLessThanOrEqual(1000);
  });

  it('gives other work its turn while it draws 9,801 slots', async () => {
    const bays = Array.from({ length: 99 }, (_, bay) => ({
      bay: String(bay),
      rows: Array.from({ length: 99 }, (__, row) => ({
        row: String(row),
        slot: { id: bay * 99 + row, name: `A${bay}-${row}`, tiers: 5, teu: 1, reefer_plug: false },
        containers: [container(bay * 99 + row)],
      })),
    }));
    let turns = 0;
    const count = () => {
      turns++;
      waiting = setImmediate(count);
    };
    let waiting = setImmediate(count);
    expect((await draw(area({ bays }), 'status', NOW)).match(/<title>WHAU/g)).toHaveLength(9801);
    clearImmediate(waiting);
    expect(turns).toBeGreaterThan(2);
  });
});
