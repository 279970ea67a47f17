import type { Type } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { BILL } from '../../cargo/bills-of-lading/bill-lookup';
import { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { StayLine, stayOfContainer } from '../../cargo/stays/container-stay.write';
import { Container } from '../../cargo/containers/container.kind';
import { BillOfLadingHold } from '../../cargo/held/bill-of-lading-hold.entity';
import { ContainerHold } from '../../cargo/held/container-hold.entity';
import { APPLIES_TO, HoldType } from '../../cargo/held/hold-type.kind';
import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import type { RowClass, Values } from '../../common/schema/columns';
import { FieldMap, reference } from '../../common/write/field-map';
import { Lookup, lookupOf } from '../../common/write/lookups';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import type { AppliedHold } from '../../cargo/held/applied-hold';
import { HOLD_EVENTS, HoldEvent } from '../history/hold-event.entity';
import { eventColumn, HoldTable, noteHolds } from '../history/hold-history';

class HoldEventLine {
  @In.oneOf(HOLD_EVENTS, { required: true }) event: string;
  @In.time({ required: true }) at: string;
  @In.text() user?: string | null;
  @In.text() reference_number?: string | null;
  @In.note() notes?: string | null;
  @In.time() lifted_until?: string | null;
}

/** A hold in an import or export, in force or lifted. A request never states one: it applies or lifts a hold. */
class HoldLine {
  @In.text({ required: true }) hold_type: string;
  @In.text() reference_number?: string | null;
  @In.time({ required: true }) applied_at: string;
  @In.text() applied_by?: string | null;
  @In.time() lifted_at?: string | null;
  @In.time() lifted_until?: string | null;
  @In.text() lifted_by?: string | null;
  @In.note() notes?: string | null;
  @In.objects(() => HoldEventLine) history?: HoldEventLine[] | null;
}

class ContainerHoldLine extends StayLine {
  @In.text({ required: true }) container: string;
}

class BillOfLadingHoldLine {
  @In.object(() => BillKey, { required: true }) bill_of_lading: BillKey;
}

/** Finds only the hold types that apply to this kind of record. */
const holdType = (applies_to: (typeof APPLIES_TO)[number]): Lookup => ({
  ...lookupOf(HoldType, 'name'),
  find: (organization_id, keys) => sql`
    SELECT f.name AS key, f.id FROM hold_types f
    WHERE f.organization_id = ${organization_id} AND ${among('f.name', keys, 'text')} AND f.applies_to = ${applies_to}`,
});

/** The history of a hold. A line that leaves it out gets the events that follow from the hold's own columns. */
function history(table: HoldTable): FieldMap {
  const column = eventColumn(table);
  const events = new WriteModel({
    entity: HoldEvent,
    input: [HoldEventLine],
    key: ['event'],
    match: ['id'],
    internal: [column, 'id'],
    maps: { user: reference('user', lookupOf(User, 'email')) },
  });
  const shown = parts('history', events, column, 'id');
  return {
    ...shown,
    written: async (rows, run) => {
      await shown.written!(rows, run);
      await noteHolds(
        run.db,
        table,
        rows.map(({ id }) => id!),
      );
    },
  };
}

function holds<E extends AppliedHold>(
  entity: RowClass<E>,
  input: Type,
  held: (typeof APPLIES_TO)[number],
  lookup: Lookup,
  table: HoldTable,
  maps: Record<string, FieldMap> = {},
): WriteModel<E> {
  const user = lookupOf(User, 'email');
  return new WriteModel({
    entity,
    input: [input, HoldLine],
    key: [held, 'hold_type', 'applied_at'],
    maps: {
      [held]: reference(held, lookup),
      hold_type: reference('hold_type', holdType(held)),
      applied_by: reference('applied_by', user),
      lifted_by: reference('lifted_by', user),
      history: history(table),
      ...maps,
    },
    // A hold that returned before the import records no `returned` event any more.
    derived: { columns: ['returned_at'], fill: (row) => keepReturn(row) },
  });
}

function keepReturn({ columns }: { columns: Values<AppliedHold> }): void {
  const { lifted_until } = columns;
  if (lifted_until === undefined) return;
  columns.returned_at = lifted_until && new Date(lifted_until) <= new Date() ? lifted_until : null;
}

export const containerHoldModel = holds(
  ContainerHold,
  ContainerHoldLine,
  'container',
  lookupOf(Container, 'number'),
  'container_holds',
  { stay: stayOfContainer },
);
export const billOfLadingHoldModel = holds(
  BillOfLadingHold,
  BillOfLadingHoldLine,
  'bill_of_lading',
  BILL,
  'bill_of_lading_holds',
);
