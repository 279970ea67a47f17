import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../database/db';
import { FieldErrors, Invalid } from '../errors/errors';
import { toDate } from '../input/times';
import { BadValue, toBoolean, toDecimal, toText } from '../input/values';
import { FLEX_RECORD_TYPES, FlexFieldDefinition } from './flex-field-definition.kind';

type FlexRecordType = (typeof FLEX_RECORD_TYPES)[number];
type FlexValueType = FlexFieldDefinition['value_type'];

/** The flex field values of a record, by canonical name. */
export type FlexFieldValues = Record<string, unknown>;

const READERS: Record<FlexValueType, (raw: unknown) => unknown> = {
  string: (raw) => toText(raw, { max: 5000 }),
  number: toDecimal,
  boolean: toBoolean,
  date: toDate,
};

/** Checks and merges the values of the fields that an organization added to a type of record. */
@Injectable()
export class FlexFieldsService {
  constructor(private readonly db: Db) {}

  /**
   * The values of a record after a request: those sent replace the current ones, null clears (decision 15).
   * Undefined when the request sent none, so that nothing is written.
   * @throws Invalid naming each field that is not defined, or whose value is of another type
   */
  async merge(
    record_type: FlexRecordType,
    current: FlexFieldValues,
    sent: FlexFieldValues | null | undefined,
  ): Promise<FlexFieldValues | undefined> {
    if (!sent || !Object.keys(sent).length) return undefined;
    // kept from changing until the values are written, which would make them values of another field
    const definitions = await this.db.query<Pick<FlexFieldDefinition, 'canonical_name' | 'value_type'>>(sql`
      SELECT canonical_name, value_type FROM flex_field_definitions
      WHERE organization_id = ${this.db.actor.organization_id} AND record_type = ${record_type} FOR KEY SHARE`);
    const types = new Map(definitions.map(({ canonical_name, value_type }) => [canonical_name, value_type]));
    const merged = new Map(Object.entries(current));
    const errors: FieldErrors = {};
    for (const [name, value] of Object.entries(sent)) {
      try {
        merged.set(name, readFlexField(types.get(name), value));
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        errors[`flex_fields.${name}`] = [error.reason];
      }
    }
    if (Object.keys(errors).length) throw new Invalid(errors);
    return Object.fromEntries([...merged].filter(([, value]) => value !== null));
  }
}

/** Takes the value of a field of this type; undefined for a field that is not defined. Throws BadValue. */
export function readFlexField(type: FlexValueType | undefined, value: unknown): unknown {
  if (!type) throw new BadValue('is not a flex field of this organization');
  return value === null || (value === '' && type !== 'string') ? null : READERS[type](value);
}
