import { Check, Index } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { Row, Time } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A span without slots. Appointments that overlap it stay; `GET /appointments?in_closure=true` lists them. */
@Kind({ singular: 'appointment_closure', plural: 'appointment_closures', key: 'name' })
@Check('ck_appointment_closures_until', '"until" > "from"')
@Refuses('ck_appointment_closures_until', 'Until must be later than from.', 'until')
@Index(['organization_id', 'until'])
export class AppointmentClosure extends Row {
  @Field.key({ made: true, description: 'Made when it is left out', example: "New Year's Day" })
  name: string;
  @Time({ required: true })
  @Field.customColumn(In.time({ required: true }), (out) => out.time())
  from: Date;
  @Time({ required: true })
  @Field.customColumn(
    In.endTime({ required: true, description: 'A bare date is the end of that day' }),
    (out) => out.time(),
  )
  until: Date;
  @Field.note({ example: 'Storm' }) reason: string | null;
}
