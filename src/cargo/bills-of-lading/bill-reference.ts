import { In } from '../../common/input/in';
import type { KindField, KindOut } from '../../common/setup/kind';
import { OpenTo } from '../../common/party-wall/open-to';
import { PARTIES } from '../../common/view/compiler';
import { type Of, view } from '../../common/view/view';
import { ContainerBill } from '../containers/container-bill.entity';
import { BillOfLading } from './bill-of-lading.entity';

/** How a request names a bill of lading: its number is unique within its manifest only. */
export class BillKey {
  @In.text({ required: true, description: 'The client identifier of the manifest', example: 'WHA-WP2611' })
  manifest: string;
  @In.text({ required: true, example: 'WHA26110041' }) number: string;
}

const BillOfLadingOut = view(BillOfLading);

/** How an answer shows a bill of lading that a record refers to. */
@OpenTo.parties({ fields: ['id', 'manifest', 'number'] })
export class BillReference {
  @BillOfLadingOut.id() id: number;
  @BillOfLadingOut.sql((of) => of('manifest.client_identifier'), 'text', { nullable: false })
  manifest: string;
  @BillOfLadingOut.text() number: string;
}

const ContainerBillOut = view(ContainerBill);

/** SQL: whether the bill that a container is on is one of the actor's parties itself. */
const isTheirs = (of: Of) => `EXISTS (SELECT FROM bill_parties p
  WHERE p.organization_id = ${of('organization_id')} AND p.party_id = ANY(${PARTIES})
    AND p.bill_of_lading_id = ${of('bill_of_lading_id')})`;

/** A bill of lading that a container is on. Of one that is not theirs parties see the number alone. */
@OpenTo.parties({ fields: ['number'], own: { id: isTheirs, manifest: isTheirs } })
export class BillOfContainer {
  @ContainerBillOut.int({ column: 'bill_of_lading_id' }) id: number;
  @ContainerBillOut.sql((of) => of('bill_of_lading.manifest.client_identifier'), 'text', { nullable: false })
  manifest: string;
  @ContainerBillOut.sql((of) => of('bill_of_lading.number'), 'text', { nullable: false }) number: string;
}

/** The request field of a kind that refers to one bill. */
export const billInput = () => In.object(() => BillKey);
export const billIdInput = () => In.id({ description: 'The id, instead of bill_of_lading' });
/** The answer field of a kind that refers to one bill. */
export const billOutput: KindField['output'] = (out: KindOut) =>
  out.one('bill_of_lading', () => BillReference);
/** The answer field of a container, which may be on several bills in one stay. */
export const billsOutput: KindField['output'] = (out: KindOut) =>
  out.many('stay.bill_of_ladings', () => BillOfContainer);
