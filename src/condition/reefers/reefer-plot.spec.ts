import { drawReadings, type Plot, type PlottedReading } from './reefer-plot';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AMSTERDAM = 'Europe/Amsterdam';
const UNTIL = Date.parse('2026-11-02T12:00:00Z');

const reading = (hours: number, values: Partial<PlottedReading> = {}): PlottedReading => ({
  at: UNTIL + hours * HOUR,
  set_point: -18,
  supply: -18.5,
  return: -17.5,
  alarm: null,
  ...values,
});
const drawn = (readings: PlottedReading[], plot: Partial<Plot> = {}) =>
  drawReadings({
    number: 'WHAU4142033',
    readings,
    from: UNTIL - 14 * DAY,
    until: UNTIL,
    zone: AMSTERDAM,
    gap: 8 * HOUR,
    ...plot,
  });
const all = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].map(([, found]) => found!);
/** The points of each piece of a line, from its first to its last. */
const pieces = (svg: string, series: string) =>
  all(svg, new RegExp(`<path d="(M[^"]*)"[^>]*><title>${series} `, 'g')).map((path) =>
    path.slice(1).split('L'),
  );
const dots = (svg: string, series: string) =>
  all(svg, new RegExp(`<circle cx="([^"]*)"[^>]*><title>${series} `, 'g'));
/** Where the days begin, in pixels. */
const days = (svg: string) => all(svg, /<path d="M([\d.]+) 108V380"/g).map(Number);

describe('the picture of readings', () => {
  it('has one line for each of set point, supply and return', () => {
    const svg = drawn([-6, -4, -2].map((hours) => reading(hours)));
    for (const series of ['set point', 'supply', 'return']) {
      expect(pieces(svg, series)).toHaveLength(1);
      expect(pieces(svg, series)[0]).toHaveLength(3);
    }
  });

  it('breaks a line behind more than the gap, and not at it', () => {
    expect(pieces(drawn([-20, -19, -11, -10].map((hours) => reading(hours))), 'supply')).toHaveLength(1);
    const [before, behind] = [-20, -19].map((hours) => reading(hours));
    const svg = drawn([before!, behind!, reading(-10.9), reading(-10)]);
    expect(pieces(svg, 'supply').map(({ length }) => length)).toEqual([2, 2]);
  });

  it('breaks the line of a value that is missing, and that one alone', () => {
    const svg = drawn(
      [-8, -6, -4, -2, 0].map((hours) => reading(hours, hours === -4 ? { supply: null } : {})),
    );
    expect(pieces(svg, 'supply').map(({ length }) => length)).toEqual([2, 2]);
    expect(pieces(svg, 'return').map(({ length }) => length)).toEqual([5]);
  });

  it('has a dot for a value between two gaps', () => {
    const svg = drawn([reading(-40), reading(-20), reading(-1)]);
    expect(pieces(svg, 'return')).toEqual([]);
    expect(dots(svg, 'return')).toHaveLength(3);
  });

  it('draws of a column of pixels the first, lowest, highest and last value', () => {
    const minutes = Array.from({ length: 14 * 24 * 60 }, (_, minute) =>
      reading(-minute / 60, { supply: minute === 700 ? 30 : -18 - (minute % 7) / 10 }),
    ).reverse();
    const svg = drawn(minutes);
    const [points] = pieces(svg, 'supply');
    expect(points!.length).toBeLessThanOrEqual(4 * 960);
    const highest = Math.min(...points!.map((point) => Number(point.split(' ')[1])));
    expect(points!.filter((point) => Number(point.split(' ')[1]) === highest)).toHaveLength(1);
  });

  it('marks each alarm with its time and text, escaped', () => {
    const svg = drawn([reading(-3, { alarm: '<AL26> & "AL27"' }), reading(-2)]);
    expect(all(svg, /<g><path[^>]*><title>([^<]*)<\/title>/g)).toEqual([
      '2026-11-02 10:00 +01:00: &lt;AL26&gt; &amp; &quot;AL27&quot;',
    ]);
  });

  it('marks of a column of pixels each alarm once', () => {
    const minutes = Array.from({ length: 20 }, (_, minute) =>
      reading(-5 + minute / 60, { alarm: minute % 2 ? 'AL26' : 'AL27' }),
    );
    const titles = all(drawn(minutes), /<g><path[^>]*><title>[^<]*: (AL\d+)<\/title>/g);
    // 20 minutes are 0.87 pixels wide
    expect([...new Set(titles)].sort()).toEqual(['AL26', 'AL27']);
    expect(titles.length).toBeLessThanOrEqual(4);
  });

  it('draws the set point over the air', () => {
    const svg = drawn([reading(-2), reading(-1)]);
    expect(svg.lastIndexOf('<title>set point ')).toBeGreaterThan(svg.lastIndexOf('<title>return '));
    expect(svg.lastIndexOf('<title>set point ')).toBeGreaterThan(svg.lastIndexOf('<title>supply '));
  });

  it('says so where there is no reading', () => {
    expect(drawn([])).toContain('No readings in this span.');
    expect(drawn([reading(-1)])).not.toContain('No readings in this span.');
  });

  it('keeps every value within the scale, also one value alone', () => {
    for (const value of [-60, -0.5, 0, 0.5, 99.9]) {
      const svg = drawn([reading(-1, { set_point: null, supply: value, return: null })]);
      const [y] = all(svg, /<circle [^>]*cy="([\d.]+)"/g).map(Number);
      expect(y).toBeGreaterThan(108);
      expect(y).toBeLessThan(376);
    }
  });

  it.each([
    ['longer by the hour when clocks go back', '2026-10-25', 25],
    ['shorter by the hour when clocks go forward', '2026-03-29', 23],
    ['of 24 hours else', '2026-11-01', 24],
  ])('has a day that is %s', (_, date, hours) => {
    const until = Date.parse(`${date}T00:00:00Z`) + 3 * DAY;
    const from = until - 14 * DAY;
    const starts = days(drawn([], { from, until }));
    const width = (960 - 64 - 20) / (14 * 24);
    // the last of these days is the third behind the one in question
    const offset = (at: number) => Math.round((at - 64) / width);
    const begins = offset(starts.at(-4)!);
    expect(offset(starts.at(-3)!) - begins).toBe(hours);
  });
});
