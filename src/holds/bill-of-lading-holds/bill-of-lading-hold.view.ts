import { BillOfLadingHold } from '../../cargo/held/bill-of-lading-hold.entity';
import { isInForce } from '../../cargo/held/applied-hold';
import { userName, view } from '../../common/view/view';

const Out = view(BillOfLadingHold);

/** A hold on a bill of lading in events, with the same fields as a hold on a container. */
export class BillOfLadingHoldItem {
  @Out.id() id: number;
  @Out.int({ example: 1 }) hold_type_id: number;
  @Out.sql((of) => of('hold_type.name'), 'text', { nullable: false, example: 'Customs inspection' })
  hold_type: string;
  @Out.text({
    description: 'Of what applied it, or of what lifted it last',
    example: 'CUS-2026-11-0417',
  })
  reference_number: string | null;
  @Out.text({ description: 'Noted when it was applied, or when it was lifted last' }) notes: string | null;
  @Out.sql((of) => `${isInForce(of)} IS NOT TRUE`, 'boolean', {
    nullable: false,
    description: 'false while the hold keeps the containers of the bill, also once lifted_until has passed',
  })
  lifted: boolean;
  @Out.time() applied_at: string;
  @Out.sql((of) => userName(of, 'applied_by'), 'text', { example: 'Mara Lindqvist' })
  applied_by: string | null;
  @Out.time({ description: 'When the hold was last lifted, also when it is in force again' })
  lifted_at: string | null;
  @Out.time({ description: 'When the lifted hold comes back into force; null when it is lifted for good' })
  lifted_until: string | null;
  @Out.sql((of) => userName(of, 'lifted_by'), 'text', { example: 'Mara Lindqvist' })
  lifted_by: string | null;
}
