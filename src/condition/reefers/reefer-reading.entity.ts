import { Check, Column, Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Refuses } from '../../common/errors/constraints';
import { Concerns } from '../../common/party-wall/concerns';
import { BelongsTo, Decimal, type Numeric, MonthKey, Row, Text } from '../../common/schema/columns';
import { ofOwner, ownersOf } from '../damages/container-damage.entity';

/** What the unit of a reefer showed at a time. Temperatures are in degrees Celsius, the humidity is in percent. */
@Concerns({ rows: ofOwner, whose: ownersOf })
@Entity('reefer_readings')
@Unique(['organization_id', 'container_id', 'at'])
@Index(['organization_id', 'at'])
@Index(['organization_id', 'updated_at', 'id'])
@Check('ck_reefer_readings_humidity', 'humidity BETWEEN 0 AND 100')
@Refuses('ck_reefer_readings_humidity', 'Humidity must be from 0 to 100 percent.', 'humidity')
export class ReeferReading extends Row {
  @MonthKey() at: Date;
  @BelongsTo(() => Container, { required: true, unindexed: 'uq_reefer_readings_container_id_at' })
  container: Relation<Container>;
  container_id: number;
  @BelongsTo(() => ContainerStay, { required: true }) stay: Relation<ContainerStay>;
  stay_id: number;
  @Decimal() set_point: Numeric | null;
  /** The air that the unit blows in, and the air that comes back from the cargo. */
  @Decimal() supply: Numeric | null;
  @Decimal() return: Numeric | null;
  @Decimal() ambient: Numeric | null;
  @Decimal() humidity: Numeric | null;
  @Text() alarm: string | null;
  @Column({ type: 'boolean', nullable: true }) is_plugged: boolean | null;
  /** Who or what read it. */
  @Text() by: string | null;
}
