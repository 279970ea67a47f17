import { Check, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { billIdInput, billInput, billOutput } from '../../cargo/bills-of-lading/bill-reference';
import { Breakbulk } from '../../cargo/breakbulks/breakbulk.kind';
import { Container } from '../../cargo/containers/container.kind';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Vehicle } from '../../cargo/vehicles/vehicle.kind';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { BelongsTo, Decimal, OneOf, Row, Text, Time, type Numeric } from '../../common/schema/columns';
import { PARTY_TYPES } from '../../common/party-wall/party-types';
import { Field, Kind } from '../../common/setup/kind';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { customerInput, customerOutput } from '../customers/customer-reference';
import { ChargeCode } from '../tariffs/charge-code.kind';

export const ORDER_STATUSES = ['requested', 'done', 'cancelled'] as const;

/** The quantities of orders. */
export const QUANTITY = { min: 0.001, max: 999_999 } as const;

/** The kinds of parties that order and cancel, each what it ordered itself. */
export const ORDERING = ['consignee', 'freight_forwarder', 'shipping_line'] as const;

/** Work that somebody requested, such as weighing, washing or a seal. It is charged when it is done. */
@Kind({
  singular: 'service_order',
  plural: 'service_orders',
  key: 'number',
  role: 'write',
  alsoOf: ['gate', 'quay'],
  filters: {
    status: In.oneOf(ORDER_STATUSES, { description: 'How far they have come' }),
    charge_code: In.text({ description: 'The whole code', example: 'VGM' }),
    container_number: In.text({ description: 'The whole number of the container' }),
    booking_number: In.text({ description: 'The whole number of the booking' }),
    voyage_number: In.text({ description: 'The whole number of the voyage' }),
  },
  parties: {
    concern: {
      party: Object.fromEntries(PARTY_TYPES.map((customer) => [customer, `ordered_by.${customer}`])),
    },
    fields: [
      'number',
      'charge_code',
      'container',
      'bill_of_lading',
      'booking',
      'voyage',
      'vehicle',
      'breakbulk',
      'quantity',
      'ordered_by',
      'requested_at',
      'status',
      'done_at',
      'cancelled_at',
      'cancel_reason',
    ],
    filters: ['number', 'status', 'charge_code', 'container_number', 'booking_number', 'voyage_number'],
    does: { by: ORDERING, endpoints: ['create'], guesses: false },
  },
})
@Check(
  'ck_service_orders_for',
  'num_nonnulls(container_id, bill_of_lading_id, booking_id, voyage_id, vehicle_id, breakbulk_id) <= 1',
)
@Refuses('ck_service_orders_for', 'A service order is for one record at most.', 'container')
@Check('ck_service_orders_done_at', `(status = 'done') <= (done_at IS NOT NULL)`)
@Index(['organization_id', 'status', 'id'])
export class ServiceOrder extends Row {
  @Field.key({ made: true, description: 'Made when left out: SO and 8 digits', example: 'SO00000012' })
  number: string;
  @Field.ref(() => ChargeCode, 'code', {
    required: true,
    description: 'A code of the measure service_order',
    example: 'VGM',
  })
  charge_code: Relation<ChargeCode>;
  charge_code_id: number;
  @Field.ref(() => Container, 'number', { description: 'Its stay then, the open one or else the last' })
  container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @Field.custom(billInput(), billOutput)
  @BelongsTo(() => BillOfLading)
  bill_of_lading: Relation<BillOfLading> | null;
  @Field.customColumn(billIdInput()) bill_of_lading_id: number | null;
  @Field.ref(() => Booking, 'number') booking: Relation<Booking> | null;
  booking_id: number | null;
  @Field.ref(() => Voyage, 'number') voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @Field.ref(() => Vehicle, 'vin_number') vehicle: Relation<Vehicle> | null;
  vehicle_id: number | null;
  @Field.ref(() => Breakbulk, 'reference_number') breakbulk: Relation<Breakbulk> | null;
  breakbulk_id: number | null;
  @Decimal({ required: true, default: 1 })
  @Field.customColumn(
    In.number({ notNull: true, ...QUANTITY, description: 'What the price is multiplied by; 1 unless given' }),
    (out) => out.number(),
  )
  quantity: Numeric;
  @Field.custom(
    customerInput({
      description: 'The customer that asked for it, who pays where the charge code says orderer',
    }),
    customerOutput('ordered_by'),
  )
  @BelongsTo(() => BillingCustomer, { listed: true })
  ordered_by: Relation<BillingCustomer> | null;
  ordered_by_id: number | null;
  @Field.time({ description: 'When it was ordered' }) requested_at: Date | null;
  @Field.note() notes: string | null;
  @OneOf(ORDER_STATUSES, { required: true, default: 'requested' })
  @Field.answered((out) => out.oneOf(ORDER_STATUSES))
  status: (typeof ORDER_STATUSES)[number];
  @Time()
  @Field.answered((out) => out.time({ description: 'null while it is not done' }))
  done_at: Date | null;
  @Time()
  @Field.answered((out) => out.time({ description: 'null while it is not cancelled' }))
  cancelled_at: Date | null;
  @Text()
  @Field.answered((out) => out.text({ description: 'Why it was cancelled' }))
  cancel_reason: string | null;
}
