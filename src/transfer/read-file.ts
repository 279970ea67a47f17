import { isUtf8 } from 'node:buffer';
import type { ReadStream } from 'node:fs';
import { ForbiddenKey, parseJson } from '../common/input/parse-json';

/** A line as a file has it: the object that it says, if it can be read, and what is wrong with it. */
export interface FileLine {
  number: number;
  object?: Record<string, unknown>;
  problems: { field: string; reason: string }[];
}

/** A longer line is refused unread, so that no file fills the memory. It holds a load list of 100,000 items. */
export const LONGEST_LINE = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** A line that cannot be read. */
export function unreadable(number: number, reason: string, field = 'line'): FileLine {
  return { number, problems: [{ field, reason }] };
}

/** The lines of an `.ndjson` file that are not empty: one JSON object each. */
export async function* jsonLines(stream: ReadStream): AsyncGenerator<FileLine> {
  let number = 0;
  for await (const line of textLines(stream)) {
    number++;
    if (line === undefined) yield unreadable(number, `is longer than ${LONGEST_LINE} bytes`);
    else if (!isUtf8(line)) yield unreadable(number, 'is not valid UTF-8');
    else {
      const text = line.toString('utf8').trim();
      if (text) yield parseLine(number, text);
    }
  }
}

/** Why a text was not taken as JSON. */
export function jsonReason(error: unknown): string {
  return error instanceof ForbiddenKey ? error.message : 'is not valid JSON';
}

function parseLine(number: number, text: string): FileLine {
  try {
    const object = parseJson(text);
    if (typeof object === 'object' && object !== null && !Array.isArray(object))
      return { number, object: object as Record<string, unknown>, problems: [] };
    return unreadable(number, 'is not a JSON object');
  } catch (error) {
    return unreadable(number, jsonReason(error));
  }
}

/** The bytes between line feeds; undefined for a line that is too long. */
async function* textLines(stream: ReadStream): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Buffer | undefined => {
    const line = length <= LONGEST_LINE ? Buffer.concat(parts) : undefined;
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let from = 0; from <= chunk.length;) {
      const end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end < 0 ? chunk.length : end);
      length += part.length;
      if (length <= LONGEST_LINE) parts.push(part);
      if (end < 0) break;
      yield take();
      from = end + 1;
    }
  }
  if (length) yield take();
}
