import { groupBy } from '../../../common/group-by';
import { eachSegment, type MessageHeader } from '../../edifact/interchange';
import type { Segment, Tokenizer } from '../../edifact/tokenizer';
import { Findings } from './findings';
import type { Head } from './head';
import { subjectOf, Unread } from './unread';

/** What one segment becomes. The reader walks these, and docs/edi-messages.md shows them. */
export interface Row<S> {
  tag: string;
  /** What the segment is about, or any of several; left out: whatever it is about. */
  qualifier?: string | readonly string[];
  /** How the page shows the segment, where tag and qualifier do not say it. */
  shown?: string;
  becomes: string;
  /** Which one counts where the segment group has several: the first, unless this says otherwise. */
  repeats?: 'last' | 'each';
  /** What is done with the segment; left out: it only opens its group, and counts as one that is not read. */
  take?: (state: S, segment: Segment) => void;
}

/** A segment group: the segment that opens it, its members, and the groups inside of it. */
export interface Group<S> {
  opens: Row<S>;
  rows?: Row<S>[];
  groups?: Group<S>[];
  /** Tags of which every segment belongs to the group, whatever it is about. */
  own?: readonly string[];
}

/** A segment group at the top of a message. It lasts until the segment that opens another one. */
export interface Section<S> {
  title: string;
  /** The segment that it begins with; the first section has none. */
  opens?: Row<S>;
  rows: Row<S>[];
  groups?: Group<S>[];
  /** What is known and deliberately not kept, as `TMD` or `DTM+132`: it does not count as not read. */
  passes?: readonly string[];
}

/** A message: what it is for, its segment groups, and what is made of them. */
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
  /** What the message says, without what is wrong by itself; null when nothing can be made of it. */
  content: T | null;
  findings: Findings;
}

/** Takes the segments of a message one by one. */
export interface MessageReader<T> {
  take(segment: Segment): void;
  end(): Read<T>;
}

/** A group as the reader walks it: its rows by the tag of their segment, before them those that open a group inside of it. */
interface Level<S> {
  rows: Rows<S>;
  own: ReadonlySet<string>;
}

type Rows<S, T = Level<S> | null> = ReadonlyMap<string, readonly Opening<S, T>[]>;

interface Opening<S, T> {
  row: Row<S>;
  /** The group that the row opens; null for a member. */
  opened: T;
}

interface Top<S> {
  level: Level<S>;
  passes: ReadonlySet<string>;
}

/** A reader of a declared message. Segments with a value that no row takes are counted in the warning `not_read`. */
export function readerOf<S extends State, T>(
  { sections, start, end }: Declaration<S, T>,
  settings: Settings,
): MessageReader<T> {
  const findings = new Findings();
  const state = start(findings, settings);
  const tops = sections.map((section) => ({ opens: section.opens, opened: topOf(section) }));
  const openings = byTag(tops.flatMap(({ opens, opened }) => (opens ? [{ row: opens, opened }] : [])));
  const unread = new Unread();
  let top = tops[0]!.opened;
  /** The group of the last segment, behind those that it is in. */
  let path = [top.level];

  /** The row of a segment; from here on the path leads to the group that the segment is in. */
  function follow(segment: Segment): Row<S> | undefined {
    const subject = subjectOf(segment);
    const opening = find(openings, segment.tag, subject);
    if (opening) {
      top = opening.opened;
      path = [top.level];
      return opening.row;
    }
    for (let depth = path.length; depth > 0; depth--) {
      const level = path[depth - 1]!;
      const found = find(level.rows, segment.tag, subject);
      if (!found && !level.own.has(segment.tag)) continue;
      path.length = depth;
      if (found?.opened) path.push(found.opened);
      return found?.row;
    }
    path.length = 1;
    return undefined;
  }
  return {
    take(segment) {
      const row = follow(segment);
      row?.take?.(state, segment);
      if (!row?.take) unread.add(segment, top.passes);
    },
    end() {
      const read = end(state);
      unread.warn(findings);
      return { ...read, findings };
    },
  };
}

const NOTHING: ReadonlySet<string> = new Set();

const topOf = <S>(section: Section<S>): Top<S> => ({
  level: levelOf(section),
  passes: new Set(section.passes),
});

function levelOf<S>({ rows = [], groups = [], own }: Pick<Group<S>, 'rows' | 'groups' | 'own'>): Level<S> {
  const openings = groups.map((group) => ({ row: group.opens, opened: levelOf(group) }));
  const members = rows.map((row) => ({ row, opened: null }));
  return { rows: byTag<S, Level<S> | null>([...openings, ...members]), own: own ? new Set(own) : NOTHING };
}

function byTag<S, T>(all: Opening<S, T>[]): Rows<S, T> {
  return groupBy(all, ({ row }) => row.tag);
}

function find<S, T>(rows: Rows<S, T>, tag: string, subject: string) {
  return rows.get(tag)?.find(({ row: { qualifier } }) => {
    if (qualifier === undefined) return true;
    return typeof qualifier === 'string' ? qualifier === subject : qualifier.includes(subject);
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
