import { In, wrapper } from '../../common/input/in';
import { PerPageQuery } from '../../common/pagination/page-query';

export class VoyageEventInput {
  @In.time() started_at?: string | null;
  @In.time({ description: 'Not before started_at' }) completed_at?: string | null;
  @In.id() service_boat_id?: number | null;
  @In.id() pilot_id?: number | null;
  @In.id({ description: 'The id of a berth area' }) from_berth_id?: number | null;
  @In.id({ description: 'The id of a berth area' }) to_berth_id?: number | null;
  @In.textOrNumber({
    description: "A decimal number where the type's custom_value_type is number",
    example: '8.15',
  })
  custom_value?: string | null;
  @In.note() notes?: string | null;
  @In.flexFields() flex_fields?: Record<string, unknown> | null;
}

export class CreateVoyageEventBody extends wrapper('voyage_event', VoyageEventInput) {
  @In.id({ required: true, example: 1 }) voyage_event_type_id: number;
}

export class UpdateVoyageEventBody extends wrapper('voyage_event', VoyageEventInput) {}

export class VoyageEventQuery extends PerPageQuery {}

export class VoyageEventTypeQuery extends PerPageQuery {
  @In.text({ description: 'Part of the name, in any case' }) name?: string;
}
