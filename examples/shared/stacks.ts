import type { Answer } from '@wharfinger/client';
import { h, joined, svg } from './dom';

export type Stacks = Answer<'showStacks'>;
type Bay = Stacks['bays'][number];
export type Box = Bay['rows'][number]['containers'][number];

/** How a box is drawn: its address, which colour of the legend it has, and what is done when it is pointed at. */
export interface Drawn {
  href: (box: Box) => string;
  step: (box: Box) => number;
  tell: (box: Box, slot: string) => void;
}

/** The size of a cell, in pixels. */
const [WIDE, HIGH] = [44, 30] as const;

/**
 * The bays of a yard area, each as somebody sees it who stands before its end: rows side by side, tiers above one another. What
 * stands in the area without a slot comes last.
 */
export function drawStacks({ bays, unplaced }: Stacks, drawn: Drawn): HTMLElement[] {
  const loose = unplaced.map((box) => {
    const size = { width: `${WIDE}`, height: `${HIGH}`, role: 'group', 'aria-label': 'Container' };
    return svg('svg', size, drawBox(box, 'without a slot', 0, 0, drawn));
  });
  const figures = bays.filter(({ rows }) => rows.length).map((bay) => drawBay(bay, drawn));
  if (!loose.length) return figures;
  return [
    ...figures,
    h('figure', { class: 'loose' }, h('figcaption', {}, 'Without a slot'), h('div', {}, ...loose)),
  ];
}

function drawBay({ bay, rows }: Bay, drawn: Drawn): HTMLElement {
  const highest = ({ slot, containers }: Bay['rows'][number]) =>
    Math.max(slot.tiers ?? 1, ...containers.map(({ tier }, at) => tier ?? at + 1));
  const tiers = Math.max(...rows.map(highest));
  const [width, height] = [rows.length * WIDE, tiers * HIGH];
  const cells = rows.flatMap((row, across) => {
    const places = Array.from({ length: highest(row) }, (_, tier) =>
      svg('rect', { class: 'place', ...cell(across * WIDE, height - (tier + 1) * HIGH) }),
    );
    const boxes = row.containers.map((box, at) =>
      drawBox(box, row.slot.name, across * WIDE, height - (box.tier ?? at + 1) * HIGH, drawn),
    );
    const middle = { x: `${across * WIDE + WIDE / 2}`, y: `${height + 14}`, class: 'row' };
    return [...places, ...boxes, svg('text', middle, row.slot.name)];
  });
  const title = bay ? `Bay ${bay}` : 'Without a bay';
  const size = { width: `${width}`, height: `${height + 20}`, role: 'group', 'aria-label': title };
  const ground = { class: 'ground', x1: '0', x2: `${width}`, y1: `${height}`, y2: `${height}` };
  return h('figure', {}, h('figcaption', {}, title), svg('svg', size, ...cells, svg('line', ground)));
}

function drawBox(box: Box, slot: string, x: number, y: number, { href, step, tell }: Drawn) {
  const tier = box.tier !== null && `tier ${box.tier}`;
  const words = [box.number, slot, box.shipping_line, box.container_status, box.usage, box.held && 'held'];
  const told = () => tell(box, slot);
  const properties = {
    id: `box-${box.number}`,
    href: href(box),
    class: `box step-${step(box)}`,
    'data-words': words.join(' ').toLowerCase(),
    onmouseenter: told,
    onfocus: told,
  };
  // the serial number tells boxes of a line apart
  const number = svg(
    'text',
    { x: `${x + WIDE / 2}`, y: `${y + 19}`, 'aria-hidden': 'true' },
    box.number.slice(-5, -1),
  );
  const held = svg('circle', { cx: `${x + WIDE - 7}`, cy: `${y + 7}`, r: '3.5' });
  const title = svg('title', {}, joined(box.number, slot, tier, box.held && 'held'));
  return svg('a', properties, title, svg('rect', cell(x, y)), number, box.held ? held : '');
}

const cell = (x: number, y: number) => ({
  x: `${x + 1}`,
  y: `${y + 1}`,
  width: `${WIDE - 2}`,
  height: `${HIGH - 2}`,
  rx: '3',
});
