import { Check, Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import {
  BelongsTo,
  BigInteger,
  Decimal,
  Flag,
  Integer,
  JsonColumn,
  type Numeric,
  OneOf,
  LooseRow,
  Text,
} from '../../common/schema/columns';
import { CONTAINER_STATUSES } from '../containers/container-words';
import type { Bayplan } from './bayplan.entity';

/**
 * What a bayplan has in a place on board. Containers, lines and ports are as the document names them, since most of them
 * are for elsewhere. The rows of a plan are written anew with it, in order of their cells.
 */
@Entity('bayplan_cells')
@Index(['organization_id', 'container_number', 'id'])
@Check('ck_bayplan_cells_cell', `cell ~ '^[0-9]{7}$'`)
export class BayplanCell extends LooseRow {
  @BelongsTo('Bayplan', { required: true, onDelete: 'CASCADE', listed: true }) bayplan: Relation<Bayplan>;
  bayplan_id: number;
  @Text({ required: true }) cell: string;
  @Integer({ required: true }) bay: number;
  @Text() container_number: string | null;
  @Text() size_type: string | null;
  @OneOf(CONTAINER_STATUSES) container_status: string | null;
  /** In the organization's weight unit. */
  @Decimal() weight: Numeric | null;
  @Text() port_of_loading: string | null;
  @Text() port_of_discharge: string | null;
  /** Whether it is to be discharged here. */
  @Flag() for_here: boolean;
  @Text() shipping_line: string | null;
  /** In degrees Celsius. */
  @Decimal() temperature: Numeric | null;
  @JsonColumn({ required: true, default: [] }) dangerous: object;
  /** The EDI partner whose document has it, and alone takes it away; null where that is not known. */
  @BigInteger() edi_partner_id: number | null;
}
