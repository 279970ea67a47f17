import { Check, Column, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { billIdInput, billInput, billOutput } from '../../cargo/bills-of-lading/bill-reference';
import { CONTAINER_USAGES } from '../../cargo/containers/container-words';
import { Container } from '../../cargo/containers/container.kind';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, Row, Texts } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { BILLING } from '../billing.codes';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { customerInput, customerOutput } from '../customers/customer-reference';
import { integersInput, integersOutput, wordsInput } from '../money-fields';
import { ChargeCode } from '../tariffs/charge-code.kind';

const UNITS = { min: 0, max: 365 } as const;

/** More free time than a rate gives, for somebody or for one case. All that it names has to fit. */
@Kind({ singular: 'free_time_agreement', plural: 'free_time_agreements', key: 'number', role: 'write' })
@Check('ck_free_time_agreements_units', 'num_nonnulls(free_units, extra_units) = 1')
@Refuses('ck_free_time_agreements_units', 'An agreement has free_units or extra_units.', 'free_units')
@Check(
  'ck_free_time_agreements_for',
  `num_nonnulls(customer_id, shipping_line_id, consignee_id, bill_of_lading_id, booking_id, container_id) > 0`,
)
@Refuses('ck_free_time_agreements_for', 'Say for whom the agreement is.', 'customer', BILLING.agreement_empty)
@Check('ck_free_time_agreements_valid_until', 'valid_until >= valid_from')
@Refuses('ck_free_time_agreements_valid_until', 'Valid until must not be before valid from.', 'valid_until')
@Index('ix_free_time_agreements_general', ['organization_id', 'charge_code_id'], {
  where: 'bill_of_lading_id IS NULL AND booking_id IS NULL AND stay_id IS NULL',
})
export class FreeTimeAgreement extends Row {
  @Field.key({ made: true, description: 'Made when left out: FT and 8 digits', example: 'FT00000031' })
  number: string;
  @Field.ref(() => ChargeCode, 'code', { required: true, example: 'STOR' }) charge_code: Relation<ChargeCode>;
  charge_code_id: number;
  @Field.int({ ...UNITS, description: 'At least so many units are free; or extra_units' }) free_units:
    number | null;
  @Field.int({ ...UNITS, description: 'So many more units are free; or free_units' }) extra_units:
    number | null;
  @Field.custom(customerInput({ description: 'Who pays' }), customerOutput('customer'))
  @BelongsTo(() => BillingCustomer)
  customer: Relation<BillingCustomer> | null;
  customer_id: number | null;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Field.ref(() => Consignee, 'name') consignee: Relation<Consignee> | null;
  consignee_id: number | null;
  @Field.custom(billInput(), billOutput)
  @BelongsTo(() => BillOfLading)
  bill_of_lading: Relation<BillOfLading> | null;
  @Field.customColumn(billIdInput()) bill_of_lading_id: number | null;
  @Field.ref(() => Booking, 'number') booking: Relation<Booking> | null;
  booking_id: number | null;
  @Field.ref(() => Container, 'number', { description: 'Its stay then, the open one or else the last' })
  container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @Texts()
  @Field.customColumn(wordsInput(CONTAINER_USAGES, { description: 'All unless given' }), (out) => out.texts())
  usages: string[];
  @Column({ type: 'integer', array: true, default: '{}' })
  @Field.customColumn(
    integersInput([20, 40, 45], { description: 'Nominal lengths in feet; all unless given' }),
    integersOutput('sizes', 'Nominal lengths in feet; empty for all'),
  )
  sizes: number[];
  @Field.date({ description: 'The first day of arrival' }) valid_from: string | null;
  @Field.date({ description: 'The last day of arrival' }) valid_until: string | null;
  @Field.note({ required: true, description: 'Why it was agreed', example: 'Late bill of lading' })
  reason: string | null;
}
