import { APART, cut, escape, GREY, rect, svgOf, text } from '../../common/svg';
import type { Chart } from './chart';

/** Lengths in pixels. */
const HEIGHT = 420;
const LEFT = 64;
const RIGHT = 20;
const BOTTOM = 40;
const LINE = 20;
/** How wide a character of a label is at most. */
const CHARACTER = 6.5;
const MOST_TICKS = 6;
const LONGEST_LABEL = 14;

/** The place of the plot in the picture, and its axis. */
interface Frame {
  width: number;
  top: number;
  ticks: number[];
  /** The y of a value. */
  y: (value: number) => number;
  /** The width of a category. */
  step: number;
}

/**
 * Draws a chart as an SVG: stacked bars, bars side by side, or lines, with a legend above, and a title for each value. Labels of
 * categories are left out where they would stand on each other.
 */
export function drawChart(chart: Chart, subtitle: string, width: number): string {
  const { categories, series, title, form, unit } = chart;
  const { parts: legend, bottom } = legendOf(chart, width);
  const top = bottom + 16;
  const ticks = ticksOf(...extentOf(chart));
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const bottomOfPlot = HEIGHT - BOTTOM;
  const y = (value: number) => round(bottomOfPlot - ((value - low) / (high - low)) * (bottomOfPlot - top));
  const step = (width - LEFT - RIGHT) / Math.max(categories.length, 1);
  const frame: Frame = { width, top, ticks, y, step };
  const content = [
    text(16, 26, cut(title, Math.floor(width / 10)), { size: 18, weight: 'bold' }),
    text(16, 44, cut(subtitle, Math.floor(width / 7)), { size: 12, fill: '#404040' }),
    ...legend,
    ...axes(frame, unit),
    ...labels(categories, frame),
    ...(form === 'lines' ? lines(chart, frame) : bars(chart, frame)),
    series.some(({ values }) => values.some((value) => value !== null))
      ? ''
      : text(width / 2, (top + bottomOfPlot) / 2, 'Nothing in this span.', { size: 14, anchor: 'middle' }),
  ];
  return svgOf(width, HEIGHT, `${title}, ${subtitle}`, content.join(''));
}

const paintOf = ({ series }: Chart, at: number) => (series[at]!.isOther ? GREY : APART[at % APART.length]!);

function legendOf(chart: Chart, width: number): { parts: string[]; bottom: number } {
  const parts: string[] = [];
  let [x, y] = [16, 58];
  for (const [at, { label }] of chart.series.entries()) {
    const words = cut(label, 24);
    const room = 34 + [...words].length * CHARACTER;
    if (x + room > width - RIGHT && x > 16) [x, y] = [16, y + LINE];
    parts.push(rect(x, y, 14, 12, paintOf(chart, at).fill), text(x + 20, y + 10, words, { size: 12 }));
    x += room;
  }
  return { parts, bottom: y + LINE };
}

/** The least and the greatest value that is drawn, 0 included. */
function extentOf({ form, series, categories }: Chart): [low: number, high: number] {
  const all = categories.flatMap((_, at) => {
    const values = series.map(({ values }) => values[at] ?? 0);
    if (form !== 'stacked') return values;
    const sum = (sign: number) =>
      values.reduce((total, value) => (value * sign > 0 ? total + value : total), 0);
    return [sum(1), sum(-1)];
  });
  return [
    all.reduce((least, each) => Math.min(least, each), 0),
    all.reduce((most, each) => Math.max(most, each), 0),
  ];
}

/** Round numbers from one at or below `low` to one at or above `high`: steps of 1, 2 or 5 and zeros. */
export function ticksOf(low: number, high: number): number[] {
  const rough = (high - low || 1) / (MOST_TICKS - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough * (1 - 1e-9))!;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  const ticks: number[] = [];
  for (let at = first; at <= Math.max(last, first + 1); at++) ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

function* axes({ width, top, ticks, y }: Frame, unit: string): Generator<string> {
  if (unit) yield text(16, top - 8, unit, { size: 11, fill: '#404040' });
  for (const tick of ticks) {
    const colour = tick === 0 ? '#404040' : '#d0d0d0';
    yield `<path d="M${LEFT} ${y(tick)}H${width - RIGHT}" stroke="${colour}"/>`;
    yield text(LEFT - 8, y(tick) + 4, numberOf(tick), { size: 11, anchor: 'end' });
  }
}

/** The labels of as many categories as have room beside each other. */
function* labels(categories: string[], { step, width }: Frame): Generator<string> {
  const shown = categories.map((each) => cut(each, LONGEST_LABEL));
  const room = Math.max(0, ...shown.map((each) => [...each].length)) * CHARACTER + 8;
  const every = Math.max(1, Math.ceil(room / step));
  for (let at = 0; at < shown.length; at += every) {
    const middle = LEFT + (at + 0.5) * step;
    // the last one stays within the picture
    if (middle + room / 2 > width && at > 0) return;
    const x = Math.max(middle, room / 2);
    yield `<path d="M${round(middle)} ${HEIGHT - BOTTOM}v4" stroke="#404040"/>`;
    yield text(round(x), HEIGHT - BOTTOM + 18, shown[at]!, { size: 11, anchor: 'middle' });
  }
}

function* bars(chart: Chart, { step, y }: Frame): Generator<string> {
  const { categories, series, form } = chart;
  const beside = form === 'side by side' ? series.length : 1;
  const width = Math.max(0.5, (step * 0.8) / beside);
  const edge = width > 4 ? ' stroke="#404040" stroke-width="0.5"' : '';
  for (const [at, category] of categories.entries()) {
    const ends: Record<number, number> = { 1: 0, [-1]: 0 };
    for (const [nth, { label, values }] of series.entries()) {
      const value = values[at];
      if (!value) continue;
      const sign = Math.sign(value);
      const from = form === 'stacked' ? ends[sign]! : 0;
      ends[sign] = from + value;
      const x = LEFT + at * step + step * 0.1 + (form === 'stacked' ? 0 : nth * width);
      const [top, bottom] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))];
      yield `<rect x="${round(x)}" y="${top}" width="${round(width)}" height="${round(bottom - top)}" fill="${paintOf(chart, nth).fill}"${edge}>${titleOf(category, label, value, chart)}</rect>`;
    }
  }
}

function* lines(chart: Chart, { step, y }: Frame): Generator<string> {
  const { categories, series } = chart;
  const radius = categories.length > 100 ? 1.5 : 3;
  for (const [nth, { label, values }] of series.entries()) {
    const { fill } = paintOf(chart, nth);
    const x = (at: number) => round(LEFT + (at + 0.5) * step);
    // where there is no value the line is broken
    const path = values
      .map((value, at) =>
        value === null ? '' : `${at > 0 && values[at - 1] !== null ? 'L' : 'M'}${x(at)} ${y(value)}`,
      )
      .join('');
    yield `<path d="${path || 'M0 0'}" fill="none" stroke="${fill}" stroke-width="2"/>`;
    for (const [at, value] of values.entries())
      if (value !== null)
        yield `<circle cx="${x(at)}" cy="${y(value)}" r="${radius}" fill="${fill}" stroke="#404040" stroke-width="0.5">${titleOf(categories[at]!, label, value, chart)}</circle>`;
  }
}

const titleOf = (category: string, label: string, value: number, { unit }: Chart) =>
  `<title>${escape(`${category}, ${label}: ${numberOf(value)}${unit && ` ${unit}`}`)}</title>`;

const numberOf = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 6 });
const round = (value: number) => Math.round(value * 100) / 100;
