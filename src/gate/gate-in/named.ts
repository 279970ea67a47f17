import sql, { raw, type Sql } from 'sql-template-tag';
import type { Columns } from '../../common/schema/columns';
import type { Appointment } from '../announcements/appointment.kind';
import type { PreAdvice } from '../announcements/pre-advice.entity';
import type { CreateTruckVisit } from './gate-in.dto';

/** The pre-advice or appointment that a request names. */
export interface Named {
  type: 'pre_advice' | 'appointment';
  value: string | number;
  /** The field that names it. */
  field: keyof CreateTruckVisit;
  /** The columns by which it is found. */
  where: { advice_number?: string; number?: string; id?: number };
  /** SQL: selects its id. */
  id: Sql;
  /** SQL: a condition that selects its purposes `p`. */
  purposes: Sql;
}

/** The announcement that the request names; undefined when it names none. */
export function namedBy(input: CreateTruckVisit, organization_id: number): Named | undefined {
  const by = (
    type: Named['type'],
    column: keyof Named['where'],
    field: Named['field'],
    value: string | number,
  ): Named => {
    const id = sql`
      SELECT id FROM ${raw(`${type}s`)} WHERE organization_id = ${organization_id} AND ${raw(column)} = ${value}`;
    const purposes = sql`${raw(`p.${type}_id`)} = (${id})`;
    return { type, value, field, where: { [column]: value }, id, purposes };
  };
  const { pre_advice_number, appointment_id, appointment_number } = input;
  if (pre_advice_number?.trim())
    return by('pre_advice', 'advice_number', 'pre_advice_number', pre_advice_number);
  if (appointment_id) return by('appointment', 'id', 'appointment_id', appointment_id);
  const number = appointment_number?.trim();
  return number ? by('appointment', 'number', 'appointment_number', number) : undefined;
}

/** The column of the visit that refers to the announcement. */
export function ownerOf(announcement: Columns<PreAdvice> | Columns<Appointment>) {
  const { id } = announcement;
  return 'advice_number' in announcement ? { pre_advice_id: id } : { appointment_id: id };
}
