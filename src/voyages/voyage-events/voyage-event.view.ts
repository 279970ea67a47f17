import { ApiProperty } from '@nestjs/swagger';
import { UserShort } from '../../common/auth/user.view';
import { FlexFieldValue, view } from '../../common/view/view';
import { CUSTOM_VALUE_TYPES, VoyageEventType } from '../setup/voyage-event-type.kind';
import { VoyageEvent } from './voyage-event.entity';

const Out = view(VoyageEvent);

type Reference = { id: number; name: string } | null;

export class VoyageEventShow {
  @Out.id() id: number;
  @Out.sql((of) => of('voyage_event_type.name'), 'text', {
    nullable: false,
    description: 'The name of its type',
    example: 'Draught survey',
  })
  event_name: string;
  @Out.int({ column: 'voyage_event_type_id', example: 1 }) event_type_id: number;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
  @Out.time() started_at: string | null;
  @Out.time() completed_at: string | null;
  @Out.text({ example: '8.15' }) custom_value: string | null;
  @Out.reference('service_boat', 'name') service_boat: Reference;
  @Out.reference('pilot', 'name') pilot: Reference;
  @Out.reference('from_berth', 'name') from_berth: Reference;
  @Out.reference('to_berth', 'name') to_berth: Reference;
  @Out.one('user', () => UserShort, { description: 'Who noted it' }) user: UserShort;
  @Out.text() notes: string | null;
  @Out.flexFields('voyage_event') flex_fields: FlexFieldValue[];
}

/** The voyage above its list of events. */
export class VoyageOfEvents {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WP2611' }) voyage_number: string;
  @ApiProperty({ type: 'string', example: 'Westhaven Petrel' }) vessel_name: string;
}

const VoyageEventTypeOut = view(VoyageEventType);

/** A voyage event type in its list. */
export class VoyageEventTypeItem {
  @VoyageEventTypeOut.id() id: number;
  @VoyageEventTypeOut.text({ example: 'Draught survey' }) name: string;
  @VoyageEventTypeOut.text() description: string | null;
  @VoyageEventTypeOut.bool() is_date_range: boolean;
  @VoyageEventTypeOut.bool() uses_service_boat: boolean;
  @VoyageEventTypeOut.bool() uses_pilot: boolean;
  @VoyageEventTypeOut.bool() uses_berths: boolean;
  @VoyageEventTypeOut.text({ example: 'mean_draught' }) custom_value_identifier: string | null;
  @VoyageEventTypeOut.oneOf(CUSTOM_VALUE_TYPES) custom_value_type: string | null;
}
