import sql, { type Sql } from 'sql-template-tag';
import { Unreadable } from '../edifact/fault';
import { eachSegment } from '../edifact/interchange';
import { MARKED, Marks } from '../edifact/marks';
import { type Segment, Tokenizer } from '../edifact/tokenizer';

/** The first bytes of an interchange, which hold its UNA and UNB. */
export const HEAD_BYTES = 64 * 1024;

/** The marks of the segments of an interchange, as far as it can be read. */
export async function marksOf(bytes: Buffer): Promise<Marks> {
  const marks = new Marks();
  await eachReadable(
    () => new Tokenizer(bytes),
    (segment) => marks.take(segment),
  );
  return marks;
}

/** SQL: keeps the marks of an interchange with its bytes. */
export const keepingMarks = (
  { organization_id, id }: { organization_id: number; id: number },
  { begins, segments_count }: Marks,
): Sql => sql`
  UPDATE edi_payloads SET marks = ${begins}::integer[], segments_count = ${segments_count}
  WHERE organization_id = ${organization_id} AND edi_interchange_id = ${id}`;

/** The places of marks, counted from 1, between which segments are: behind the one of the number `from`, up to `until`. */
export const marksAround = (from: number, until: number) => ({
  first: Math.floor(from / MARKED) + 1,
  end: Math.ceil(until / MARKED) + 1,
});

/**
 * The segments of an interchange from one number to another.
 * @param head its first bytes
 * @param part its bytes from the mark at the place `first` of `marksAround` on
 */
export async function segmentsBetween(
  { from, until }: { from: number; until: number },
  { head, part }: { head: Buffer; part: Buffer },
): Promise<Segment[]> {
  const shown: Segment[] = [];
  const { first } = marksAround(from, until);
  await eachReadable(
    () => new Tokenizer(head).inPart(part, (first - 1) * MARKED + 1),
    (segment) => {
      if (segment.number > from && segment.number <= until) shown.push(segment);
      return segment.number < until;
    },
  );
  return shown;
}

/** Walks through segments up to the first that cannot be read. */
async function eachReadable(begin: () => Tokenizer, use: Parameters<typeof eachSegment>[1]): Promise<void> {
  try {
    await eachSegment(begin(), use);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
}
