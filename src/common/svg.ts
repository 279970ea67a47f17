import { xmlText } from './xml';

/** A colour with that of the text on it. */
export interface Paint {
  fill: string;
  ink: string;
}

export const [DARK, LIGHT] = ['#000000', '#ffffff'];
/** What is not told apart: what nobody knows, or everything else. */
export const GREY: Paint = { fill: '#d9d9d9', ink: DARK };

/** Colours that people with any kind of colour vision tell apart: the palette of Okabe and Ito. */
export const APART: readonly Paint[] = [
  { fill: '#56b4e9', ink: DARK },
  { fill: '#e69f00', ink: DARK },
  { fill: '#009e73', ink: LIGHT },
  { fill: '#f0e442', ink: DARK },
  { fill: '#0072b2', ink: LIGHT },
  { fill: '#d55e00', ink: LIGHT },
  { fill: '#cc79a7', ink: DARK },
];

/** An SVG of a size in pixels. Nothing in it needs a style sheet or a script, so that the policy of the service lets browsers show it. */
export function svgOf(width: number, height: number, title: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" role="img"><title>${escape(title)}</title><rect width="${width}" height="${height}" fill="#ffffff"/>${content}</svg>`;
}

/** A rectangle; without a colour it is an outline. */
export function rect(x: number, y: number, width: number, height: number, fill?: string): string {
  const paint = fill ? `fill="${fill}" stroke="#404040"` : 'fill="none" stroke="#b8b8b8"';
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${paint}/>`;
}

export function text(
  x: number,
  y: number,
  words: string,
  {
    size,
    weight,
    fill = DARK,
    anchor,
  }: { size: number; weight?: string; fill?: string; anchor?: 'middle' | 'end' },
): string {
  const bold = weight ? ` font-weight="${weight}"` : '';
  const at = anchor ? ` text-anchor="${anchor}"` : '';
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${bold}${at}>${escape(words)}</text>`;
}

/** A text of so many characters at most. */
export function cut(words: string, most: number): string {
  const characters = [...words];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : words;
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as the content of an element or an attribute, without what XML 1.0 forbids. */
export const escape = (words: string) =>
  xmlText(words).replace(/[&<>"]/g, (character) => ESCAPED[character]!);
