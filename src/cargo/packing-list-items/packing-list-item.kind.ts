import { jsonObject } from '../../common/view/json-sql';
import { OPEN_OF_ITEM, ofReceiver, receiversOf, theirDockReceipt } from './items-of-parties';
import { Check } from 'typeorm';
import type { Relation } from 'typeorm';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, Row, Time, type Numeric } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { billIdInput, billInput, billOutput } from '../bills-of-lading/bill-reference';
import { Container } from '../containers/container.kind';
import { ContainerStay } from '../stays/container-stay.entity';
import { DockReceipt } from '../setup/dock-receipt.kind';
import { PackageType } from '../setup/package-type.kind';

/**
 * One lot on the packing list of a bill of lading. It travels in a container until it is stripped, i.e. taken out at
 * the terminal.
 */
@Check(
  'ck_packing_list_items_delivered_quantity',
  `delivered_quantity <= CASE WHEN has_been_stripped
    THEN greatest(coalesce(quantity, 1), coalesce(stripped_quantity, 0)) ELSE coalesce(stripped_quantity, 0) END`,
)
@Refuses(
  'ck_packing_list_items_delivered_quantity',
  'Delivered quantity must not be more than was stripped.',
  'delivered_quantity',
)
@Refuses(
  'ck_packing_list_items_room',
  'A bill of lading has at most 400 containers, pieces of breakbulk and items on its packing list together.',
  'bill_of_lading',
  COMMON.too_many,
)
@Kind({
  singular: 'packing_list_item',
  plural: 'packing_list_items',
  key: 'reference_number',
  role: 'write',
  parties: {
    concern: { rows: ofReceiver, whose: receiversOf },
    fields: OPEN_OF_ITEM,
    instead: {
      dock_receipt: theirDockReceipt((of) =>
        jsonObject({ id: of('dock_receipt_id'), number: of('dock_receipt.number') }),
      ),
    },
    filters: ['reference_number'],
  },
})
export class PackingListItem extends Row {
  @Field.key({ example: 'PL-7001' }) reference_number: string;
  @Field.custom(billInput(), billOutput)
  @BelongsTo(() => BillOfLading, { onDelete: 'CASCADE' })
  bill_of_lading: Relation<BillOfLading> | null;
  @Field.customColumn(billIdInput()) bill_of_lading_id: number | null;
  @Field.ref(() => Container, 'number', { description: 'The container that it travels in' })
  container: Relation<Container> | null;
  container_id: number | null;
  /** The stay in which its container carries it. */
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @Field.ref(() => Consignee, 'name', { description: 'Who it is for, where the bill has several receivers' })
  consignee: Relation<Consignee> | null;
  consignee_id: number | null;
  @Field.int({
    min: 0,
    description: 'How many packages; an item that does not say counts as 1',
    example: 240,
  })
  quantity: number | null;
  @Field.number({ min: 0, description: "In the organization's weight unit" }) weight: Numeric | null;
  @Field.number({ min: 0 }) volume: Numeric | null;
  @Field.ref(() => PackageType, 'code') package_type: Relation<PackageType> | null;
  package_type_id: number | null;
  @Field.note({ example: 'Ceramic tableware' }) description: string | null;
  @Field.note() consignee_address: string | null;
  @Field.note() shipping_marks: string | null;
  @Field.ref(() => DockReceipt, 'number') dock_receipt: Relation<DockReceipt> | null;
  dock_receipt_id: number | null;
  @Field.int({ min: 0, description: 'How many packages were taken out of the container so far' })
  stripped_quantity: number | null;
  @Field.int({ min: 0, description: 'How many packages were handed over so far: at most what was taken out' })
  delivered_quantity: number | null;
  @Field.flag({ description: 'Whether all of it was taken out of the container' }) has_been_stripped: boolean;
  @Field.flag({ description: 'Whether it was handed to its receiver' }) has_been_delivered: boolean;
  @Time()
  @Field.answered((out) => out.time())
  stripped_at: Date | null;
}
