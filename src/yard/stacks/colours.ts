import type { StackedContainer } from './stacks.view';

/** What the colour of a container may say. */
export const COLOURS = ['status', 'usage', 'shipping_line', 'held', 'dwell'] as const;
export type Colour = (typeof COLOURS)[number];

/** A colour with that of the text on it. */
export interface Paint {
  fill: string;
  ink: string;
}

/** An entry of the legend. */
export interface Shade extends Paint {
  label: string;
  count: number;
}

const [DARK, LIGHT] = ['#000000', '#ffffff'];
const UNKNOWN: Paint = { fill: '#d9d9d9', ink: DARK };

/** Colours that people with any kind of colour vision tell apart: the palette of Okabe and Ito. */
const APART: Paint[] = [
  { fill: '#56b4e9', ink: DARK },
  { fill: '#e69f00', ink: DARK },
  { fill: '#009e73', ink: LIGHT },
  { fill: '#f0e442', ink: DARK },
  { fill: '#0072b2', ink: LIGHT },
  { fill: '#d55e00', ink: LIGHT },
  { fill: '#cc79a7', ink: DARK },
];

/** Colours in an order that also shows in grey: five steps of viridis, from light to dark. */
const STEPS: Paint[] = [
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

/** The words that always have the same colour, whatever stands in the area. */
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
  const paintOfWord = (each: string): Paint => paints[words.indexOf(each)] ?? UNKNOWN;
  const named = words.map((label) => ({ ...paintOfWord(label), label, count: counts.get(label) ?? 0 }));
  const count = containers.length - named.reduce((sum, each) => sum + each.count, 0);
  const others: Shade[] = count
    ? [{ ...UNKNOWN, label: counts.size > words.length + 1 ? 'other' : 'unknown', count }]
    : [];
  return { legend: [...named, ...others], paintOf: (container) => paintOfWord(word(container)) };
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
