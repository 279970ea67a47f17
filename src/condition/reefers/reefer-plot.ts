import { DateTime } from 'luxon';
import { APART, cut, escape, svgOf, text } from '../../common/svg';

/** A reading as it is drawn; times are in milliseconds, temperatures in degrees Celsius. */
export interface PlottedReading {
  at: number;
  set_point: number | null;
  supply: number | null;
  return: number | null;
  alarm: string | null;
}

/** What is drawn. */
export interface Plot {
  number: string;
  /** The readings, by time. */
  readings: PlottedReading[];
  /** The span, in milliseconds. */
  from: number;
  until: number;
  /** The zone of the axis (IANA). */
  zone: string;
  /** From how many milliseconds without a reading on a line is broken. */
  gap: number;
}

type Series = 'supply' | 'return' | 'set_point';

/** Lengths in pixels. */
const [WIDTH, HEIGHT] = [960, 420];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 20, 88, 44];
/** Where alarms are marked: above the plot. */
const ALARMS = TOP + 8;
const PLOT_TOP = TOP + 20;
const MOST_TICKS = 7;

/** Each series differs by its stroke as well, for prints without colours. The last lies over the others. */
const LINES: { series: Series; label: string; colour: string; dash: string }[] = [
  { series: 'supply', label: 'supply', colour: APART[4]!.fill, dash: '' },
  { series: 'return', label: 'return', colour: APART[1]!.fill, dash: ' stroke-dasharray="2 2"' },
  { series: 'set_point', label: 'set point', colour: '#000000', dash: ' stroke-dasharray="8 4"' },
];
const ALARM = APART[5]!.fill;

/**
 * Draws the readings of a reefer as an SVG. Days begin where they begin in the zone, so that the day of a change of clocks is 23 or
 * 25 hours wide. A line is broken where a value is missing, or no reading came for `gap`.
 */
export function drawReadings(plot: Plot): string {
  const { number, readings, from, until, zone } = plot;
  const temperatures = readings.flatMap((each) => LINES.flatMap(({ series }) => each[series] ?? []));
  const ticks = ticksOf(temperatures);
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const x = (at: number) => round(LEFT + ((at - from) / (until - from)) * (WIDTH - LEFT - RIGHT));
  const y = (value: number) =>
    round(HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - BOTTOM - PLOT_TOP));
  const title = `Readings of ${number}`;
  const span = `${timeIn(zone, from)} to ${timeIn(zone, until)}, ${zone}`;
  const content: string[] = [
    text(16, 26, cut(title, 60), { size: 18, weight: 'bold' }),
    text(16, 44, cut(span, 120), { size: 12, fill: '#404040' }),
    ...legend(),
    text(LEFT - 8, ALARMS, '°C', { size: 11, fill: '#404040', anchor: 'end' }),
    ...ticks.flatMap((tick) => [
      `<path d="M${LEFT} ${y(tick)}H${WIDTH - RIGHT}" stroke="#d0d0d0"/>`,
      text(LEFT - 8, y(tick) + 4, String(tick), { size: 11, anchor: 'end' }),
    ]),
    ...days(plot, x),
    ...LINES.flatMap(({ series, colour, dash }) => [...line(plot, series, { x, y, colour, dash })]),
    ...marks(plot, x),
    readings.length
      ? ''
      : text(WIDTH / 2, (PLOT_TOP + HEIGHT - BOTTOM) / 2, 'No readings in this span.', {
          size: 14,
          anchor: 'middle',
        }),
  ];
  return svgOf(WIDTH, HEIGHT, `${title}, ${span}`, content.join(''));
}

function* legend(): Generator<string> {
  let x = 16;
  for (const { label, colour, dash } of LINES) {
    yield `<path d="M${x} 62h28" stroke="${colour}" stroke-width="2"${dash}/>`;
    yield text(x + 34, 66, label, { size: 12 });
    x += 110;
  }
  yield triangle(x + 6, 62);
  yield text(x + 18, 66, 'alarm', { size: 12 });
}

/** The lines between days, and as many of their names as have room. */
function* days({ from, until, zone }: Plot, x: (at: number) => number): Generator<string> {
  let day = DateTime.fromMillis(from, { zone }).startOf('day');
  for (; day.toMillis() < until; day = day.plus({ days: 1 })) {
    const next = Math.min(day.plus({ days: 1 }).startOf('day').toMillis(), until);
    const begins = Math.max(day.toMillis(), from);
    if (day.toMillis() >= from)
      yield `<path d="M${x(begins)} ${PLOT_TOP}V${HEIGHT - BOTTOM + 4}" stroke="#e4e4e4"/>`;
    if (x(next) - x(begins) < 40) continue;
    const middle = (x(begins) + x(next)) / 2;
    yield text(round(middle), HEIGHT - BOTTOM + 18, day.toFormat('dd LLL', { locale: 'en' }), {
      size: 11,
      anchor: 'middle',
    });
  }
}

/** The pieces of one line, with a dot for a piece of one value. */
function* line(
  { readings, gap, zone }: Plot,
  series: Series,
  {
    x,
    y,
    colour,
    dash,
  }: { x: (at: number) => number; y: (value: number) => number; colour: string; dash: string },
): Generator<string> {
  let piece: { at: number; value: number }[] = [];
  const drawn = function* () {
    const [first] = piece;
    if (!first) return;
    const path = thinned(piece, x).map(({ at, value }, nth) => `${nth ? 'L' : 'M'}${x(at)} ${y(value)}`);
    const label = `<title>${escape(`${series.replace('_', ' ')} from ${timeIn(zone, first.at)}: ${first.value} °C`)}</title>`;
    yield piece.length > 1
      ? `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2"${dash}>${label}</path>`
      : `<circle cx="${x(first.at)}" cy="${y(first.value)}" r="2.5" fill="${colour}">${label}</circle>`;
    piece = [];
  };
  for (const reading of readings) {
    const value = reading[series];
    const before = piece.at(-1);
    if (value === null || (before && reading.at - before.at > gap)) yield* drawn();
    if (value !== null) piece.push({ at: reading.at, value });
  }
  yield* drawn();
}

/** The first, lowest, highest and last value of each column of pixels, so that a picture is bounded however many readings there are. */
function thinned(piece: { at: number; value: number }[], x: (at: number) => number) {
  const columns = new Map<number, typeof piece>();
  for (const each of piece) {
    const column = Math.floor(x(each.at));
    columns.set(column, [...(columns.get(column) ?? []), each]);
  }
  return [...columns.values()].flatMap((all) => {
    if (all.length <= 4) return all;
    const lowest = all.reduce((least, each) => (each.value < least.value ? each : least));
    const highest = all.reduce((most, each) => (each.value > most.value ? each : most));
    return all.filter((each, at) => at === 0 || at === all.length - 1 || each === lowest || each === highest);
  });
}

/** A mark for each alarm; of a column of pixels each alarm is marked where it comes first. */
function* marks({ readings, zone }: Plot, x: (at: number) => number): Generator<string> {
  const marked = new Set<string>();
  for (const { at, alarm } of readings) {
    const column = `${Math.floor(x(at))} ${alarm}`;
    if (!alarm || marked.has(column)) continue;
    marked.add(column);
    yield `<g>${triangle(x(at), ALARMS)}<title>${escape(`${timeIn(zone, at)}: ${alarm}`)}</title></g>`;
  }
}

const triangle = (x: number, y: number) =>
  `<path d="M${round(x - 5)} ${y + 5}L${round(x + 5)} ${y + 5}L${round(x)} ${y - 5}Z" fill="${ALARM}" stroke="#404040" stroke-width="0.5"/>`;

/** Round degrees from below the lowest to above the highest value. */
function ticksOf(values: number[]): number[] {
  const lowest = values.reduce((least, each) => Math.min(least, each), values[0] ?? 0);
  const highest = values.reduce((most, each) => Math.max(most, each), values[0] ?? 0);
  const [low, high] = [lowest - 0.5, highest + 0.5];
  const step = [1, 2, 5, 10, 20, 50].find((each) => (high - low) / each <= MOST_TICKS) ?? 100;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, nth) => (first + nth) * step);
}

const timeIn = (zone: string, at: number) =>
  DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM-dd HH:mm ZZ');
const round = (value: number) => Math.round(value * 100) / 100;
