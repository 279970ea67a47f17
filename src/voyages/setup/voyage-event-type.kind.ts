import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

export const CUSTOM_VALUE_TYPES = ['string', 'number'] as const;

/** A type of event on a voyage, which defines what an event records. It is listed by an endpoint of its own. */
@Kind({
  singular: 'voyage_event_type',
  plural: 'voyage_event_types',
  key: 'name',
  endpoints: ['show', 'create', 'update', 'remove'],
})
export class VoyageEventType extends Row {
  @Field.key({ example: 'Draught survey' }) name: string;
  @Field.note() description: string | null;
  @Field.flag({ description: 'Whether it lasts, instead of happening at one time' }) is_date_range: boolean;
  @Field.flag() uses_service_boat: boolean;
  @Field.flag() uses_pilot: boolean;
  @Field.flag() uses_berths: boolean;
  @Field.text({ description: 'What the custom value of its events is', example: 'mean_draught' })
  custom_value_identifier: string | null;
  @Field.oneOf(CUSTOM_VALUE_TYPES, { description: 'What the custom value of its events must be' })
  custom_value_type: (typeof CUSTOM_VALUE_TYPES)[number] | null;
}
