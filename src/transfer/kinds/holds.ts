import type { Type } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { In } from '../../common/input/in';
import type { RowClass } from '../../common/schema/columns';
import { BillOfLadingHold } from '../../cargo/held/bill-of-lading-hold.entity';
import { ContainerHold } from '../../cargo/held/container-hold.entity';
import { APPLIES_TO } from '../../cargo/held/hold-type.kind';
import { reference } from '../field-map';
import { BILL, Lookup, lookupOf } from '../lookups';
import { TableKind } from '../table-kind';

/** A hold that was applied, whether it is in force or not. */
class HoldLine {
  @In.text({ required: true }) hold_type: string;
  @In.text() reference_number?: string | null;
  @In.time({ required: true }) applied_at: string;
  @In.text() applied_by?: string | null;
  @In.time() lifted_at?: string | null;
  @In.time() lifted_until?: string | null;
  @In.text() lifted_by?: string | null;
  @In.note() notes?: string | null;
}

class ContainerHoldLine {
  @In.text({ required: true }) container: string;
}

class BillOfLadingHoldLine {
  @In.object(() => BillKey, { required: true }) bill_of_lading: BillKey;
}

/** A type for the other kind of record is no type for this one. */
const holdType = (applies_to: (typeof APPLIES_TO)[number]): Lookup => ({
  ...lookupOf('hold_types', 'name'),
  find: (organization_id, keys) => sql`
    SELECT f.name AS key, f.id FROM hold_types f
    WHERE f.organization_id = ${organization_id} AND f.name = ANY(${keys}::text[]) AND f.applies_to = ${applies_to}`,
});

function holds(entity: RowClass, input: Type, held: (typeof APPLIES_TO)[number], lookup: Lookup): TableKind {
  const user = lookupOf('users', 'email');
  return new TableKind({
    entity,
    input: [input, HoldLine],
    key: [held, 'hold_type', 'applied_at'],
    maps: {
      [held]: reference(held, lookup),
      hold_type: reference('hold_type', holdType(held)),
      applied_by: reference('applied_by', user),
      lifted_by: reference('lifted_by', user),
    },
  });
}

export const containerHolds = () =>
  holds(ContainerHold, ContainerHoldLine, 'container', lookupOf('containers', 'number'));

export const billOfLadingHolds = () => holds(BillOfLadingHold, BillOfLadingHoldLine, 'bill_of_lading', BILL);
