import { Entity, Exclusion, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, CalendarDate, LooseRow } from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { BILLING } from '../billing.codes';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { ChargeCode } from './charge-code.kind';
import type { Tariff } from './tariff.kind';

/**
 * The days on which a published tariff prices a charge code. The database keeps two tariffs of one customer and line
 * from pricing one code on one day.
 */
@Entity('tariff_codes')
@Unique(['organization_id', 'tariff_id', 'charge_code_id'])
@Exclusion(
  'ex_tariff_codes_days',
  `USING gist (organization_id WITH =, charge_code_id WITH =, coalesce(customer_id, 0) WITH =,
   coalesce(shipping_line_id, 0) WITH =, daterange(valid_from, valid_until, '[]') WITH &&)`,
)
@Refuses(
  'ex_tariff_codes_days',
  'Another tariff prices one of the charge codes on one of the days.',
  undefined,
  BILLING.tariff_overlaps,
)
export class TariffCode extends LooseRow {
  @BelongsTo('Tariff', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_tariff_codes_tariff_id_charge_code_id',
  })
  tariff: Relation<Tariff>;
  tariff_id: number;
  @BelongsTo(() => ChargeCode, { required: true }) charge_code: Relation<ChargeCode>;
  charge_code_id: number;
  @BelongsTo(() => BillingCustomer) customer: Relation<BillingCustomer> | null;
  customer_id: number | null;
  @BelongsTo(() => ShippingLine) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @CalendarDate({ required: true }) valid_from: string;
  @CalendarDate() valid_until: string | null;
}
