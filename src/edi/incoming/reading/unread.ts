import { value, type Segment } from '../../edifact/tokenizer';
import type { Findings } from './findings';
import { textOf } from './words';

/** The segments of which the first value says what they are about. */
const QUALIFIED: ReadonlySet<string> = new Set(
  'ATT CNT CTA DIM DTM EQA EQD FTX LOC MEA MOA NAD PCD PIA QTY RFF RNG STS TDT TMP'.split(' '),
);
/** The segments that measure: without a number they have no value. */
const MEASURING: ReadonlySet<string> = new Set(['DIM', 'MEA', 'RNG', 'TMP']);
/** How many kinds of segment the warning names. */
const MOST_NAMED = 50;

/** What a segment is about: its first value; of a MEA what is measured, which SMDG 1.5 and 2 have first. */
export function subjectOf(segment: Segment): string {
  const first = value(segment, 1);
  return segment.tag === 'MEA' ? value(segment, 2) || first : first;
}

/** Counts the segments with a value that a reader passes over. */
export class Unread {
  private readonly counts = new Map<string, number>();
  /** Those of kinds beyond the ones that are named. */
  private others = 0;

  /** @param passes what is known and deliberately not kept: names such as `TMD`, `NAD+CN` */
  add(segment: Segment, passes: ReadonlySet<string>): void {
    const { tag } = segment;
    if (tag.startsWith('UN') || passes.has(tag) || !hasValue(segment)) return;
    const name = nameOf(segment);
    if (passes.has(name)) return;
    const count = this.counts.get(name);
    if (count === undefined && this.counts.size === MOST_NAMED) this.others++;
    else this.counts.set(name, (count ?? 0) + 1);
  }

  /** Names what was counted in one warning, in the order of tags. */
  warn(findings: Findings): void {
    if (!this.counts.size) return;
    const named = [...this.counts].sort(([one], [other]) => (one < other ? -1 : 1));
    const all = named.map(([name, count]) => `${name} ×${count}`).join(', ');
    const more = this.others ? `, and ${this.others} others` : '';
    findings.warnOfAll('not_read', `The message has segments that are not read: ${all}${more}.`);
  }
}

/** A tag with its qualifier, as the segment begins: `LOC+76`, `MEA+AAE+AAW`. */
function nameOf(segment: Segment): string {
  if (!QUALIFIED.has(segment.tag)) return segment.tag;
  const places = segment.tag === 'MEA' ? [1, 2] : [1];
  const codes = places.map((place) => textOf(segment, place)).filter((code) => /^\w{1,3}$/.test(code));
  return [segment.tag, ...codes].join('+');
}

/** Whether a segment has a value beside its qualifier. */
function hasValue({ tag, elements }: Segment): boolean {
  if (MEASURING.has(tag))
    return elements
      .slice(1)
      .flat()
      .some((each) => /\d/.test(each));
  const values = elements.flat().filter((each) => each.trim() !== '');
  return values.length > (QUALIFIED.has(tag) && (elements[0]?.[0] ?? '') !== '' ? 1 : 0);
}
