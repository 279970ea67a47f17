import sql, { raw, Sql } from 'sql-template-tag';
import type { Columns } from '../../common/schema/columns';
import type { Appointment } from '../announcements/appointment.kind';
import type { PreAdvice } from '../announcements/pre-advice.entity';
import type { CreateTruckVisit } from './gate-in.dto';

/** The reference to the pre-advice or appointment in a request. */
export interface Named {
  table: 'pre_advices' | 'appointments';
  column: 'advice_number' | 'number' | 'id';
  value: string | number;
  field: keyof CreateTruckVisit;
}

/** The announcement that the request names; undefined when it names none. */
export function namedBy(input: CreateTruckVisit): Named | undefined {
  const { pre_advice_number, appointment_id, appointment_number } = input;
  if (pre_advice_number?.trim())
    return {
      table: 'pre_advices',
      column: 'advice_number',
      value: pre_advice_number,
      field: 'pre_advice_number',
    };
  if (appointment_id)
    return { table: 'appointments', column: 'id', value: appointment_id, field: 'appointment_id' };
  const number = appointment_number?.trim();
  return number
    ? { table: 'appointments', column: 'number', value: number, field: 'appointment_number' }
    : undefined;
}

/** The out gate that the request names; undefined with an announcement, because that leaves the gate open. */
export function outGateOf(named: Named | undefined, { out_gate }: CreateTruckVisit): string | undefined {
  return !named && out_gate?.trim() ? out_gate : undefined;
}

/** The column of the visit that refers to the announcement. */
export function ownerOf(announcement: Columns<PreAdvice> | Columns<Appointment>) {
  const { id } = announcement;
  return 'advice_number' in announcement ? { pre_advice_id: id } : { appointment_id: id };
}

/** SQL: selects the id of the announcement. */
export function idOf({ table, column, value }: Named, organization_id: number): Sql {
  return sql`
    SELECT id FROM ${raw(table)} WHERE organization_id = ${organization_id} AND ${raw(column)} = ${value}`;
}

/** SQL: a condition that selects the purposes `p` of the announcement. */
export function purposesOf(named: Named, organization_id: number): Sql {
  return sql`${raw(`p.${named.table.slice(0, -1)}_id`)} = (${idOf(named, organization_id)})`;
}
