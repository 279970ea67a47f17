import { Concerns } from '../../common/party-wall/concerns';
import { Check, Entity, Index, Unique } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import {
  Decimal,
  Flag,
  Integer,
  JsonColumn,
  OneOf,
  Row,
  Text,
  type Numeric,
} from '../../common/schema/columns';
import { Subject } from '../../common/recording/subject';

export const FIRST_TIERS = [70, 72, 74, 76, 78, 80, 82, 84] as const;

/** A vessel, known by its name or its IMO number. Lengths are in metres for every organization. */
@Subject({
  type: 'vessel',
  key: (of) => of('name'),
  path: (of) => `'/api/v1/vessels/' || url_encode(${of('name')})`,
})
@Concerns('everyone')
@Entity('vessels')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'name'])
@Unique(['organization_id', 'call_sign'])
@Unique(['organization_id', 'imo_number'])
@Refuses('uq_vessels_name', 'Name is already taken by another vessel.', 'name')
@Refuses('uq_vessels_call_sign', 'Call sign is already taken by another vessel.', 'call_sign')
@Refuses('uq_vessels_imo_number', 'IMO number is already taken by another vessel.', 'imo')
@Check('ck_vessels_number_of_tiers_above', 'number_of_tiers_above > above_deck_first_tier')
@Refuses(
  'ck_vessels_number_of_tiers_above',
  'Number of tiers above must be greater than above deck first tier.',
  'number_of_tiers_above',
)
@Index('ix_vessels_name_any_case', { synchronize: false })
@Index('ix_vessels_name_part', { synchronize: false })
@Index('ix_vessels_parts', { synchronize: false })
export class Vessel extends Row {
  @Text({ required: true }) name: string;
  @Text() call_sign: string | null;
  @Text() imo_number: string | null;
  @Text() vessel_type: string | null;
  /** Length overall. */
  @Decimal() loa: Numeric | null;
  /** Width overall. */
  @Decimal() woa: Numeric | null;
  @Decimal() gross_tonnage: Numeric | null;
  @Decimal() net_tonnage: Numeric | null;
  @Integer() teu_capacity: number | null;
  @Text() country_code: string | null;
  @Text() scac: string | null;
  @Text() agent_name: string | null;
  @Decimal() max_draught: Numeric | null;
  @Flag() has_cranes: boolean;
  @Integer() number_of_bays: number | null;
  @Integer() number_of_rows: number | null;
  @Integer() number_of_tiers_below: number | null;
  @OneOf(FIRST_TIERS) above_deck_first_tier: number | null;
  @Integer() number_of_tiers_above: number | null;
  /** Groups of bays that are worked together, as lists of bay numbers. */
  @JsonColumn() bay_groups: number[][] | null;
}
