import { eachSegment, type MessageHeader } from '../../edifact/interchange';
import { value, type Segment, type Tokenizer } from '../../edifact/tokenizer';
import { Findings } from './findings';
import type { Head } from './head';

/** What one segment becomes. The reader walks these, and docs/edi-messages.md shows them. */
export interface Row<S> {
  tag: string;
  /** The first value of the segment, or any of several; left out: every one. */
  qualifier?: string | readonly string[];
  /** How the page shows the segment, where tag and qualifier do not say it. */
  shown?: string;
  becomes: string;
  take: (state: S, segment: Segment) => void;
}

/** Segments that belong together. A section lasts until the segment that opens another one. */
export interface Section<S> {
  title: string;
  /** The segment that it begins with; the first section has none. */
  opens?: Row<S>;
  rows: Row<S>[];
}

/** A message: what it is for, its segments, and what is made of them. */
export interface Declaration<S extends State = State, T = unknown> {
  message: string;
  about: string;
  sections: readonly Section<S>[];
  start: (findings: Findings, settings: Settings) => S;
  end: (state: S) => Omit<Read<T>, 'findings'>;
}

/** What a reader has to know of the organization. */
export interface Settings {
  weight_unit: string;
}

/** What a reader has learnt so far. */
export interface State {
  readonly findings: Findings;
  readonly settings: Settings;
}

/** A message that was read. */
export interface Read<T> {
  /** What every document has; null for messages that are none. */
  head: Head | null;
  /** What it says, without what is wrong by itself; null when nothing can be made of it. */
  said: T | null;
  findings: Findings;
}

/** Takes the segments of a message one by one. */
export interface MessageReader<T> {
  take(segment: Segment): void;
  end(): Read<T>;
}

type Rows<S> = ReadonlyMap<string, readonly { row: Row<S>; section?: number }[]>;

/** A reader of a declared message. Segments that are not declared are passed over. */
export function readerOf<S extends State, T>(
  { sections, start, end }: Declaration<S, T>,
  settings: Settings,
): MessageReader<T> {
  const findings = new Findings();
  const state = start(findings, settings);
  const openings = byTag(sections.flatMap(({ opens }, section) => (opens ? [{ row: opens, section }] : [])));
  const rows = sections.map((section) => byTag(section.rows.map((row) => ({ row }))));
  let current = 0;
  return {
    take(segment) {
      const opening = find(openings, segment);
      if (opening) current = opening.section!;
      (opening ?? find(rows[current]!, segment))?.row.take(state, segment);
    },
    end: () => ({ ...end(state), findings }),
  };
}

function byTag<S>(all: { row: Row<S>; section?: number }[]): Rows<S> {
  const rows = new Map<string, { row: Row<S>; section?: number }[]>();
  for (const each of all) rows.set(each.row.tag, [...(rows.get(each.row.tag) ?? []), each]);
  return rows;
}

function find<S>(rows: Rows<S>, segment: Segment) {
  const qualifier = value(segment, 1);
  return rows.get(segment.tag)?.find(({ row }) => {
    if (row.qualifier === undefined) return true;
    return typeof row.qualifier === 'string'
      ? row.qualifier === qualifier
      : row.qualifier.includes(qualifier);
  });
}

/** Reads one message of an interchange, and gives other work its turn. */
export async function readMessage<T>(
  tokenizer: Tokenizer,
  { first, segments_count }: Pick<MessageHeader, 'first' | 'segments_count'>,
  reader: MessageReader<T>,
): Promise<Read<T>> {
  const last = first.number + segments_count - 1;
  await eachSegment(tokenizer.from(first), (segment) => {
    reader.take(segment);
    return segment.number < last;
  });
  return reader.end();
}
