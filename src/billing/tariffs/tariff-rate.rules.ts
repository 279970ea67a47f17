/** The fields of a rate that say how units are counted. */
export const COUNTING_FIELDS = [
  'counting',
  'period_hours',
  'first_day',
  'last_day',
  'day_starts_at',
  'calendar',
  'free_units',
  'free_excludes_closed',
  'charge_excludes_closed',
  'free_time',
  'tiers_count',
] as const;

/** The columns of a rate that are kept as sent, without references and amounts. */
export const PLAIN_COLUMNS = [
  'position',
  'container_statuses',
  'usages',
  'sizes',
  'is_reefer',
  'operating_reefer',
  'arrived_by',
  'departed_by',
  'transshipment',
  'working_day',
  'event',
  'band',
  'per',
  'quantity_step',
  ...COUNTING_FIELDS.filter((field) => field !== 'calendar'),
] as const;

/** Whether tiers do not begin at 1, or do not ascend. */
export function tiersBroken(tiers: readonly { from: number }[]): boolean {
  return tiers[0]?.from !== 1 || tiers.some(({ from }, at) => at > 0 && from <= tiers[at - 1]!.from);
}
