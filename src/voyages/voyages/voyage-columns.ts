import { Invalid } from '../../common/errors/errors';
import type { ColumnOf, Columns, Values } from '../../common/schema/columns';
import type { UpdateVoyage } from './voyage.dto';
import type { Voyage } from './voyage.entity';
import type { DestinationType } from './voyage-words';

/** The column of each type of discharge destination. */
const DESTINATIONS: Record<DestinationType, ColumnOf<Voyage>> = {
  Terminal: 'destination_terminal_id',
  'Berth Area': 'destination_berth_area_id',
  Port: 'destination_port_id',
};

/** The columns that a request writes and that need no look-up; what it does not send stays undefined. */
export function columnsOf(input: UpdateVoyage, current?: Columns<Voyage>): Values<Voyage> {
  return {
    number: input.number,
    agent_id: input.agent_id,
    arrival_pilot_id: input.arrival_pilot_id,
    departure_pilot_id: input.departure_pilot_id,
    assigned_berth_area_id: input.assigned_berth_area_id,
    assigned_yard_area_id: input.assigned_yard_area_id,
    last_port_of_call_id: input.last_port_of_call_id,
    next_port_of_call_id: input.next_port_of_call_id,
    stevedoring_company_id: input.stevedoring_company_id,
    ...destinationColumns(input, current),

    at_berth_departure: input.at_berth_departure,
    actual_time_of_anchorage: input.at_of_anchorage,
    actual_time_of_berth: input.at_of_berth,
    actual_time_of_customs_clearance: input.at_of_customs_clearance,
    actual_time_of_departure: input.at_of_departure,
    actual_time_of_departure_pilot_boarded: input.at_of_departure_pilot_boarded,
    actual_time_of_pilot_boarded: input.at_of_pilot_boarded,
    estimated_time_of_anchorage: input.et_of_anchorage,
    et_of_berth: input.et_of_berth,
    estimated_time_of_departure: input.et_of_departure,
    receiving_cut_off_time: input.receiving_cut_off_time,

    berth_end_position: input.berth_end_position,
    berth_start_position: input.berth_start_position,
    block_receiving_export_past_cut_off: input.block_receiving_export_past_cut_off,
    cancelled: input.cancelled,
    captain: input.captain,
    departed_last_port_on: input.departed_last_port_on,
    tax_date: input.tax_date,
    time_labour_ashore: input.time_labour_ashore,
    time_labour_onboard: input.time_labour_onboard,
    closing_comments: input.closing_comments,
    arrival_number_of_tug_boats: input.arrival_number_of_tug_boats,
    departure_number_of_tug_boats: input.departure_number_of_tug_boats,
  };
}

/**
 * The columns of the discharge destination. An update that gives the id alone keeps the type.
 * @throws Invalid when another type is given without the id
 */
function destinationColumns(input: UpdateVoyage, current?: Columns<Voyage>): Values<Voyage> {
  const { discharge_destination_id: id, discharge_destination_type: sent } = input;
  const before = current && typeOf(current);
  if (id === undefined) {
    if (sent !== undefined && sent !== before)
      throw new Invalid({
        discharge_destination_id: ['is required with another discharge_destination_type'],
      });
    return {};
  }
  const type = sent ?? before;
  if (!type) throw new Invalid({ discharge_destination_type: ['is required with discharge_destination_id'] });
  return {
    destination_terminal_id: null,
    destination_berth_area_id: null,
    destination_port_id: null,
    [DESTINATIONS[type]]: id,
  };
}

function typeOf(voyage: Columns<Voyage>): DestinationType | undefined {
  const types = Object.keys(DESTINATIONS) as DestinationType[];
  return types.find((type) => voyage[DESTINATIONS[type]] !== null);
}
