import { OF_LINE } from '../../parties/shipping-lines/lines-of-parties';
import { Concerns } from '../../common/party-wall/concerns';
import { Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Listed } from '../../common/errors/constraints';
import { BelongsTo, Decimal, Flag, FlexValues, Text, type Numeric } from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Chassis } from '../chassis/chassis.kind';
import { Container } from '../containers/container.kind';
import { Located } from '../../places/locations/located';
import { YardSlot } from '../../places/setup/yard-slot.kind';
import { Subject } from '../../common/recording/subject';

export const FUEL_LEVELS = [0, 0.25, 0.5, 0.75, 1];

/** A generator set, which powers a reefer container on the road. */
@Subject({
  type: 'genset',
  key: (of) => of('number'),
  path: (of) => `'/api/v1/gensets/' || url_encode(${of('number')})`,
})
@Concerns(OF_LINE)
@Entity('gensets')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'number'])
@Index('ix_gensets_number_any_case', { synchronize: false })
export class Genset extends Located {
  @Text({ required: true }) number: string;
  @Text() seal: string | null;
  @Flag() has_battery: boolean;
  @Text() equipment_condition: string | null;
  /** How full the tank is, in quarters. */
  @Listed(FUEL_LEVELS) @Decimal() fuel_level: Numeric | null;
  /** Running hours. */
  @Decimal() hours: Numeric | null;
  @Flag(true) active: boolean;
  @FlexValues() flex_fields: Record<string, unknown>;

  @BelongsTo(() => Chassis) chassis: Relation<Chassis> | null;
  chassis_id: number | null;
  @BelongsTo(() => Container) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => ShippingLine) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => YardSlot) yard_slot: Relation<YardSlot> | null;
  yard_slot_id: number | null;
  @BelongsTo(() => User) created_by: Relation<User> | null;
  created_by_id: number | null;
  @BelongsTo(() => User) updated_by: Relation<User> | null;
  updated_by_id: number | null;
}
