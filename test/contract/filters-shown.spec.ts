import { document } from '../factories/lists';

/** The parameters of every list. */
const PAGING = ['page', 'per', 'per_page', 'after', 'order', 'updated_since', 'format'];

/** The fields of a row that a filter of another name looks at. */
const SHOWN_AS: Record<string, string> = {
  'containers with': 'may_leave',
  'container_stays with': 'may_leave',
  'vehicles booking': 'booking',
  'bill_of_ladings container_number': 'containers',
  'interchanges container_number': 'container',
  'holds in_force': 'lifted',
  'holds container_number': 'subject',
  'holds bill_of_lading_number': 'subject',
  // paid, approved and due_on say it
  'invoices status': 'approved',
  'invoices due': 'due_on',
  'invoices customer_type': 'customer',
  'invoices customer_general_ledger_id': 'customer',
  'invoices missing_general_ledger_id': 'general_ledger_id',
  'invoices line_items_q': 'line_items',
  'invoices currency': 'line_items',
  'invoices tariff_id': 'line_items',
  'invoices charge_code': 'line_items',
  'invoices container_id': 'line_items',
  'invoices container_number': 'line_items',
  'voyages arrival': 'actual_time_of_berth',
  'voyages departure': 'actual_time_of_departure',
  'voyages vessel_name': 'vessel',
  'vehicles vin': 'vin_number',
  'vessels imo': 'imo_number',
  'freight_forwarders missing_general_ledger_id': 'general_ledger_id',
  'bookings hours': 'voyage',
  'containers voyage_number': 'arrival_voyage',
  'container_stays voyage_number': 'arrival_voyage',
  'containers bill_of_lading_number': 'bill_of_ladings',
  'container_stays bill_of_lading_number': 'bill_of_ladings',
  'containers location_type': 'current_location_type',
  'containers at_terminal': 'terminal',
  'containers held': 'hold_types',
  // the stay has it
  'containers vgm': 'stay_id',
  'container_stays held': 'hold_types',
  'container_stays here_since_before': 'in_at',
  'pre_advices used': 'used_at',
  'appointments used': 'used_at',
  'appointments in_closure': 'starts_at',
  'invoices open': 'amount_open',
  'invoices overdue': 'due_on',
  'truck_visits inside': 'gated_out_at',
  'truck_visits gate_ids': 'gate',
  'truck_visits user_id': 'gate_in_user',
  'truck_visits start_date': 'gated_in_at',
  'truck_visits end_date': 'gated_in_at',
};
/** What lists of pre-advices and visits show with what the truck brings or fetches. */
for (const cargo of ['container', 'chassis', 'genset']) SHOWN_AS[`truck_visits ${cargo}_id`] = 'interchanges';
for (const list of ['pre_advices', 'appointments']) SHOWN_AS[`${list} container_number`] = 'purposes';

/** The lists that screens are built on. */
const LISTS = [
  'containers',
  'container_stays',
  'voyages',
  'appointments',
  'pre_advices',
  'truck_visits',
  'trucks',
  'truck_drivers',
  'bookings',
  'hold_types',
  'vessels',
  'consignees',
  'gates',
  'freight_forwarders',
  'vehicles',
  'bill_of_ladings',
  'invoices',
  'interchanges',
  'movements',
  'holds',
];

interface Named {
  name?: string;
  in?: string;
  deprecated?: boolean;
  $ref?: string;
}
interface Shape {
  $ref?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
}

const schemas = document.components!.schemas as Record<string, Shape>;
const shared = document.components!.parameters as Record<string, Named>;
const resolved = (shape: Shape): Shape => (shape.$ref ? schemas[shape.$ref.split('/').at(-1)!]! : shape);

describe('the rows of a list', () => {
  it.each(LISTS)('show what %s are narrowed by', (list) => {
    const { parameters = [], responses } = document.paths[`/api/v1/${list}`]!.get!;
    const { content } = responses['200'] as { content: Record<string, { schema: Shape }> };
    const row = resolved(resolved(content['application/json']!.schema).properties![list]!.items!).properties!;
    const filters = (parameters as Named[])
      .map((each) => (each.$ref ? shared[each.$ref.split('/').at(-1)!]! : each))
      .filter((parameter) => parameter.in === 'query' && !parameter.deprecated)
      .map(({ name }) => name!)
      .filter((name) => !PAGING.includes(name) && name !== 'q');
    expect(filters.length).toBeGreaterThan(0);
    const unseen = filters.filter((filter) => {
      const field = filter.replace(/_(id|number|from|until|start|end)$/, '');
      const names = [
        filter,
        field,
        `${field}_at`,
        SHOWN_AS[`${list} ${filter}`],
        SHOWN_AS[`${list} ${field}`],
      ];
      return !names.some((name) => name && name in row);
    });
    expect(unseen).toEqual([]);
  });
});
