import { isUtf8 } from 'node:buffer';
import type { ReadStream } from 'node:fs';
import { ForbiddenKey, parseJson } from '../common/input/parse-json';

/** A line of a file: the parsed object, or the problems. */
export interface FileLine {
  number: number;
  object?: Record<string, unknown>;
  problems: { field: string; reason: string }[];
}

/** A longer line is refused unread, to limit memory. A load list of 100,000 items fits. */
export const LONGEST_LINE = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

export function unreadable(number: number, reason: string, field = 'line'): FileLine {
  return { number, problems: [{ field, reason }] };
}

/** Reads an `.ndjson` file: one JSON object on each line that is not empty. */
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

/** Why a text was not accepted as JSON. */
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

/** Splits a stream into lines; undefined for a line that is too long. */
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
