import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { CommodityType } from '../../cargo/setup/commodity-type.kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { BelongsTo, LooseRow } from '../../common/schema/columns';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import type { TariffRate } from './tariff-rate.kind';

/** A container type that a rate holds for. */
@Entity('rate_container_types')
@Unique(['organization_id', 'rate_id', 'container_type_id'])
export class RateContainerType extends LooseRow {
  @BelongsTo('TariffRate', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_rate_container_types_rate_id_container_type_id',
  })
  rate: Relation<TariffRate>;
  rate_id: number;
  @BelongsTo(() => ContainerType, { required: true }) container_type: Relation<ContainerType>;
  container_type_id: number;
}

/** A shipping line that a rate holds for. */
@Entity('rate_shipping_lines')
@Unique(['organization_id', 'rate_id', 'shipping_line_id'])
export class RateShippingLine extends LooseRow {
  @BelongsTo('TariffRate', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_rate_shipping_lines_rate_id_shipping_line_id',
  })
  rate: Relation<TariffRate>;
  rate_id: number;
  @BelongsTo(() => ShippingLine, { required: true }) shipping_line: Relation<ShippingLine>;
  shipping_line_id: number;
}

/** A consignee that a rate holds for. */
@Entity('rate_consignees')
@Unique(['organization_id', 'rate_id', 'consignee_id'])
export class RateConsignee extends LooseRow {
  @BelongsTo('TariffRate', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_rate_consignees_rate_id_consignee_id',
  })
  rate: Relation<TariffRate>;
  rate_id: number;
  @BelongsTo(() => Consignee, { required: true }) consignee: Relation<Consignee>;
  consignee_id: number;
}

/** A type of commodity that a rate holds for. */
@Entity('rate_commodity_types')
@Unique(['organization_id', 'rate_id', 'commodity_type_id'])
export class RateCommodityType extends LooseRow {
  @BelongsTo('TariffRate', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_rate_commodity_types_rate_id_commodity_type_id',
  })
  rate: Relation<TariffRate>;
  rate_id: number;
  @BelongsTo(() => CommodityType, { required: true }) commodity_type: Relation<CommodityType>;
  commodity_type_id: number;
}
