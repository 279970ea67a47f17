import { In } from '../../common/input/in';
import { CustomerLine } from '../customers/customer-key';

/** A customer of a file that may be missing, or deleted. */
export class CustomerOrNone {
  @In.object(() => CustomerLine) customer?: CustomerLine | null;
}
