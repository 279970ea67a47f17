import { APART, DARK, GREY, LIGHT, type Paint } from '../../common/svg';
import type { StackedContainer } from './stacks.view';

/** What the colour of a container may say. */
export const COLOURS = ['status', 'usage', 'shipping_line', 'held', 'dwell', 'imdg'] as const;
export type Colour = (typeof COLOURS)[number];

/** An entry of the legend. */
export interface Shade extends Paint {
  label: string;
  count: number;
}

/** Colours in an order that also shows in grey: five steps of viridis, from light to dark. */
const STEPS: readonly Paint[] = [
  { fill: '#fde725', ink: DARK },
  { fill: '#7ad151', ink: DARK },
  { fill: '#22a884', ink: DARK },
  { fill: '#2a788e', ink: LIGHT },
  { fill: '#414487', ink: LIGHT },
];
/** The days of dwell below which each step lies; the last has no end. */
const DAYS = [3, 7, 14, 30];
const DWELLS = ['under 3 days', '3 to 7 days', '7 to 14 days', '14 to 30 days', '30 days or more'];
const DAY_MS = 86_400_000;

/** The words that always have the same colour, whatever is in the area. */
const FIXED: Partial<Record<Colour, string[]>> = {
  status: ['full', 'empty'],
  usage: ['import', 'export'],
  held: ['free', 'held'],
  dwell: DWELLS,
};

/** The colours of these containers, and what they mean. */
export function shadesOf(
  containers: StackedContainer[],
  colour: Colour,
  now: Date,
): { legend: Shade[]; paintOf: (container: StackedContainer) => Paint } {
  const word = (container: StackedContainer) => wordOf(container, colour, now);
  const counts = new Map<string, number>();
  for (const each of containers) counts.set(word(each), (counts.get(word(each)) ?? 0) + 1);
  const paints = colour === 'dwell' ? STEPS : APART;
  const words = FIXED[colour] ?? mostFirst(counts).slice(0, paints.length);
  const paintOfWord = (each: string): Paint => paints[words.indexOf(each)] ?? GREY;
  const named = words.map((label) => ({ ...paintOfWord(label), label, count: counts.get(label) ?? 0 }));
  const count = containers.length - named.reduce((sum, each) => sum + each.count, 0);
  const others: Shade[] = count
    ? [{ ...GREY, label: greyLabel(colour, counts.size > words.length + 1), count }]
    : [];
  return { legend: [...named, ...others], paintOf: (container) => paintOfWord(word(container)) };
}

/** What the containers without a colour of their own are called. */
function greyLabel(colour: Colour, isOfSeveral: boolean): string {
  if (isOfSeveral) return 'other';
  return colour === 'imdg' ? 'no dangerous goods' : 'unknown';
}

function wordOf(container: StackedContainer, colour: Colour, now: Date): string {
  switch (colour) {
    case 'status':
      return container.container_status ?? 'unknown';
    case 'usage':
      return container.usage ?? 'unknown';
    case 'shipping_line':
      return container.shipping_line ?? '';
    case 'held':
      return container.held ? 'held' : 'free';
    case 'imdg': {
      const [first] = container.imdg_classes;
      return first ? `class ${first[0]}` : '';
    }
    case 'dwell': {
      if (!container.here_since) return 'unknown';
      const days = (now.getTime() - Date.parse(container.here_since)) / DAY_MS;
      const step = DAYS.findIndex((end) => days < end);
      return DWELLS.at(step)!;
    }
  }
}

/** The words by how often they occur; without those that nobody knows. */
function mostFirst(counts: Map<string, number>): string[] {
  return [...counts]
    .filter(([label]) => label)
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .map(([label]) => label);
}
