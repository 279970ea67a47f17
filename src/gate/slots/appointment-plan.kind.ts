import { Check, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { OneOf, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Gate } from '../../places/setup/gate.kind';
import { Terminal } from '../../places/setup/terminal.kind';
import { SLOT_PURPOSES, SlotPurpose } from '../announcements/slot-purpose';

const timeOfDay = (pattern: RegExp, example: string) =>
  ({ required: true, pattern, must: `must be a time of day such as ${example}`, example }) as const;

/**
 * The slots of one weekday, in the organization's time zone: the length of each and its capacity in trucks. The
 * capacities of plans for the same time, place and purpose add up (decision 229).
 */
@Kind({ singular: 'appointment_plan', plural: 'appointment_plans', key: 'name' })
@Check('ck_appointment_plans_place', 'num_nonnulls(terminal_id, gate_id) <= 1')
@Refuses('ck_appointment_plans_place', 'A plan is for a terminal or for a gate, not for both.', 'gate')
@Check('ck_appointment_plans_until', `"until" COLLATE "C" > "from" COLLATE "C"`)
@Refuses('ck_appointment_plans_until', 'Until must be later than from.', 'until')
@Check('ck_appointment_plans_valid_until', 'valid_until >= valid_from')
@Refuses('ck_appointment_plans_valid_until', 'Valid until must not be before valid from.', 'valid_until')
@Index(['organization_id', 'weekday'])
export class AppointmentPlan extends Row {
  @Field.key({ made: true, description: 'Made when it is left out', example: 'Weekday mornings' })
  name: string;
  @Field.ref(() => Terminal, 'name') terminal: Relation<Terminal> | null;
  terminal_id: number | null;
  @Field.ref(() => Gate, 'name') gate: Relation<Gate> | null;
  gate_id: number | null;
  @Field.int({ required: true, min: 1, max: 7, description: '1 is Monday, 7 is Sunday (ISO 8601)' })
  weekday: number;
  @Field.text(timeOfDay(/^([01]\d|2[0-3]):[0-5]\d$/, '08:00')) from: string;
  @Field.text(timeOfDay(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, '16:00')) until: string;
  @Field.int({ required: true, min: 1, max: 1440, description: 'How long a slot is, in minutes' })
  slot_minutes: number;
  @Field.int({ required: true, min: 0, max: 10_000, description: 'How many trucks a slot takes' })
  capacity: number;
  @OneOf(SLOT_PURPOSES, { required: true, default: 'any' })
  @Field.customColumn(
    In.oneOf(SLOT_PURPOSES, { notNull: true, description: 'What trucks may come for: any unless given' }),
    (out) => out.oneOf(SLOT_PURPOSES),
  )
  purpose: SlotPurpose;
  @Field.date({ description: 'The first day; without it since ever' }) valid_from: string | null;
  @Field.date({ description: 'The last day; without it for ever' }) valid_until: string | null;
}
