import { Check, Entity, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { type ConcernedRow, Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';
import {
  BelongsTo,
  Decimal,
  Flag,
  Integer,
  type Numeric,
  OneOf,
  Row,
  Text,
  Time,
} from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { CONDITION } from '../condition.codes';
import type { Inspection } from '../inspections/inspection.entity';
import type { DamageFile } from './damage-file.entity';
import { DamageComponent } from './damage-component.kind';
import { DamageType } from './damage-type.kind';
import { DAMAGE_STATUSES, FOUND_DURING, SEVERITIES } from './damage-words';

/** The rule that a damage, or an inspection, concerns the owners of its stay. */
export const ofOwner = ({
  alias,
  organization,
  parties,
}: ConcernedRow) => `${alias}.stay_id IN (SELECT p.stay_id FROM stay_parties p
  WHERE p.organization_id = ${organization} AND p.party_id = ANY(${parties}) AND p.level = 'owner')`;

/** SQL: the owners themselves. */
export const ownersOf = ({ alias, organization }: Pick<ConcernedRow, 'alias' | 'organization'>) => `
  SELECT p.party_id, p.level FROM stay_parties p
  WHERE p.organization_id = ${organization} AND p.stay_id = ${alias}.stay_id AND p.level = 'owner'`;

/** A damage of a container. It outlives the stay that it was found in, and is open until it is repaired or withdrawn. */
@Subject({
  type: 'container_damage',
  key: (of) => of('container.number'),
  path: (of) =>
    `'/api/v1/containers/' || url_encode(${of('container.number')}) || '/damages/' || ${of('id')}`,
})
@Concerns({ rows: ofOwner, whose: ownersOf })
@Entity('container_damages')
@Unique(['organization_id', 'container_id', 'sequence'])
@Index(
  'uq_container_damages_open',
  ['organization_id', 'container_id', 'damage_type_id', 'component_id', 'location'],
  { unique: true, where: `status = 'open' AND NOT again` },
)
@Refuses(
  'uq_container_damages_open',
  'The container has an open damage of this type, component and location already.',
  'damage_type',
  CONDITION.damage_known,
)
@Index('ix_container_damages_open', ['organization_id', 'container_id'], { where: `status = 'open'` })
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'found_at', 'id'])
@Index(['organization_id', 'status', 'found_at', 'id'])
@Index(['organization_id', 'status', 'id'])
@Index(['organization_id', 'severity', 'id'])
@Index(['organization_id', 'found_during', 'id'])
@Check('ck_container_damages_location', `location ~ '^[A-Z0-9]{1,4}$'`)
@Refuses('ck_container_damages_location', 'Location must be 1 to 4 capitals or digits.', 'location')
@Check('ck_container_damages_quantity', 'quantity > 0')
@Refuses('ck_container_damages_quantity', 'Quantity must be more than 0.', 'quantity')
@Check('ck_container_damages_size', 'least(length_cm, width_cm, depth_cm) >= 0')
@Refuses('ck_container_damages_size', 'A damage has no size below 0.', 'length_cm')
@Check('ck_container_damages_repaired', `(status = 'repaired') = (repaired_at IS NOT NULL)`)
@Refuses('ck_container_damages_repaired', 'A damage that is repaired has the time of that.', 'repaired_at')
@Check('ck_container_damages_withdrawn', `(status = 'withdrawn') = (withdrawn_at IS NOT NULL)`)
@Refuses('ck_container_damages_withdrawn', 'A damage that is withdrawn has the time of that.', 'withdrawn_at')
export class ContainerDamage extends Row {
  @BelongsTo(() => Container, {
    required: true,
    unindexed: 'uq_container_damages_container_id_sequence',
  })
  container: Relation<Container>;
  container_id: number;
  /** Counts the damages of a container from 1. */
  @Integer({ required: true }) sequence: number;
  @BelongsTo(() => DamageType, { required: true, listed: true }) damage_type: Relation<DamageType>;
  damage_type_id: number;
  @BelongsTo(() => DamageComponent, { required: true }) component: Relation<DamageComponent>;
  component_id: number;
  /** Where on the container, by up to four characters of ISO 9897. */
  @Text({ required: true }) location: string;
  @OneOf(SEVERITIES, { required: true }) severity: (typeof SEVERITIES)[number];
  @Integer({ required: true, default: 1 }) quantity: number;
  @Decimal() length_cm: Numeric | null;
  @Decimal() width_cm: Numeric | null;
  @Decimal() depth_cm: Numeric | null;
  @Text() notes: string | null;
  @OneOf(DAMAGE_STATUSES, { required: true, default: 'open' }) status: (typeof DAMAGE_STATUSES)[number];
  /** Whether it is one more of a type, component and location that the container has an open damage of. */
  @Flag() again: boolean;
  @Time({ required: true }) found_at: Date;
  @BelongsTo(() => User) found_by: Relation<User> | null;
  found_by_id: number | null;
  @OneOf(FOUND_DURING, { required: true }) found_during: (typeof FOUND_DURING)[number];
  /** The inspection that found it; null where it was entered singly. */
  @BelongsTo('Inspection') inspection: Relation<Inspection> | null;
  inspection_id: number | null;
  /** The stay that it was found in; null where the container had none. */
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  /** The line of the container when it was found. */
  @BelongsTo(() => ShippingLine, { listed: true }) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Time() repaired_at: Date | null;
  @Text() repair_notes: string | null;
  @Time() withdrawn_at: Date | null;
  @Text() withdraw_reason: string | null;

  @OneToMany('DamageFile', 'damage') files: Relation<DamageFile>[];
}
