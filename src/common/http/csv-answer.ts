import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { csvLine } from '../csv';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { FORMATS, type ListFile } from '../endpoint/list-file';
import { Invalid } from '../errors/errors';
import { mapInTurns } from '../turns';
import { prefers } from './accept';
import { inPieces } from './pieces';

/**
 * The list that a request wants as a CSV file, by `format=csv` or by `Accept: text/csv`; undefined where it wants JSON.
 * `format` goes before `Accept`, because a link in a page cannot send one.
 * @throws Invalid for another format
 */
export function fileAskedFor(request: FastifyRequest): ListFile | undefined {
  const file = endpointOf(request)?.file;
  if (!file) return undefined;
  const { format } = request.query as { format?: unknown };
  if (format === undefined || format === '')
    return prefers('text/csv', request.headers.accept) ? file : undefined;
  if (!FORMATS.some((each) => each === format))
    throw new Invalid({ format: [`must be one of ${FORMATS.join(', ')}`] });
  return format === 'csv' ? file : undefined;
}

/**
 * Sends a list as a CSV file.
 * @param parts its rows, as JSON objects with commas between them
 */
export function sendCsv(
  reply: FastifyReply,
  { name, columns, rows }: ListFile,
  parts: AsyncIterable<string>,
): Readable {
  void reply
    .type('text/csv; charset=utf-8; header=present')
    .header('Content-Disposition', `attachment; filename="${name}.csv"`);
  return inPieces(linesOf(columns, rows, parts));
}

/** Rows as the text of a CSV file. */
export function csvOf({ columns }: ListFile, rows: readonly object[]): string {
  const lines = rows.map((row) => csvLine(columns.map((path) => cellOf(row, path))));
  return [csvLine(columns.map((path) => path.join('.'))), ...lines].join('');
}

async function* linesOf(
  columns: string[][],
  rows: string | undefined,
  parts: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield csvLine(columns.map((path) => path.join('.')));
  for await (const part of parts) {
    const records = JSON.parse(`[${part}]`) as Record<string, unknown>[];
    const all = rows === undefined ? records : records.flatMap((record) => rowsOf(record, rows));
    const lines = await mapInTurns(all, (row) => csvLine(columns.map((path) => cellOf(row, path))));
    if (lines.length) yield lines.join('');
  }
}

/** The record with each member of its list in turn; once where the list is empty. */
function rowsOf(record: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const members = record[name] as unknown[];
  return (members.length ? members : [null]).map((member) => ({ ...record, [name]: member }));
}

/** The value at a path as a cell: nothing for null, JSON for a list or an object. */
function cellOf(row: unknown, path: string[]): string {
  let value = row;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return '';
    value = (value as Record<string, unknown>)[name];
  }
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
