import { OPEN_OF_ITEM, theirDockReceipt } from './items-of-parties';
import { OpenTo } from '../../common/party-wall/open-to';
import { view } from '../../common/view/view';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { BillConsignee, BillPackageType } from '../bills-of-lading/bill-of-lading.view';
import { Container } from '../containers/container.kind';
import { PackingListItem } from './packing-list-item.kind';

const BillOfLadingOut = view(BillOfLading);

@OpenTo.parties({ fields: ['number'] })
export class PackingListItemBill {
  @BillOfLadingOut.text({ nullable: true, example: 'WHA26110041' }) number: string | null;
}

const ContainerOut = view(Container);

@OpenTo.parties({ fields: ['number'] })
export class PackingListItemContainer {
  @ContainerOut.text({ nullable: true, example: 'WHAU4142033' }) number: string | null;
}

const Out = view(PackingListItem);

/** A packing list item, in the list of its bill of lading. */
@OpenTo.parties({
  fields: ['id', ...OPEN_OF_ITEM],
  instead: { dock_receipt_number: theirDockReceipt((of) => of('dock_receipt.number')) },
})
export class PackingListItemOfBill {
  @Out.id() id: number;
  @Out.text({ example: 'PL-7001' }) reference_number: string;
  @Out.one('bill_of_lading', () => PackingListItemBill) bill_of_lading: PackingListItemBill;
  @Out.one('container', () => PackingListItemContainer) container: PackingListItemContainer;
  @Out.one('consignee', () => BillConsignee) consignee: BillConsignee;
  @Out.int({ example: 240 }) quantity: number | null;
  @Out.number({ description: "In the organization's weight unit" }) weight: number | null;
  @Out.number() volume: number | null;
  @Out.one('package_type', () => BillPackageType) package_type: BillPackageType;
  @Out.text({ example: 'Ceramic tableware' }) description: string | null;
  @Out.text() consignee_address: string | null;
  @Out.text() shipping_marks: string | null;
  @Out.sql((of) => of('dock_receipt.number'), 'text', { example: 'DR-5001' }) dock_receipt_number:
    string | null;
  @Out.bool({ description: 'Whether all of it was taken out of the container' }) has_been_stripped: boolean;
  @Out.bool({ description: 'Whether it was handed to its receiver' }) has_been_delivered: boolean;
  @Out.int({ description: 'How many packages were taken out of the container so far' })
  stripped_quantity: number | null;
  @Out.int({ description: 'How many packages were handed over so far' }) delivered_quantity: number | null;
  @Out.time() stripped_at: string | null;
}
