import { Check, Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, FlexValues, Row, Text, Time } from '../../common/schema/columns';
import { BerthArea } from '../../places/setup/berth-area.kind';
import { Pilot } from '../setup/pilot.kind';
import { ServiceBoat } from '../setup/service-boat.kind';
import { VoyageEventType } from '../setup/voyage-event-type.kind';
import { Voyage } from '../voyages/voyage.entity';
import { Subject } from '../../common/recording/subject';

/** An event on a voyage, and the user who recorded it. */
@Subject({
  type: 'voyage_event',
  path: (of) => `'/api/v1/voyages/' || url_encode(${of('voyage.number')}) || '/voyage_events'`,
})
@Entity('voyage_events')
@Check('ck_voyage_events_completed_at', 'completed_at >= started_at')
@Refuses('ck_voyage_events_completed_at', 'Completed at must not be before started at.', 'completed_at')
export class VoyageEvent extends Row {
  @BelongsTo(() => Voyage, { required: true }) voyage: Relation<Voyage>;
  voyage_id: number;
  @BelongsTo(() => VoyageEventType, { required: true }) voyage_event_type: Relation<VoyageEventType>;
  voyage_event_type_id: number;
  /** The user who recorded it. */
  @BelongsTo(() => User, { required: true }) user: Relation<User>;
  user_id: number;

  @Time() started_at: Date | null;
  @Time() completed_at: Date | null;
  @BelongsTo(() => ServiceBoat) service_boat: Relation<ServiceBoat> | null;
  service_boat_id: number | null;
  @BelongsTo(() => Pilot) pilot: Relation<Pilot> | null;
  pilot_id: number | null;
  @BelongsTo(() => BerthArea) from_berth: Relation<BerthArea> | null;
  from_berth_id: number | null;
  @BelongsTo(() => BerthArea) to_berth: Relation<BerthArea> | null;
  to_berth_id: number | null;
  /** The value for the type's `custom_value_identifier`, as text; a number when `custom_value_type` says so. */
  @Text() custom_value: string | null;
  @Text() notes: string | null;
  @FlexValues() flex_fields: Record<string, unknown>;
}
