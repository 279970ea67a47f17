import { Concerns } from '../../common/party-wall/concerns';
import { Check, Entity, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import {
  BelongsTo,
  CalendarDate,
  Decimal,
  Flag,
  FlexValues,
  Integer,
  OneOf,
  Row,
  Text,
  Time,
  type Numeric,
} from '../../common/schema/columns';
import { YardArea } from '../../places/setup/yard-area.kind';
import { Agent } from '../../parties/setup/agent.kind';
import { BerthArea } from '../../places/setup/berth-area.kind';
import { Pilot } from '../setup/pilot.kind';
import { Port } from '../../places/setup/port.kind';
import { StevedoringCompany } from '../setup/stevedoring-company.kind';
import { Terminal } from '../../places/setup/terminal.kind';
import { Vessel } from '../vessels/vessel.entity';
import { VoyageSupervisor } from './voyage-supervisor.entity';
import { VOYAGE_STATUSES } from './voyage-words';
import { Subject } from '../../common/recording/subject';

const NO_DESTINATION = 'Discharge destination is unknown.';

/** One call of a vessel. Its cargo is discharged to a terminal, a berth area or a port. */
@Subject({
  type: 'voyage',
  key: (of) => of('number'),
  path: (of) => `'/api/v1/voyages/' || url_encode(${of('number')})`,
})
@Concerns('everyone')
@Entity('voyages')
@Unique(['organization_id', 'number'])
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'vessel_id', 'actual_time_of_departure', 'id'])
@Index('ix_voyages_arrival', { synchronize: false })
@Index('ix_voyages_departure', { synchronize: false })
@Index('ix_voyages_berthed', { synchronize: false })
@Index('ix_voyages_number_any_case', { synchronize: false })
@Index('ix_voyages_parts', { synchronize: false })
@Index(['organization_id', 'status', 'id'])
@Index('ix_voyages_cancelled', ['organization_id', 'id'], { where: 'cancelled' })
@Index('ix_voyages_in_port', ['organization_id', 'id'], {
  where: 'actual_time_of_berth IS NOT NULL AND actual_time_of_departure IS NULL AND NOT cancelled',
})
@Check(
  'ck_voyages_destination',
  'num_nonnulls(destination_terminal_id, destination_berth_area_id, destination_port_id) <= 1',
)
@Refuses('fk_voyages_destination_terminal_id', NO_DESTINATION, 'discharge_destination_id')
@Refuses('fk_voyages_destination_berth_area_id', NO_DESTINATION, 'discharge_destination_id')
@Refuses('fk_voyages_destination_port_id', NO_DESTINATION, 'discharge_destination_id')
export class Voyage extends Row {
  @Text({ required: true }) number: string;
  @OneOf(VOYAGE_STATUSES, { required: true, default: 'unknown' }) status: string;
  @Flag() cancelled: boolean;

  @BelongsTo(() => Vessel, { required: true, unindexed: 'ix_voyages_vessel_id_actual_time_of_departure_id' })
  vessel: Relation<Vessel>;
  vessel_id: number;
  @BelongsTo(() => Agent) agent: Relation<Agent> | null;
  agent_id: number | null;
  @BelongsTo(() => StevedoringCompany) stevedoring_company: Relation<StevedoringCompany> | null;
  stevedoring_company_id: number | null;
  @BelongsTo(() => BerthArea) assigned_berth_area: Relation<BerthArea> | null;
  assigned_berth_area_id: number | null;
  @BelongsTo(() => YardArea) assigned_yard_area: Relation<YardArea> | null;
  assigned_yard_area_id: number | null;
  @BelongsTo(() => Terminal) destination_terminal: Relation<Terminal> | null;
  destination_terminal_id: number | null;
  @BelongsTo(() => BerthArea) destination_berth_area: Relation<BerthArea> | null;
  destination_berth_area_id: number | null;
  @BelongsTo(() => Port) destination_port: Relation<Port> | null;
  destination_port_id: number | null;
  @BelongsTo(() => Pilot) arrival_pilot: Relation<Pilot> | null;
  arrival_pilot_id: number | null;
  @BelongsTo(() => Pilot) departure_pilot: Relation<Pilot> | null;
  departure_pilot_id: number | null;
  @BelongsTo(() => Port) last_port_of_call: Relation<Port> | null;
  last_port_of_call_id: number | null;
  @BelongsTo(() => Port) next_port_of_call: Relation<Port> | null;
  next_port_of_call_id: number | null;

  @OneToMany(() => VoyageSupervisor, (link) => link.voyage)
  stevedoring_supervisors: Relation<VoyageSupervisor>[];

  @Text() captain: string | null;
  @Text() closing_comments: string | null;
  @CalendarDate() tax_date: string | null;
  @Text() time_labour_ashore: string | null;
  @Text() time_labour_onboard: string | null;
  @Integer() arrival_number_of_tug_boats: number | null;
  @Integer() departure_number_of_tug_boats: number | null;
  @Decimal() berth_start_position: Numeric | null;
  @Decimal() berth_end_position: Numeric | null;
  @Flag() block_receiving_export_past_cut_off: boolean;
  @CalendarDate() departed_last_port_on: string | null;

  @Time() estimated_time_of_anchorage: Date | null;
  @Time() actual_time_of_anchorage: Date | null;
  @Time() actual_time_of_pilot_boarded: Date | null;
  @Time() et_of_berth: Date | null;
  @Time() actual_time_of_berth: Date | null;
  @Time() actual_time_of_customs_clearance: Date | null;
  @Time() actual_time_of_departure: Date | null;
  @Time() actual_time_of_departure_pilot_boarded: Date | null;
  @Time() estimated_time_of_departure: Date | null;
  @Time() at_berth_departure: Date | null;
  @Time() receiving_cut_off_time: Date | null;
  @Time() vgm_cut_off_time: Date | null;

  @FlexValues() flex_fields: Record<string, unknown>;
}
