import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { csvLine } from '../csv';
import { endpointOf } from '../endpoint/endpoint-metadata';
import type { ListFile } from '../endpoint/list-file';
import { prefers } from './accept';

/** The list that a request wants as a CSV file by `Accept: text/csv`; undefined where it wants JSON. */
export function fileAskedFor(request: FastifyRequest): ListFile | undefined {
  const file = endpointOf(request)?.file;
  return file && prefers('text/csv', request.headers.accept) ? file : undefined;
}

/**
 * Sends a list as a CSV file.
 * @param parts its rows, as JSON objects with commas between them
 */
export function sendCsv(
  reply: FastifyReply,
  { key, columns }: ListFile,
  parts: AsyncIterable<string>,
): Readable {
  void reply
    .type('text/csv; charset=utf-8; header=present')
    .header('Content-Disposition', `attachment; filename="${key}.csv"`);
  return Readable.from(linesOf(columns, parts), { objectMode: false });
}

async function* linesOf(columns: string[][], parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield csvLine(columns.map((path) => path.join('.')));
  for await (const part of parts) {
    const rows = JSON.parse(`[${part}]`) as unknown[];
    if (rows.length) yield rows.map((row) => csvLine(columns.map((path) => cellOf(row, path)))).join('');
  }
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
