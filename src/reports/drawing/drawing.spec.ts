import { type Chart, chartOf, timesOf } from './chart';
import { drawChart, ticksOf } from './drawing';

const days = (many: number) =>
  timesOf('day', { from: '2025-01-01', until: new Date(Date.UTC(2025, 0, many)).toISOString().slice(0, 10) });
const chart = (many: number, more: Partial<Chart> = {}): Chart => ({
  title: 'Moves',
  unit: 'moves',
  form: 'stacked',
  categories: days(many),
  series: ['gate in', 'gate out', 'discharge'].map((label, nth) => ({
    label,
    values: days(many).map((_, at) => ((at * 7 + nth * 3) % 40) - (nth === 2 ? 5 : 0)),
  })),
  ...more,
});

interface Label {
  left: number;
  right: number;
  y: number;
}

/** Where the labels of a picture are; a character is 6.5 pixels wide at 11 pixels of height. */
function labelsOf(svg: string): Label[] {
  return [
    ...svg.matchAll(
      /<text x="([\d.-]+)" y="([\d.-]+)" font-size="(\d+)"[^>]*?(text-anchor="(\w+)")?>([^<]*)</g,
    ),
  ].map(([, x, y, size, , anchor, words]) => {
    const width = words!.replace(/&\w+;/g, '&').length * Number(size) * 0.59;
    const left = Number(x) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
    return { left, right: left + width, y: Number(y) };
  });
}

describe('the drawing of a report', () => {
  it.each([1, 12, 31, 53, 365, 400])(
    'has no label on another with %i bars, wide and narrow, inside of the picture',
    (many) => {
      for (const width of [320, 640, 1000, 2000])
        for (const form of ['stacked', 'lines', 'side by side'] as const) {
          const labels = labelsOf(drawChart(chart(many, { form }), '2025-01-01 to 2025-12-31', width));
          expect(labels.length).toBeGreaterThan(6);
          for (const [at, one] of labels.entries()) {
            expect(one.left).toBeGreaterThanOrEqual(0);
            expect(one.right).toBeLessThanOrEqual(width);
            const on = labels
              .slice(at + 1)
              .filter(
                (other) => Math.abs(other.y - one.y) < 11 && other.left < one.right && one.left < other.right,
              );
            expect(on).toEqual([]);
          }
        }
    },
  );

  it('has a title for each value that is drawn, and bars that add up', () => {
    const svg = drawChart(chart(12), 'x', 1000);
    const values = chart(12).series.flatMap(({ values }) => values.filter(Boolean));
    expect(svg.match(/<rect[^>]*><title>/g)).toHaveLength(values.length);
    expect(svg).toContain('<title>2025-01-02, gate in: 7 moves</title>');
    const heights = [...svg.matchAll(/height="([\d.]+)"[^>]*><title>2025-01-02, [a-z ]+: (-?\d+) moves/g)];
    const scale = heights.map(([, height, value]) => Number(height) / Math.abs(Number(value)));
    for (const each of scale) expect(each).toBeCloseTo(scale[0]!, 1);
  });

  it('breaks a line where there is no value', () => {
    const series = [{ label: 'p50', values: [1, 2, null, 4] }];
    const svg = drawChart(chart(4, { form: 'lines', series }), 'x', 1000);
    expect(svg.match(/ d="M[^"]*L[^"]*M[^"L]*"/)).not.toBeNull();
    expect(svg.match(/<circle/g)).toHaveLength(3);
  });

  it('says so where there is nothing', () => {
    expect(drawChart(chart(3, { series: [] }), 'x', 1000)).toContain('Nothing in this span.');
    expect(drawChart(chart(0, { categories: [], series: [] }), 'x', 1000)).not.toContain('NaN');
  });

  it('escapes what names hold', () => {
    const svg = drawChart(chart(1, { categories: ['<a href="x">&\u0000'] }), '"<', 1000);
    expect([svg.includes('<a'), svg.includes('\u0000')]).toEqual([false, false]);
    expect(svg).toContain('&lt;a href=&quot;x&quot;&gt;&amp;');
  });

  it.each([
    [0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1].slice(0, 2)],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, 43, [0, 10, 20, 30, 40, 50]],
    [-5, 95, [-20, 0, 20, 40, 60, 80, 100]],
    [0, 123456, [0, 50000, 100000, 150000]],
  ])('has round steps from %f to %f', (low, high, ticks) => {
    expect(ticksOf(low, high)).toEqual(ticks);
  });
});

describe('the chart of a report', () => {
  const report = {
    title: 'Moves',
    groups: { line: { of: '' } },
    picture: { measures: ['in', 'out'], byGroup: 'moves', form: 'bars', unit: 'moves' } as const,
  };
  const span = { from: '2026-03-01', until: '2026-03-03' };

  it('has every time of the span, and a series for each measure', () => {
    const { categories, series } = chartOf(report, { by: ['day'], ...span }, [
      { day: '2026-03-02', in: 4, out: '2.50' },
    ]);
    expect(categories).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
    expect(series).toEqual([
      { label: 'in', values: [null, 4, null] },
      { label: 'out', values: [null, 2.5, null] },
    ]);
  });

  it('stacks groups by time, the largest in colours, the rest as one that is grey', () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({ day: '2026-03-01', line: `L${at}`, moves: at + 1 }));
    const { series } = chartOf(report, { by: ['day', 'line'], ...span }, [
      ...rows,
      { day: '2026-03-02', line: null, moves: 50 },
    ]);
    expect(series.map(({ label }) => label)).toEqual(['none', 'L8', 'L7', 'L6', 'L5', 'L4', '4 others']);
    expect(series.at(-1)).toEqual({ label: '4 others', values: [10, null, null], isOther: true });
  });

  it('has weeks of ISO 8601 over a new year, months, and the hours of the day', () => {
    expect(timesOf('week', { from: '2026-12-27', until: '2027-01-11' })).toEqual([
      '2026-W52',
      '2026-W53',
      '2027-W01',
      '2027-W02',
    ]);
    expect(timesOf('month', { from: '2026-12-27', until: '2027-01-11' })).toEqual(['2026-12', '2027-01']);
    expect(timesOf('hour', span)).toHaveLength(24);
  });
});
