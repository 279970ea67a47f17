import { BillOfLadingHold } from '../../cargo/held/bill-of-lading-hold.entity';
import { holdFields } from '../hold-fields.view';

/** A hold on a bill of lading in events, with the same fields as a hold on a container. */
export class BillOfLadingHoldItem extends holdFields(BillOfLadingHold) {}
