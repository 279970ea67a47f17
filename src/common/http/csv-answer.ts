import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { csvLine } from '../csv';
import { endpointOf } from '../endpoint/endpoint-metadata';
import type { ListFile } from '../endpoint/list-file';

/** How `Accept` names a type of which the service has another form. */
interface Accepted {
  type: string;
  weight: number;
}

/** The list that a request wants as a CSV file by `Accept: text/csv`; undefined where it wants JSON. */
export function fileAskedFor(request: FastifyRequest): ListFile | undefined {
  const file = endpointOf(request)?.file;
  return file && prefersCsv(request.headers.accept) ? file : undefined;
}

/** Whether CSV is preferred to JSON, or equal and named first. Without a preference it is JSON (RFC 9110, 12.5.1). */
function prefersCsv(header: string | undefined): boolean {
  if (!header?.toLowerCase().includes('text/csv')) return false;
  const accepted = header.toLowerCase().split(',').map(acceptedOf);
  const csv = accepted.findIndex(({ type }) => type === 'text/csv');
  const json = accepted.findIndex(({ type }) => type === 'application/json');
  const [csvWeight, jsonWeight] = [csv, json].map((at) => accepted[at]?.weight ?? 0) as [number, number];
  return csvWeight > 0 && (csvWeight > jsonWeight || (csvWeight === jsonWeight && csv < json));
}

function acceptedOf(element: string): Accepted {
  const [type = '', ...parameters] = element.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, weight: weight ? Number(weight.slice(2)) || 0 : 1 };
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
