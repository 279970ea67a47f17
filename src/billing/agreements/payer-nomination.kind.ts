import { Check, Entity, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { billIdInput, billInput, billOutput } from '../../cargo/bills-of-lading/bill-reference';
import { Container } from '../../cargo/containers/container.kind';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { BelongsTo, LooseRow, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { customerInput, customerOutput } from '../customers/customer-reference';
import { ChargeCode } from '../tariffs/charge-code.kind';
import { jsonArray } from '../../common/view/json-sql';

/** A charge code that a nomination is for. */
@Entity('nomination_codes')
@Unique(['organization_id', 'nomination_id', 'charge_code_id'])
export class NominationCode extends LooseRow {
  @BelongsTo('PayerNomination', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_nomination_codes_nomination_id_charge_code_id',
  })
  nomination: Relation<PayerNomination>;
  nomination_id: number;
  @BelongsTo(() => ChargeCode, { required: true }) charge_code: Relation<ChargeCode>;
  charge_code_id: number;
}

/** Who pays for a bill, a booking or a container, in place of whom the charge codes say. */
@Kind({ singular: 'payer_nomination', plural: 'payer_nominations', key: 'number', role: 'write' })
@Check('ck_payer_nominations_for', 'num_nonnulls(bill_of_lading_id, booking_id, container_id) = 1')
@Refuses(
  'ck_payer_nominations_for',
  'A nomination is for a bill of lading, a booking or a container: name one of them.',
  'bill_of_lading',
)
@Check('ck_payer_nominations_until', '"until" >= "from"')
@Refuses('ck_payer_nominations_until', 'Until must not be before from.', 'until')
export class PayerNomination extends Row {
  @Field.key({ made: true, description: 'Made when left out: PN and 8 digits', example: 'PN00000044' })
  number: string;
  @Field.custom(customerInput({ required: true, description: 'Who pays' }), customerOutput('customer', false))
  @BelongsTo(() => BillingCustomer, { required: true })
  customer: Relation<BillingCustomer>;
  customer_id: number;
  @Field.custom(
    In.texts({ description: 'The codes that it is for; all unless given', example: ['STOR'] }),
    (out) =>
      out.sql(
        (of) => `(SELECT ${jsonArray('c.code ORDER BY l.id')} FROM nomination_codes l
          JOIN charge_codes c ON c.organization_id = l.organization_id AND c.id = l.charge_code_id
          WHERE l.organization_id = ${of('organization_id')} AND l.nomination_id = ${of('id')})`,
        'texts',
        { nullable: false },
      ),
  )
  @OneToMany(() => NominationCode, (link) => link.nomination)
  charge_codes: Relation<NominationCode>[];
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
  @Field.date({ description: 'The first day of service' }) from: string | null;
  @Field.date({ description: 'The last day of service' }) until: string | null;
  @Field.text({ description: "The customer's own reference" }) reference: string | null;
}
