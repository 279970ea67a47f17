import sql, { raw } from 'sql-template-tag';
import type { Reader } from '../../common/database/read/reader';
import { key } from '../../common/database/sql/references';
import { In } from '../../common/input/in';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { COMPANY_KEY, COMPANY_OF_ANNOUNCEMENT } from '../../parties/setup/trucking-company-reference';
import { PLATE } from '../../parties/trucks/plate';

/** Filters that pre-advices and appointments share. */
export interface AnnouncementFilters {
  expected_from?: string | null;
  expected_until?: string | null;
  used?: boolean | null;
  truck?: string | null;
  container_number?: string | null;
  trucking_company?: string[] | null;
}

export const announcementFilters = {
  expected_from: In.time({ description: 'Expected at this time or later' }),
  expected_until: In.endTime({
    from: 'expected_from',
    description: 'Expected at this time or earlier; a date alone is the end of that day',
  }),
  used: In.bool({ description: 'Whether a truck has been let in with it' }),
  truck: In.text({
    description: 'The license plate; without spaces and hyphens, those with its letters and digits',
  }),
  container_number: In.text({ description: 'A container that the truck brings or fetches' }),
  trucking_company: In.anyText({
    description:
      'The whole name or code of the trucking company, or its id: the one that is announced, else that of the truck, else that of the driver',
  }),
} satisfies Record<keyof AnnouncementFilters, PropertyDecorator>;

/**
 * Applies the filters to pre-advices or appointments.
 * @param expected SQL of the time at which the truck is expected
 */
export function filterAnnouncements(reader: Reader, query: AnnouncementFilters, expected: string): Reader {
  return reader
    .since(query.expected_from, (from) => sql`${raw(expected)} >= ${from}`)
    .skewed(query.expected_until, (until) => sql`${raw(expected)} <= ${until}`)
    .filter(query.used, (used) => (used ? sql`t.used_at IS NOT NULL` : sql`t.used_at IS NULL`))
    .refersTo('truck', PLATE, query.truck)
    .refersTo('purposes.container', key('number', normalizeContainerNumber), query.container_number)
    .refersTo(COMPANY_OF_ANNOUNCEMENT, COMPANY_KEY, query.trucking_company)
    .orders({ expected_at: raw(expected), starts_at: raw(expected) });
}
