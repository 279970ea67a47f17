import { PartialType } from '@nestjs/swagger';
import { In, wrapper } from '../../common/input/in';
import { counting } from '../../common/pagination/counts';
import { OrderedBy } from '../../common/pagination/order';
import { PageQuery, searchParameter } from '../../common/pagination/page-query';
import { DESTINATION_TYPES, VOYAGE_STATUSES } from './voyage-words';
import type { DestinationType } from './voyage-words';

/** An instant whose name in requests differs from that in answers (decision 26). */
const timeAnsweredAs = (name: string) => In.time({ description: `Answered as ${name}` });

export class CreateVoyage {
  @In.text({
    identifier: 'visible',
    required: true,
    example: 'WP2611',
  })
  number: string;
  @In.text({
    required: true,
    description: 'The name of the vessel, spelt exactly as the vessel has it',
    example: 'Westhaven Petrel',
  })
  vessel_name: string;
  @In.id({ required: true, description: 'The id of the terminal, berth area or port', example: 1 })
  discharge_destination_id: number;
  @In.oneOf(DESTINATION_TYPES, { required: true, example: 'Terminal' })
  discharge_destination_type: DestinationType;

  @In.id() agent_id?: number | null;
  @In.id() arrival_pilot_id?: number | null;
  @In.id() assigned_berth_area_id?: number | null;
  @In.id() assigned_yard_area_id?: number | null;
  @In.id() departure_pilot_id?: number | null;
  @In.id({ description: 'The id of the port that the vessel comes from' }) last_port_of_call_id?:
    number | null;
  @In.id({ description: 'The id of the port that the vessel goes to' }) next_port_of_call_id?: number | null;
  @In.id() stevedoring_company_id?: number | null;
  @In.texts({
    description: 'The names of stevedoring supervisors; they replace those that the voyage has',
    example: ['Dirk Vermaas', 'Samir Haddad'],
  })
  stevedoring_supervisors?: string[] | null;

  @In.time({ description: 'When the vessel left the berth' }) at_berth_departure?: string | null;
  @timeAnsweredAs('actual_time_of_anchorage') at_of_anchorage?: string | null;
  @timeAnsweredAs('actual_time_of_berth') at_of_berth?: string | null;
  @timeAnsweredAs('actual_time_of_customs_clearance') at_of_customs_clearance?: string | null;
  @timeAnsweredAs('actual_time_of_departure') at_of_departure?: string | null;
  @timeAnsweredAs('actual_time_of_departure_pilot_boarded') at_of_departure_pilot_boarded?: string | null;
  @timeAnsweredAs('actual_time_of_pilot_boarded') at_of_pilot_boarded?: string | null;
  @timeAnsweredAs('estimated_time_of_anchorage') et_of_anchorage?: string | null;
  @In.time() et_of_berth?: string | null;
  @timeAnsweredAs('estimated_time_of_departure') et_of_departure?: string | null;
  @In.time({ description: 'Until when export cargo is received' }) receiving_cut_off_time?: string | null;
  @In.time() vgm_cut_off_time?: string | null;

  @In.number({ example: 292.4 }) berth_end_position?: number | null;
  @In.number({ example: 120 }) berth_start_position?: number | null;
  @In.bool({ description: 'Whether export cargo is refused after receiving_cut_off_time' })
  block_receiving_export_past_cut_off?: boolean;
  @In.bool() cancelled?: boolean;
  @In.text({ example: 'Duarte Fialho' }) captain?: string | null;
  @In.date() departed_last_port_on?: string | null;
  @In.date({ description: 'The day that taxes and dues of the call are reckoned by' }) tax_date?:
    string | null;
  @In.text({ description: 'When the gang ashore began, as it was noted', example: '2026-11-17 09:00' })
  time_labour_ashore?: string | null;
  @In.text({ description: 'When the gang on board began, as it was noted', example: '2026-11-17 09:15' })
  time_labour_onboard?: string | null;
  @In.note() closing_comments?: string | null;
  @In.int({ min: 0, max: 1000, example: 2 }) arrival_number_of_tug_boats?: number | null;
  @In.int({ min: 0, max: 1000, example: 1 }) departure_number_of_tug_boats?: number | null;
  @In.flexFields() flex_fields?: Record<string, unknown> | null;
}

export class UpdateVoyage extends PartialType(CreateVoyage) {}

export class CreateVoyageBody extends wrapper('voyage', CreateVoyage) {}
export class UpdateVoyageBody extends wrapper('voyage', UpdateVoyage) {}

const ARRIVAL = 'The arrival is the actual time of berth, else the estimated one, else that of anchorage';
const DEPARTURE = 'The departure is the actual one, else the estimated one';
const END = '; a date alone is the end of that day';

@OrderedBy('arrival', 'departure')
export class VoyageQuery extends PageQuery {
  @In.time({ description: `Arriving at this time or later. ${ARRIVAL}` }) arrival_from?: string;
  @In.endTime({ from: 'arrival_from', description: `Arriving at this time or earlier${END}. ${ARRIVAL}` })
  arrival_until?: string;
  @In.time({ description: `Departing at this time or later. ${DEPARTURE}` }) departure_from?: string;
  @In.endTime({
    from: 'departure_from',
    description: `Departing at this time or earlier${END}. ${DEPARTURE}`,
  })
  departure_until?: string;
  @In.time({ description: 'The same as arrival_from', deprecated: true }) arrival_start?: string;
  @In.endTime({ description: 'The same as arrival_until', deprecated: true }) arrival_end?: string;
  @In.time({ description: 'The same as departure_from', deprecated: true }) departure_start?: string;
  @In.endTime({ description: 'The same as departure_until', deprecated: true }) departure_end?: string;
  @In.time({ description: 'The same as updated_since', deprecated: true }) updated_at?: string;
  @In.text({ description: 'The whole number', example: 'WP2611' }) number?: string;
  @In.text({ description: 'Part of the name of the vessel, in any case' }) vessel_name?: string;
  @searchParameter(['number']) q?: string;
  @In.anyWord(VOYAGE_STATUSES, { description: 'How far the call has come' }) status?: string[];
  @In.bool({ description: 'Whether the call was cancelled' }) cancelled?: boolean;
  @In.bool({ description: 'Whether the vessel has berthed and not departed yet; cancelled calls never have' })
  in_port?: boolean;
  @In.anyText({ description: 'Only those with this berth area assigned: its whole name, or its id' })
  assigned_berth_area?: string[];
}

/** What voyages are counted by. */
export const VOYAGE_GROUPS = {
  status: 'How far the call has come',
  assigned_berth_area: 'The name of the berth area',
  stage: '`cancelled`, `expected`, `in_port` or `departed`',
};

export class VoyageCountQuery extends counting(VoyageQuery, VOYAGE_GROUPS) {}
