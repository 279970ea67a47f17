import { IS_OPEN } from '../../cargo/stays/stay-words';
import type { HoldType } from '../../cargo/held/hold-type.kind';
import { BillOfLadingHoldItem } from '../bill-of-lading-holds/bill-of-lading-hold.view';
import { ContainerHoldItem } from '../container-holds/container-hold.view';

export type AppliesTo = HoldType['applies_to'];

/** Per kind of record: the table and view of its holds, and the column that names the record. */
export const HOLDS = {
  container: {
    view: ContainerHoldItem,
    table: 'container_holds',
    held: 'container_id',
    /** SQL: whether the hold `h` belongs to the container's open stay or, when none is open, waits for the next one. */
    present: `h.stay_id IS NOT DISTINCT FROM (
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = h.organization_id AND s.container_id = h.container_id
        AND s.status ${IS_OPEN})`,
  },
  bill_of_lading: {
    view: BillOfLadingHoldItem,
    table: 'bill_of_lading_holds',
    held: 'bill_of_lading_id',
    present: 'true',
  },
} as const;
