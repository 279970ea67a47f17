import { empty, h, svg } from './dom';
import { dayIn, startOf } from './format';

/** What stands on a line of a timeline from one time to another, in milliseconds. */
export interface Bar {
  id: string;
  /** The line, such as a berth. */
  line: string;
  start: number;
  end: number;
  href: string;
  /** `here`, `gone` or `expected`: how it is drawn. */
  state: 'here' | 'gone' | 'expected';
  /** What stands on it, in two lines, and what is said of it in full. */
  title: string;
  text: string;
  words: string;
  /** How much of it is done, from 0 to 1. */
  done: number;
}

const DAY = 86_400_000;
/** Sizes in pixels: a day's least width, a bar's height, what is above the bars, and below those of a line. */
const [WIDE, HIGH, HEAD, GAP] = [64, 34, 30, 12] as const;

/**
 * Bars on lines over some days of the terminal, and now as a line. Bars that overlap are drawn one below the other.
 * @param from when the first day begins, in milliseconds
 */
export function timeline(label: string, bars: Bar[], from: number, days: number, zone: string): HTMLElement {
  const until = from + days * DAY;
  const drawn = bars
    .filter(({ start, end }) => start < until && end > from)
    .sort((a, b) => a.start - b.start);
  if (!drawn.length) return empty('Nothing is here in these days.');

  const width = Math.max(days * WIDE, document.querySelector('main')!.clientWidth - 180);
  const x = (time: number) => ((Math.min(Math.max(time, from), until) - from) / (until - from)) * width;
  const parts: Node[] = [];
  const names: Node[] = [];
  let y: number = HEAD;
  for (const line of [...new Set(drawn.map((each) => each.line))].sort()) {
    const lanes: number[] = [];
    parts.push(svg('line', { x1: '0', x2: `${width}`, y1: `${y - GAP / 2}`, y2: `${y - GAP / 2}` }));
    for (const each of drawn.filter((bar) => bar.line === line)) {
      const free = lanes.findIndex((end) => end <= x(each.start));
      const lane = free < 0 ? lanes.length : free;
      // words that are longer than their bar go on behind it
      lanes[lane] = Math.max(x(each.end), x(each.start) + wordsOf(each));
      parts.push(drawBar(each, x, y + lane * (HIGH + 4)));
    }
    const high = lanes.length * (HIGH + 4) + GAP;
    names.push(h('div', { style: `height: ${high}px` }, line));
    y += high;
  }
  const now = Date.now();
  const at = { x1: `${x(now)}`, x2: `${x(now)}`, y1: '0', y2: `${y}`, class: 'now' };
  const grid = Array.from({ length: days }, (_, index) => drawDay(from + (index + 0.5) * DAY, x, y, zone));
  const size = { width: `${width}`, height: `${y}`, role: 'group', 'aria-label': label };
  const line = now > from && now < until ? svg('line', at, svg('title', {}, 'Now')) : '';
  const drawing = svg('svg', size, ...grid.flat(), line, ...parts);
  const scroll = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, drawing);
  // now is in sight on a phone, too; who has gone elsewhere stays there when it is drawn anew
  const gone = document.querySelector('.scroll')?.scrollLeft ?? Math.max(0, x(now) - WIDE);
  requestAnimationFrame(() => (scroll.scrollLeft = gone));
  const lines = h('div', { class: 'lines', style: `padding-top: ${HEAD}px` }, ...names);
  return h('div', { class: 'timeline' }, lines, scroll);
}

/** About how wide the words on a bar are, in pixels. */
const wordsOf = ({ title, text }: Bar) => 16 + Math.max(title.length * 7.5, text.length * 6.5);

function drawDay(noon: number, x: (time: number) => number, high: number, zone: string): Node[] {
  const date = dayIn(zone, noon);
  const [left, right] = [x(startOf(date, zone)), x(startOf(dayIn(zone, noon + DAY), zone))];
  const { lang } = document.documentElement;
  const word = new Intl.DateTimeFormat(lang, { timeZone: zone, weekday: 'short', day: 'numeric' }).format(
    noon,
  );
  const isWeekend = [0, 6].includes(new Date(date).getUTCDay());
  const ground = { x: `${left}`, y: '0', width: `${right - left}`, height: `${high}` };
  return [
    svg('rect', { ...ground, class: isWeekend ? 'weekend' : 'weekday' }),
    svg('line', { x1: `${left}`, x2: `${left}`, y1: '0', y2: `${high}` }),
    svg('text', { x: `${left + 6}`, y: '17', class: 'day' }, word),
  ];
}

function drawBar(
  { id, start, end, href, state, title, text, words, done }: Bar,
  x: (time: number) => number,
  y: number,
) {
  const [left, wide] = [x(start), Math.max(x(end) - x(start), 6)];
  const box = { x: `${left}`, y: `${y}`, width: `${wide}`, height: `${HIGH}`, rx: '5' };
  const clip = { 'clip-path': `url(#clip-${id})` };
  return svg(
    'a',
    { href, class: `bar ${state}`, id: `bar-${id}` },
    svg('title', {}, words),
    svg('clipPath', { id: `clip-${id}` }, svg('rect', box)),
    svg('rect', box),
    done > 0 ? svg('rect', { ...box, ...clip, rx: '0', width: `${wide * done}`, class: 'done' }) : '',
    svg('text', { x: `${left + 8}`, y: `${y + 14}`, 'aria-hidden': 'true' }, title),
    svg('text', { x: `${left + 8}`, y: `${y + 28}`, class: 'small', 'aria-hidden': 'true' }, text),
  );
}
