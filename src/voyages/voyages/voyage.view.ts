import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { Link } from '../../common/pagination/links';
import { FlexFieldValue, NameOnly, view } from '../../common/view/view';
import { Port } from '../../places/setup/port.kind';
import { Vessel } from '../vessels/vessel.entity';
import { loaAsText } from '../vessels/vessel.view';
import { VoyageSupervisor } from './voyage-supervisor.entity';
import { Voyage } from './voyage.entity';
import { DESTINATION_COLUMNS, DESTINATION_TYPES, destinationType, VOYAGE_STATUSES } from './voyage-words';
import { jsonObject } from '../../common/view/json-sql';

const VesselOut = view(Vessel);

@OpenTo.parties({
  fields: ['name', 'imo', 'call_sign', 'vessel_type', 'loa', 'flag', 'gross_tonnage', 'net_tonnage'],
})
export class VesselOfVoyage {
  @VesselOut.text({ example: 'Westhaven Petrel' }) name: string;
  @VesselOut.text({ column: 'imo_number', example: '2001474' }) imo: string | null;
  @VesselOut.text() call_sign: string | null;
  @VesselOut.text() vessel_type: string | null;
  @VesselOut.sql(loaAsText, 'text', { example: '172.4' }) loa: string | null;
  @VesselOut.text({ column: 'country_code', example: 'PT' }) flag: string | null;
  @VesselOut.number() gross_tonnage: number | null;
  @VesselOut.number() net_tonnage: number | null;
}

const PortOut = view(Port);

/** The last or next port of call. */
@OpenTo.parties({ fields: ['name', 'locode'] })
export class PortOfCall {
  @PortOut.text({ example: 'Hamburg' }) name: string | null;
  @PortOut.text({ nullable: true, example: 'DEHAM' }) locode: string | null;
}

const VoyageSupervisorOut = view(VoyageSupervisor);

export class SupervisorOfVoyage {
  @VoyageSupervisorOut.sql((of) => of('supervisor.name'), 'text', {
    nullable: false,
    example: 'Dirk Vermaas',
  })
  name: string;
}

/** SQL: the vessel is at the berth. A partial index has the same condition. */
export const isInPort = (of: (column: string) => string) =>
  `(${of('actual_time_of_berth')} IS NOT NULL AND ${of('actual_time_of_departure')} IS NULL AND NOT ${of('cancelled')})`;

const Out = view(Voyage);

/** A related record, by name. */
const named = (relation: string) =>
  Out.shaped(
    (of) => jsonObject({ name: of(`${relation}.name`) }),
    () => NameOnly,
  );

/** What parties see of a voyage: the schedule. */
const SCHEDULE = [
  'id',
  'number',
  'status',
  'display_name',
  'created_at',
  'updated_at',
  'estimated_time_of_anchorage',
  'actual_time_of_anchorage',
  'actual_time_of_berth',
  'actual_time_of_customs_clearance',
  'actual_time_of_departure',
  'estimated_time_of_departure',
  'receiving_cut_off_time',
  'vgm_cut_off_time',
  'agent',
  'assigned_berth_area',
  'discharge_terminal',
  'last_port_of_call',
  'next_port_of_call',
  'vessel',
  'discharge_destination',
  'et_of_berth',
  'cancelled',
  'in_port',
];

/** A voyage in lists. */
@OpenTo.parties({ fields: SCHEDULE })
export class VoyageItem {
  @Out.id() id: number;
  @Out.text({ example: 'WP2611' }) number: string;
  @Out.oneOf(VOYAGE_STATUSES) status: string;
  @Out.sql((of) => `${of('vessel.name')} || ' - ' || ${of('number')}`, 'text', {
    nullable: false,
    example: 'Westhaven Petrel - WP2611',
  })
  display_name: string;
  @Out.text() closing_comments: string | null;
  @Out.date({ description: 'The day that taxes and dues of the call are reckoned by' }) tax_date:
    string | null;
  @Out.text({ description: 'When the gang ashore began, as it was noted' }) time_labour_ashore: string | null;
  @Out.text({ description: 'When the gang on board began, as it was noted' }) time_labour_onboard:
    string | null;
  @Out.sql(
    (of) =>
      `coalesce(${of('arrival_number_of_tug_boats')}, 0) + coalesce(${of('departure_number_of_tug_boats')}, 0)`,
    'integer',
    { nullable: false, description: 'Those of the arrival and of the departure together' },
  )
  number_of_tug_boats: number;
  @Out.int() arrival_number_of_tug_boats: number | null;
  @Out.int() departure_number_of_tug_boats: number | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;

  @Out.time() estimated_time_of_anchorage: string | null;
  @Out.time() actual_time_of_anchorage: string | null;
  @Out.time() actual_time_of_pilot_boarded: string | null;
  @Out.time() actual_time_of_berth: string | null;
  @Out.time() actual_time_of_customs_clearance: string | null;
  @Out.time() actual_time_of_departure: string | null;
  @Out.time() actual_time_of_departure_pilot_boarded: string | null;
  @Out.time() estimated_time_of_departure: string | null;
  @Out.time() receiving_cut_off_time: string | null;
  @Out.time() vgm_cut_off_time: string | null;

  @named('agent') agent: NameOnly;
  @named('stevedoring_company') stevedoring_company: NameOnly;
  @Out.shaped((of) => jsonObject({ name: of('captain') }), () => NameOnly) captain: NameOnly;
  @named('assigned_berth_area') assigned_berth_area: NameOnly;
  @named('assigned_yard_area') assigned_yard_area: NameOnly;
  @Out.shaped(
    (of) =>
      jsonObject({
        name: `coalesce(${of('destination_terminal.name')}, ${of('destination_berth_area.terminal.name')})`,
      }),
    () => NameOnly,
    { description: 'The terminal that cargo is discharged to, or that of the berth area; none for a port' },
  )
  discharge_terminal: NameOnly;
  @named('arrival_pilot') arrival_pilot: NameOnly;
  @named('departure_pilot') departure_pilot: NameOnly;
  @Out.many('stevedoring_supervisors', () => SupervisorOfVoyage)
  stevedoring_supervisors: SupervisorOfVoyage[];
  @Out.one('last_port_of_call', () => PortOfCall) last_port_of_call: PortOfCall;
  @Out.one('next_port_of_call', () => PortOfCall) next_port_of_call: PortOfCall;
  @Out.one('vessel', () => VesselOfVoyage) vessel: VesselOfVoyage;
  @Out.flexFields('voyage') flex_fields: FlexFieldValue[];
  @Out.shaped(
    (of) =>
      jsonObject({
        name: `coalesce(${of('destination_terminal.name')}, ${of('destination_berth_area.name')}, ${of('destination_port.name')})`,
      }),
    () => NameOnly,
    { description: 'The terminal, berth area or port that cargo is discharged to' },
  )
  discharge_destination: NameOnly;
  @Out.time() et_of_berth: string | null;
  @Out.bool() cancelled: boolean;
  @Out.sql((of) => isInPort(of), 'boolean', {
    nullable: false,
    description: 'Whether the vessel has berthed and not departed yet; a cancelled call never is',
  })
  in_port: boolean;
}

/** A voyage alone. */
@OpenTo.parties({
  fields: [
    ...SCHEDULE,
    'ship',
    'discharge_destination_id',
    'discharge_destination_type',
    'berth_end_position',
    'berth_start_position',
    'block_receiving_export_past_cut_off',
    'departed_last_port_on',
    'at_berth_departure',
  ],
})
export class VoyageShow extends VoyageItem {
  @Out.one('vessel', () => VesselOfVoyage, { description: 'The same as vessel' }) ship: VesselOfVoyage;
  @Out.sql((of) => `coalesce(${Object.values(DESTINATION_COLUMNS).map(of).join(', ')})`, 'bigInteger', {
    nullable: false,
    example: 1,
  })
  discharge_destination_id: number;
  @Out.sql(destinationType, 'text', {
    nullable: false,
    values: DESTINATION_TYPES,
    example: 'Terminal',
  })
  discharge_destination_type: string;
  @Out.number() berth_end_position: number | null;
  @Out.number() berth_start_position: number | null;
  @Out.bool() block_receiving_export_past_cut_off: boolean;
  @Out.date() departed_last_port_on: string | null;
  @Out.time() at_berth_departure: string | null;
}

class VoyageLinks {
  @ApiProperty({ type: () => Link, description: 'The list of voyages' }) index: Link;
}

/** The answer to showing a voyage: the voyage, and links to others. */
export class VoyageWithActions {
  @ApiProperty({ type: () => VoyageLinks }) actions: VoyageLinks;
  @ApiProperty({ type: () => VoyageShow }) voyage: VoyageShow;
}
