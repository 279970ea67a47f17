import { isUtf8 } from 'node:buffer';
import type { ReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, Info, parse } from 'csv-parse';
import type { InputField } from '../common/input/input-fields';
import { parseJson } from '../common/input/parse-json';
import { count } from '../common/count';
import { FileLine, jsonReason, LONGEST_LINE, unreadable } from './read-file';

/**
 * The records of a `.csv` file under a header of field names, which is its line 1. A record that spans lines
 * has the number of its first one. An empty cell says nothing about its field; a list or an object is JSON, and so is
 * whatever stands in a column `<field>:json`: null and an empty text, too (decision 323).
 */
export async function* csvLines(stream: ReadStream, fields: readonly InputField[]): AsyncGenerator<FileLine> {
  const parser = parse({
    info: true,
    bom: true,
    encoding: 'utf8',
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LONGEST_LINE,
  });
  pipeline(stream, decode, parser, () => undefined); // an error reaches the loop below, too
  let header: Column[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const number = info.lines - newlinesIn(record);
      if (header) yield readRecord(number, record, header);
      else {
        header = columnsOf(record, fields);
        const names = header.map(({ name }) => name);
        const twice = names.find((name, at) => name && names.indexOf(name) !== at);
        if (!twice) continue;
        yield unreadable(number, 'is in the header twice', twice);
        return;
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof NotUtf8)) throw error;
    yield unreadable(Number(error.lines), `${reasonOf(error)}; the rest of the file was not read`);
  }
}

/** How the header says that the cells of a column are JSON, as an export has it. */
const AS_JSON = ':json';

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

class NotUtf8 extends Error {
  constructor(readonly lines: number) {
    super('is not valid UTF-8');
  }
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  const read = (chunk: Buffer, isLast: boolean): string => {
    try {
      return decoder.decode(chunk, { stream: !isLast });
    } catch {
      throw new NotUtf8(lines + firstBadLine(chunk));
    }
  };
  for await (const chunk of chunks) {
    const text = read(chunk, false);
    lines += text.split('\n').length - 1;
    yield text;
  }
  read(Buffer.alloc(0), true);
}

/** Which line of a part of a file, from 0 on, is not UTF-8. The part may begin with the end of a character. */
function firstBadLine(chunk: Buffer): number {
  const texts = chunk
    .toString('latin1')
    .replace(/^[\x80-\xbf]{1,3}/, '')
    .split('\n');
  return Math.max(
    0,
    texts.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))),
  );
}

function reasonOf(error: CsvError | NotUtf8): string {
  if (error instanceof NotUtf8) return error.message;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `is longer than ${LONGEST_LINE} characters`;
  return 'has a quotation mark in a wrong place';
}
