import { cut, escape, type Paint, rect, svgOf, text } from '../../common/svg';
import { Turns } from '../../common/turns';
import { type Colour, type Shade, shadesOf } from './colours';
import type { Bay, RowOfBay, StackedContainer, Stacks } from './stacks.view';

/** Lengths in pixels. A number of eleven characters fits a container of 20 feet. */
const WIDTH = 1000;
const MARGIN = 16;
const SHORT = 84;
const LONG = 128;
const LAYER = 17;
const LABEL = 13;
const GAP = 10;
const LEFT = 44;

/** A slot in the picture: its width, and that of its empty places, which is the one of what is in it. */
interface Cell extends RowOfBay {
  width: number;
  free: number;
  layers: number;
}

/** A bay in the picture: its cells by row. */
interface Column {
  bay: string | null;
  width: number;
  cells: Map<string, Cell>;
}

/**
 * Draws the stacks of a yard area as an SVG of 1,000 pixels width: bays from left to right, in as many lines as it takes;
 * rows from top to bottom; in each slot the tiers from the ground up. What is in no slot is drawn below. Other work has its
 * turn meanwhile, since an area may have ten thousand slots.
 */
export async function draw(stacks: Stacks, colour: Colour, now: Date): Promise<string> {
  const { yard_area, bays, unplaced } = stacks;
  const all = [...bays.flatMap(({ rows }) => rows.flatMap(({ containers }) => containers)), ...unplaced];
  const { legend, paintOf } = shadesOf(all, colour, now);
  const drawing = drawingOf(stacks, legend, (container, x, y) => boxOf(container, paintOf(container), x, y));
  const [parts, turns] = [[] as string[], new Turns()];
  let next = drawing.next();
  for (; !next.done; next = drawing.next()) {
    parts.push(next.value);
    const given = turns.after();
    if (given) await given;
  }
  const height = next.value + MARGIN;
  return svgOf(WIDTH, height, `${yard_area.name}: ${all.length} containers`, parts.join(''));
}

/** The elements from the top down. Returns where they end. */
function* drawingOf({ yard_area, bays, unplaced }: Stacks, legend: Shade[], box: Box): Drawing {
  yield text(MARGIN, 28, yard_area.name, { size: 18, weight: 'bold' });
  let y = yield* drawLegend(legend, 44, bays);
  for (const line of linesOf(bays.map(columnOf))) y = yield* drawLine(line, y, box);
  return unplaced.length ? yield* drawUnplaced(unplaced, y, box) : y;
}

/** Elements, and where they end. */
type Drawing = Generator<string, number>;

type Box = (container: StackedContainer, x: number, y: number) => string;

function* drawLegend(legend: Shade[], y: number, bays: Bay[]): Drawing {
  const parts: string[] = [];
  let [x, top] = [MARGIN, y];
  const put = (width: number, part: (x: number, y: number) => string) => {
    if (x + width > WIDTH - MARGIN) [x, top] = [MARGIN, top + 18];
    parts.push(part(x, top));
    x += width;
  };
  for (const { label, count, fill } of legend) {
    const words = `${cut(label, 24)}: ${count}`;
    put(
      34 + words.length * 7,
      (left, at) => rect(left, at, 14, 12, fill) + text(left + 20, at + 10, words, { size: 12 }),
    );
  }
  const hasPlugs = bays.some(({ rows }) => rows.some(({ slot }) => slot.reefer_plug));
  put(120, (left, at) => rect(left, at, 14, 12) + text(left + 20, at + 10, 'no container', { size: 12 }));
  if (hasPlugs) put(90, (left, at) => plug(left + 4, at) + text(left + 20, at + 10, 'plug', { size: 12 }));
  yield* parts;
  return top + 30;
}

function columnOf({ bay, rows }: Bay): Column {
  const cells = new Map<string, Cell>();
  for (const row of rows) {
    const layers = Math.max(
      row.slot.tiers ?? 1,
      row.containers.length,
      ...row.containers.map(({ tier }) => tier ?? 0),
    );
    const isShort =
      row.slot.teu === 1 || (row.slot.tiers === null && row.containers.every(({ size }) => !isLong(size)));
    const name = row.row ?? '';
    // Slots of one bay that say no row stand below each other.
    const key = cells.has(name) || !name ? `${name}\u0000${cells.size}` : name;
    const width = isShort ? SHORT : LONG;
    const free = row.containers.length
      ? Math.max(...row.containers.map(({ size }) => lengthOf(size)))
      : width;
    cells.set(key, { ...row, layers, width, free });
  }
  return { bay, width: Math.max(...[...cells.values()].map(({ width }) => width)), cells };
}

/** The bays in lines that are as wide as the picture. */
function linesOf(columns: Column[]): Column[][] {
  const lines: Column[][] = [];
  let room = 0;
  for (const column of columns) {
    if (column.width > room) {
      lines.push([]);
      room = WIDTH - LEFT - MARGIN;
    }
    lines.at(-1)!.push(column);
    room -= column.width + GAP;
  }
  return lines;
}

function* drawLine(columns: Column[], top: number, box: Box): Drawing {
  const rows = rowsOf(columns);
  let x = LEFT;
  yield text(MARGIN, top + 10, 'Bay', { size: 12 });
  for (const { bay, width } of columns) {
    yield text(x, top + 10, bay === null ? 'no bay' : cut(bay, 8), { size: 12, weight: 'bold' });
    x += width + GAP;
  }
  let y = top + 18;
  if (rows.some((row) => nameOf(row))) yield text(MARGIN, y + 10, 'Row', { size: 12 });
  for (const row of rows) {
    const height = LABEL + LAYER * Math.max(...columns.map(({ cells }) => cells.get(row)?.layers ?? 1));
    const name = nameOf(row);
    if (name) yield text(MARGIN, y + height - 4, cut(name, 4), { size: 12, weight: 'bold' });
    x = LEFT;
    for (const { cells, width } of columns) {
      const cell = cells.get(row);
      if (cell) yield drawCell(cell, x, y + height, box);
      x += width + GAP;
    }
    y += height + GAP;
  }
  return y + GAP;
}

/** The name of a row, which is blank for slots that say none. */
const nameOf = (row: string) => row.split('\u0000')[0]!;

/** The rows of these bays in their order: each bay has them in order, and may lack some. */
function rowsOf(columns: Column[]): string[] {
  const collator = new Intl.Collator('en', { numeric: true });
  const order = (row: string) => row.split('\u0000') as [string, string?];
  const names = new Set(columns.flatMap(({ cells }) => [...cells.keys()]));
  return [...names].sort((one, other) => {
    const [[a, nth = '0'], [b, mth = '0']] = [order(one), order(other)];
    return Number(!a) - Number(!b) || collator.compare(a, b) || Number(nth) - Number(mth);
  });
}

/** A slot, which is on `ground`: its label, its containers, and the empty places above them. */
function drawCell(
  { slot, containers, layers, width, free }: Cell,
  x: number,
  ground: number,
  box: Box,
): string {
  const tiers = new Map(containers.map((each, at) => [each.tier ?? at + 1, each]));
  const parts: string[] = [];
  for (let tier = 1; tier <= layers; tier++) {
    const container = tiers.get(tier);
    const y = ground - tier * LAYER;
    if (container) parts.push(box(container, x, y));
    else if (slot.tiers) parts.push(rect(x, y, free, LAYER - 2));
  }
  const mark = slot.reefer_plug ? plug(x + width - 8, ground - layers * LAYER - 11) : '';
  const name = text(x, ground - layers * LAYER - 3, cut(slot.name, width === LONG ? 18 : 11), { size: 10 });
  const floor = `<path d="M${x} ${ground}h${width}" stroke="#404040" stroke-width="2"/>`;
  return `<g><title>${escape(slot.name)}</title>${name}${mark}</g>${parts.join('')}${floor}`;
}

function* drawUnplaced(unplaced: StackedContainer[], top: number, box: Box): Drawing {
  yield text(MARGIN, top + 10, `Without a slot: ${unplaced.length}`, { size: 12, weight: 'bold' });
  let [x, y] = [MARGIN, top + 18];
  for (const container of unplaced) {
    if (x + LONG > WIDTH - MARGIN) [x, y] = [MARGIN, y + LAYER + 4];
    yield box(container, x, y);
    x += LONG + GAP;
  }
  return y + LAYER + GAP;
}

/** A container; pointing at it shows what is known of it. */
function boxOf(container: StackedContainer, { fill, ink }: Paint, x: number, y: number): string {
  const { number, size, container_status, usage, shipping_line, held, here_since, weight, tier } = container;
  const { imdg_classes } = container;
  const known = [
    number,
    size && `${size} feet`,
    container_status,
    usage,
    shipping_line,
    weight && `weight ${weight}`,
    imdg_classes.length && `dangerous: ${imdg_classes.join(' ')}`,
    held && 'held',
    tier && `tier ${tier}`,
    here_since && `since ${here_since.slice(0, 16).replace('T', ' ')} UTC`,
  ];
  const label = text(x + 4, y + 11, cut(number, 11), { size: 11, fill: ink });
  return `<g><title>${escape(known.filter(Boolean).join(', '))}</title>${rect(x, y, lengthOf(size), LAYER - 2, fill)}${label}</g>`;
}

const isLong = (size: number | null) => (size ?? 0) > 20;
const lengthOf = (size: number | null) => (isLong(size) ? LONG : SHORT);

/** A flash, for a plug. */
const plug = (x: number, y: number) =>
  `<path d="M${x + 5} ${y}l-5 6h3l-1 5 5-6h-3z" fill="#d55e00" stroke="#404040" stroke-width="0.5"/>`;
