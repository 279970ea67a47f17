import { isUtf8 } from 'node:buffer';
import type { ReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, Info, parse } from 'csv-parse';
import type { InputField } from '../common/input/input-fields';
import { parseJson } from '../common/input/parse-json';
import { count } from '../common/count';
import { unguarded } from '../common/csv';
import { FileLine, jsonReason, LONGEST_LINE, unreadable } from './read-file';

const NOT_UTF8 = 'is not valid UTF-8';
const NOT_READ = '; the rest of the file was not read';
const IS_ASCII = /^[^\x80-\xff]*$/;
const MARK = Buffer.from('\ufeff');
/** The bytes of a line feed and a carriage return. */
const LINE_ENDS = [0x0a, 0x0d];

/**
 * Reads a `.csv` file, whose line 1 is a header of field names. A record that spans lines has the number of its first
 * line. An empty cell leaves its field out. Lists, objects and every cell of a column `<field>:json` are JSON, so that
 * null and an empty text can be written (decision 323). Semicolons separate the cells where the header has some and no comma,
 * and an apostrophe before what a spreadsheet would take for a formula is no part of the cell (decision 710).
 */
export async function* csvLines(stream: ReadStream, fields: readonly InputField[]): AsyncGenerator<FileLine> {
  const chunks = withoutMark(stream);
  const { delimiter, all } = await delimited(chunks);
  const parser = parse({
    info: true,
    delimiter,
    encoding: 'latin1', // keeps the bytes; textOf decodes each cell
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LONGEST_LINE,
  });
  pipeline(all, parser, () => undefined); // the loop below gets the error
  let header: Column[] | undefined;
  try {
    for await (const { record: bytes, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const number = info.lines - newlinesIn(bytes);
      const record = bytes.map(textOf);
      const isText = record.every((cell) => cell !== undefined);
      if (header) yield isText ? readRecord(number, record, header) : unreadable(number, NOT_UTF8);
      else if (!isText) {
        yield unreadable(number, `${NOT_UTF8}${NOT_READ}`);
        return;
      } else {
        header = columnsOf(record, fields);
        const names = header.map(({ name }) => name);
        const twice = names.find((name, at) => name && names.indexOf(name) !== at);
        if (!twice) continue;
        yield unreadable(number, 'is in the header twice', twice);
        return;
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield unreadable(Number(error.lines), `${reasonOf(error)}${NOT_READ}`);
  }
}

/** The suffix of a header whose cells are JSON, as exports write it. */
export const AS_JSON = ':json';

interface Column {
  name: string;
  structured: boolean;
}

function columnsOf(names: string[], fields: readonly InputField[]): Column[] {
  const structured = new Set(fields.filter((field) => field.structured).map(({ name }) => name));
  return names.map((title) => {
    const name = title.trim();
    return name.endsWith(AS_JSON)
      ? { name: name.slice(0, -AS_JSON.length), structured: true }
      : { name, structured: structured.has(name) };
  });
}

function readRecord(number: number, record: string[], header: Column[]): FileLine {
  if (record.length !== header.length)
    return unreadable(number, `has ${count(record.length, 'cell')}, and the header ${header.length}`);
  const object = Object.create(null) as Record<string, unknown>;
  const problems: FileLine['problems'] = [];
  header.forEach(({ name, structured }, at) => {
    const cell = record[at]!;
    if (!name || cell === '') return;
    try {
      object[name] = structured ? parseJson(cell) : cell;
    } catch (error) {
      problems.push({ field: name, reason: jsonReason(error) });
    }
  });
  return { number, object, problems };
}

function newlinesIn(record: string[]): number {
  return record.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}

/** Decodes a cell; undefined when it is not valid UTF-8. */
function textOf(cell: string): string | undefined {
  if (IS_ASCII.test(cell)) return unguarded(cell);
  const bytes = Buffer.from(cell, 'latin1');
  return isUtf8(bytes) ? unguarded(bytes.toString('utf8')) : undefined;
}

/** What separates the cells of a file, as its first line says, and all chunks of the file. */
async function delimited(
  chunks: AsyncGenerator<Buffer>,
): Promise<{ delimiter: string; all: AsyncGenerator<Buffer> }> {
  const read: Buffer[] = [];
  let length = 0;
  for (let ended = false; !ended && length < LONGEST_LINE;) {
    const next = await chunks.next();
    if (next.done) break;
    const chunk: Buffer = next.value;
    read.push(chunk);
    length += chunk.length;
    ended = LINE_ENDS.some((byte) => chunk.includes(byte));
  }
  const first = Buffer.concat(read);
  const ends = LINE_ENDS.map((byte) => first.indexOf(byte)).filter((at) => at >= 0);
  const header = first.subarray(0, ends.length ? Math.min(...ends) : first.length);
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  async function* all() {
    yield first;
    yield* chunks;
  }
  return { delimiter, all: all() };
}

/** Strips the byte order mark. */
async function* withoutMark(stream: ReadStream): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    yield isFirst && chunk.subarray(0, MARK.length).equals(MARK) ? chunk.subarray(MARK.length) : chunk;
    isFirst = false;
  }
}

function reasonOf(error: CsvError): string {
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `is longer than ${LONGEST_LINE} bytes`;
  return 'has a quotation mark in a wrong place';
}
