import { ApiProperty } from '@nestjs/swagger';
import sql, { type Sql } from 'sql-template-tag';

/** How long something is overdue, and the most days of each. */
export const MOST_DAYS = {
  not_due: 0,
  days_1_30: 30,
  days_31_60: 60,
  days_61_90: 90,
  over_90: Infinity,
} as const;

const amount = (description: string) => ApiProperty({ type: 'string', description, example: '120.00' });

/** What is open of invoices, by how many days ago it was to be paid. */
export class Ages {
  @amount('To be paid later, or on no day') not_due: string;
  @amount('1 to 30 days overdue') days_1_30: string;
  @amount('31 to 60 days overdue') days_31_60: string;
  @amount('61 to 90 days overdue') days_61_90: string;
  @amount('More than 90 days overdue') over_90: string;
}

/**
 * SQL: sums of amounts by age, as columns with the names of `Ages`.
 * @param due SQL of the day on which each was to be paid; one without a day is not due
 * @param day the day that they are as of
 */
export function byAge(amount: Sql, due: Sql, day: string): Sql[] {
  const days = sql`coalesce(${day}::date - ${due}, 0)`;
  let least = -Infinity;
  return Object.values(MOST_DAYS).map((most) => {
    const after = least === -Infinity ? sql`true` : sql`${days} > ${least}::integer`;
    const until = most === Infinity ? sql`true` : sql`${days} <= ${most}::integer`;
    least = most;
    return sql`coalesce(sum(${amount}) FILTER (WHERE ${after} AND ${until}), 0)::numeric(18,2)::text`;
  });
}

/** The names of ages, in the order of `byAge`. */
export const AGES = Object.keys(MOST_DAYS) as (keyof Ages)[];
