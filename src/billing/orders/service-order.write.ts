import { billReference } from '../../cargo/bills-of-lading/bill-lookup';
import { Conflict } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { stayOfContainer, StayLine } from '../agreements/stay-reference';
import { CustomerLine } from '../customers/customer-key';
import { customerReference } from '../customers/customer-reference';
import { madeNumber } from '../made-number';
import { plainColumns } from '../money-fields';
import { ChargeCode } from '../tariffs/charge-code.kind';
import { refuseNotOwned, requireOwnParty } from './own-order';
import { finalRefusal } from './service-order.rules';
import { ORDER_STATUSES, ServiceOrder } from './service-order.kind';

/** What only a file states: how far an order has come. */
class OrderState extends StayLine {
  @In.oneOf(ORDER_STATUSES) status?: string | null;
  @In.time() done_at?: string | null;
  @In.time() cancelled_at?: string | null;
  @In.note() cancel_reason?: string | null;
  @In.object(() => CustomerLine) ordered_by?: CustomerLine | null;
}

export const serviceOrderModel = kindModel(ServiceOrder, {
  input: [OrderState],
  compares: true,
  maps: {
    ...plainColumns('quantity'),
    number: madeNumber('SO', 8),
    ordered_by: customerReference('ordered_by'),
    bill_of_lading: billReference(),
    ...stayOfContainer,
  },
  closed: { always: ['number', 'voyage', 'voyage_id'] },
  checks: [refuseNotOwned, requireOwnParty, requireMeasure, daily(refuseFinal)],
  removal: async (db, id) => {
    const order = await db.find(ServiceOrder, { id });
    if (order?.status === 'done') throw new Conflict(finalRefusal(order));
  },
});

async function requireMeasure(rows: RowOf<ServiceOrder>[], { db }: WriteRun): Promise<void> {
  const ids = rows.flatMap(({ columns }) => columns.charge_code_id ?? []);
  const codes = ids.length ? await db.findAll(ChargeCode, { id: [...new Set(ids)] }) : [];
  for (const row of rows) {
    const code = codes.find(({ id }) => id === row.columns.charge_code_id);
    if (code && code.measure !== 'service_order')
      row.invalid('charge_code', `must be a code of service orders, not of ${code.measure}`);
  }
}

/** A done or cancelled order does not change. */
function refuseFinal(rows: RowOf<ServiceOrder>[]): void {
  for (const row of rows)
    if (row.before && row.before.status !== 'requested') row.conflict('number', finalRefusal(row.before));
}
