import { Check, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { BelongsTo, CalendarDate, Row, Time } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { userName } from '../../common/view/view';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { customerInput, customerOutput } from '../customers/customer-reference';

/** A price list for a time, for all customers or for one. It is a draft until it is published. */
@Kind({
  singular: 'tariff',
  plural: 'tariffs',
  key: 'name',
  filters: { published: In.bool({ description: 'Both kinds unless given' }) },
})
@Check('ck_tariffs_valid_until', 'valid_until >= valid_from')
@Refuses('ck_tariffs_valid_until', 'Valid until must not be before valid from.', 'valid_until')
@Index(['organization_id', 'published_at', 'id'])
export class Tariff extends Row {
  @Field.key({ example: 'Public 2026' }) name: string;
  @Field.text({
    required: true,
    pattern: /^[A-Z]{3}$/,
    must: 'must be three capitals (ISO 4217)',
    example: 'EUR',
  })
  currency: string;
  @CalendarDate({ required: true })
  @Field.customColumn(
    In.date({ required: true, description: 'The first day', example: '2026-01-01' }),
    (out) => out.date(),
  )
  valid_from: string;
  @Field.date({ description: 'The last day; null for ever', example: '2026-12-31' }) valid_until:
    string | null;
  @Field.custom(customerInput({ description: 'For whom it is; null for all' }), customerOutput('customer'))
  @BelongsTo(() => BillingCustomer)
  customer: Relation<BillingCustomer> | null;
  customer_id: number | null;
  @Field.ref(() => ShippingLine, 'code', {
    description: 'Whose containers it is for; null for those of all',
    example: 'WHA',
  })
  shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Field.note() description: string | null;
  @Time()
  @Field.answered((out) => out.time({ description: 'null for a draft' }))
  published_at: Date | null;
  @Field.answered((out) =>
    out.sql((of) => userName(of, 'published_by'), 'text', {
      description: 'The user who published it: the name, or the e-mail; null for a draft',
    }),
  )
  @BelongsTo(() => User)
  published_by: Relation<User> | null;
  published_by_id: number | null;
}
