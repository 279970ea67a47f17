import { isDeepStrictEqual } from 'node:util';
import { csvLine } from '../common/csv';
import type { InputField } from '../common/input/input-fields';
import { BadValue } from '../common/input/values';
import { AS_JSON } from './read-csv';

/**
 * The records of a kind as a table that an import reads back as they were. A column whose cells would say something else as plain
 * text has JSON in them, under the name `<field>:json` (decision 323): where a record has an empty text, null in a field that is
 * not null when a line leaves it out, or an object in a field that also takes text.
 */
export class CsvTable {
  private readonly asJson = new Set<string>();

  constructor(
    private readonly fields: readonly InputField[],
    private readonly isNullLeftOut: (field: string) => boolean,
  ) {}

  /** Looks at a record, given as JSON, before the header is asked for. */
  look(line: string): void {
    const record = JSON.parse(line) as Record<string, unknown>;
    for (const field of this.fields)
      if (!field.structured && !this.asJson.has(field.name) && !this.isPlain(field, record[field.name]))
        this.asJson.add(field.name);
  }

  /** Whether an import reads the plain text of a value as the value. */
  private isPlain(field: InputField, value: unknown): boolean {
    if (value === null) return this.isNullLeftOut(field.name);
    if (typeof value === 'string') return value !== '';
    return isDeepStrictEqual(readBy(field, JSON.stringify(value)), readBy(field, value));
  }

  get header(): string {
    return line(this.fields.map(({ name }) => (this.asJson.has(name) ? name + AS_JSON : name)));
  }

  /** @param record as JSON */
  row(record: string): string {
    const values = JSON.parse(record) as Record<string, unknown>;
    return line(this.fields.map((field) => this.cell(field, values[field.name])));
  }

  private cell({ name, structured }: InputField, value: unknown): string {
    if (structured || this.asJson.has(name)) return JSON.stringify(value);
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
}

/** What a field takes a value for, or why it does not take it. */
function readBy({ read }: InputField, value: unknown): unknown {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof BadValue) return error;
    throw error;
  }
}

/** A line without its line feed, which ends every line of an export. */
const line = (cells: string[]) => csvLine(cells).slice(0, -1);
