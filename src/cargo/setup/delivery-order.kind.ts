import type { Relation } from 'typeorm';
import { BelongsTo, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { billIdInput, billInput, billOutput } from '../bills-of-lading/bill-reference';

/** The order to hand general cargo over to whoever presents its number. */
@Kind({
  singular: 'delivery_order',
  plural: 'delivery_orders',
  key: 'number',
  role: 'write',
  parties: {
    concern: { bill: 'bill_of_lading' },
    fields: ['number', 'bill_of_lading'],
    filters: ['number'],
  },
})
export class DeliveryOrder extends Row {
  @Field.key({ example: 'DO-3001' }) number: string;
  @Field.custom(billInput(), billOutput)
  @BelongsTo(() => BillOfLading)
  bill_of_lading: Relation<BillOfLading> | null;
  @Field.customColumn(billIdInput()) bill_of_lading_id: number | null;
}
