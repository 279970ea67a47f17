import { Files, importFiles } from '../factories/transfer';
import type { Answer, Client } from '../setup/client';
import { useService } from '../setup/service';

const at = (hour: string) => `2026-11-20T${hour}:00:00Z`;

/** What the terminal of these tests has. */
const TERMINAL: Files = {
  'trucking_companies.ndjson': [{ code: 'EST' }, { code: 'OTH' }],
  'truck_drivers.ndjson': [{ license_number: 'DL-1', trucking_company: 'OTH' }],
  'trucks.ndjson': [{ license_plate: 'AB-1', trucking_company: 'EST' }],
  'terminals.ndjson': [{ name: 'T' }],
  'yard_areas.ndjson': [{ name: 'Block A' }],
  'shipping_lines.ndjson': [
    { code: 'WHA', name: 'Same' },
    { code: 'NBQ', name: 'Same', parent: 'WHA' },
  ],
  'agents.ndjson': [{ name: 'Scheldemond' }],
  'consignees.ndjson': [{ name: 'Kestrel' }, { name: 'Vane' }],
  'vessels.ndjson': [{ name: 'Petrel' }],
  'voyages.ndjson': [
    {
      number: 'V1',
      vessel_name: 'Petrel',
      at_of_anchorage: at('10'),
      discharge_destination: 'T',
      discharge_destination_type: 'Terminal',
    },
  ],
  'voyage_event_types.ndjson': [{ name: 'Draught', custom_value_type: 'number' }],
  'manifests.ndjson': [{ client_identifier: 'M', shipping_line: 'WHA', voyage_number: 'V1' }],
  'bill_of_ladings.ndjson': [{ manifest: 'M', number: 'B1', consignee: 'Kestrel' }],
  'container_types.ndjson': [{ code: '20DV' }],
  'containers.ndjson': [
    ...['EMPTY', 'LOADED'].map((number) => ({ number, container_status: 'empty' })),
    { number: 'HELD' },
    {
      number: 'FULL',
      container_status: 'full',
      current_location_type: 'YardArea',
      current_location: 'Block A',
    },
  ],
  'load_lists.ndjson': [
    {
      name: 'LL',
      voyage: 'V1',
      items: [{ load_list_item_type: 'empty', container: 'LOADED', loaded_at: at('12') }],
    },
  ],
  'packing_list_items.ndjson': [{ reference_number: 'PL-1', container: 'HELD' }],
  'flex_field_definitions.ndjson': [
    { record_type: 'genset', canonical_name: 'card', label: 'Card', value_type: 'number' },
  ],
  'gensets.ndjson': [{ number: 'GS-1', flex_fields: [{ card: 7 }] }],
  'hold_types.ndjson': [{ name: 'Customs', applies_to: 'container' }],
  'container_holds.ndjson': [{ container: 'HELD', hold_type: 'Customs', applied_at: at('09') }],
};

const BILLS_BY_ITSELF = { name: 'Bills', applies_to: 'bill_of_lading', applied_to: 'full_imports' };

const pickUp = (container_number: string, rest: object = {}) => ({
  purpose_type: 'pick up',
  cargo: { cargo_type: 'container', container_status: 'full', container_number },
  bill_of_lading: 'B1',
  ...rest,
});
const dropOff = (cargo: object) => ({
  purpose_type: 'drop off',
  cargo: { cargo_type: 'container', ...cargo },
});
const voyage = { voyage: 'V1', tally_type: 'discharge', crane: '1' };
const invoice = { number: 'I1', customer: { customer_type: 'Agent', name: 'Scheldemond' } };
const items = (...containers: object[]) => ({ name: 'LL', items: containers });
const empty = (container: string, rest: object = {}) => ({
  load_list_item_type: 'empty',
  container,
  ...rest,
});
const USED = 'A genset has a value of this field: its type and name stay, and it cannot be deleted.';
const APPLIED = 'The hold type was applied to a container already, so it cannot apply to anything else.';
const CIRCLE = 'must be neither the line itself nor a line below it';
const TOWED = "Truck driver 'DL-1' belongs to another trucking company than truck 'AB-1'.";
const REQUIRED = 'is required';

/** The object that a request's body may be wrapped in. */
const WRAPPER = /^(voyage|voyage_event|genset)\./;

/** A request that breaks a rule, the file that does, and what both report of which field. */
type Case = [
  rule: string,
  request: (client: Client) => Promise<Answer>,
  kind: string,
  line: object,
  field: string,
  reason: string,
];

const create = (path: string, body: object) => (client: Client) => client.post(path, body);
const change = (path: string, body: object) => (client: Client) => client.patch(path, body);

/** A new record, stated in the same words by a request and by a file. */
const created = (rule: string, kind: string, body: object, field: string, reason: string): Case => [
  rule,
  create(`/${kind}`, body),
  kind,
  body,
  field,
  reason,
];

/** A record that is there, which a file names by its key. */
const changed = (
  rule: string,
  kind: string,
  key: Record<string, string>,
  body: object,
  field: string,
  reason: string,
): Case => {
  const [value] = Object.values(key);
  return [rule, change(`/${kind}/${value}`, body), kind, { ...key, ...body }, field, reason];
};

const CASES: Case[] = [
  created('a pre-advice without its truck', 'pre_advices', { advice_number: 'PA-1' }, 'truck', REQUIRED),
  created(
    'a driver of another company',
    'pre_advices',
    { truck: 'AB-1', truck_driver: 'DL-1' },
    'trucking_company',
    TOWED,
  ),
  created(
    'a purpose without its status',
    'pre_advices',
    { truck: 'AB-1', purposes: [dropOff({ container_number: 'FULL' })] },
    'purposes.0.cargo.container_status',
    REQUIRED,
  ),
  created(
    'a container named twice',
    'pre_advices',
    { truck: 'AB-1', purposes: [pickUp('FULL'), pickUp('fu ll')] },
    'purposes.1.cargo.container_number',
    "Container 'FULL' is named twice.",
  ),
  created(
    'a new container without a type',
    'pre_advices',
    {
      truck: 'AB-1',
      purposes: [dropOff({ container_number: 'NEW', container_status: 'full', shipping_line: 'WHA' })],
    },
    'purposes.0.cargo.container_type',
    'is required for a new container',
  ),
  created(
    'a full container picked up without a bill',
    'appointments',
    { number: 'AP-1', purposes: [pickUp('FULL', { bill_of_lading: null })] },
    'purposes.0.bill_of_lading',
    REQUIRED,
  ),
  changed(
    'a full item for an empty container',
    'load_lists',
    { name: 'LL' },
    items({ load_list_item_type: 'full', container: 'EMPTY' }),
    'items.0.container',
    'Container EMPTY is empty.',
  ),
  changed(
    'cargo that is twice on a load list',
    'load_lists',
    { name: 'LL' },
    items(empty('EMPTY'), empty('EMPTY')),
    'items.1.container',
    'This cargo is on the load list already.',
  ),
  changed(
    'a held container loaded',
    'load_lists',
    { name: 'LL' },
    items(empty('LOADED', { loaded_at: at('12') }), empty('HELD', { loaded_at: at('12') })),
    'items',
    'Container HELD has unlifted holds and cannot be loaded.',
  ),
  changed(
    'a loaded item taken off',
    'load_lists',
    { name: 'LL' },
    items(),
    'items',
    'A loaded item cannot be deleted.',
  ),
  changed(
    'stripping of what is in a held container',
    'packing_list_items',
    { reference_number: 'PL-1' },
    { has_been_stripped: true },
    'has_been_stripped',
    'Container HELD has unlifted holds and cannot be stripped.',
  ),
  [
    'text as a custom value that is a number',
    async (client) => {
      const [type] = (await client.get('/voyage_event_types')).body.voyage_event_types;
      const voyage_event = { custom_value: 'deep' };
      return client.post('/voyages/V1/voyage_events', { voyage_event_type_id: type.id, voyage_event });
    },
    'voyage_events',
    {
      voyage: 'V1',
      voyage_event_type: 'Draught',
      created_at: at('12'),
      user: 'tester@harbour.example',
      custom_value: 'deep',
    },
    'custom_value',
    'Custom value must be a number.',
  ],
  [
    'a flex field retyped that a record has a value of',
    change('/flex_field_definitions/card', { value_type: 'string' }),
    'flex_field_definitions',
    { record_type: 'genset', canonical_name: 'card', label: 'Card', value_type: 'string' },
    'value_type',
    USED,
  ],
  [
    'a flex field of another type',
    change('/gensets/GS-1', { genset: { flex_fields: [{ card: 'seven' }] } }),
    'gensets',
    { number: 'GS-1', flex_fields: [{ card: 'seven' }] },
    'flex_fields.card',
    'must be a number',
  ],
  changed(
    'a hold type that was applied',
    'hold_types',
    { name: 'Customs' },
    { applies_to: 'bill_of_lading' },
    'applies_to',
    APPLIED,
  ),
  [
    'a hold type of bills that is applied by itself',
    (client) => client.as('admin').post('/hold_types', BILLS_BY_ITSELF),
    'hold_types',
    BILLS_BY_ITSELF,
    'applied_to',
    'A hold type that is applied by itself applies to containers.',
  ],
  [
    'berth before anchorage',
    change('/voyages/V1', { voyage: { at_of_berth: at('09') } }),
    'voyages',
    {
      number: 'V1',
      vessel_name: 'Petrel',
      at_of_berth: at('09'),
      discharge_destination: 'T',
      discharge_destination_type: 'Terminal',
    },
    'at_of_berth',
    'The time of berth must not be before the time of anchorage.',
  ],
  [
    'a consignee of a bill that changes',
    (client) =>
      client.put('/manifests/M/bill_of_ladings/B1', {
        bill_of_lading: { client_identifier: 'M' },
        consignee: 'Vane',
      }),
    'bill_of_ladings',
    { manifest: 'M', number: 'B1', consignee: 'Vane' },
    'consignee',
    'Consignee of a bill of lading cannot be changed.',
  ],
  created(
    'a special lift without its type',
    'tally_moves',
    { ...voyage, kind: 'special_lift' },
    'lift_type',
    'is required for a special lift',
  ),
  created('a tally without a container', 'tally_moves', { ...voyage, kind: 'tally' }, 'container', REQUIRED),
  created(
    'an invoice in two currencies',
    'invoices',
    { ...invoice, currency: 'EUR', line_items: [{ amount: 1, currency: 'USD' }] },
    'line_items.0.currency',
    'An invoice has one currency: it cannot be EUR and USD.',
  ),
  created(
    'containers billed without their bill',
    'invoices',
    { ...invoice, bl_container_numbers: ['FULL'] },
    'bill_of_lading',
    'Containers are billed by their bill of lading: name it.',
  ),
  created(
    'a customer whose name several have',
    'invoices',
    { number: 'I1', customer: { customer_type: 'ShippingLine', name: 'Same' } },
    'customer',
    "There are several: Shipping line 'Same'.",
  ),
  created(
    'a place without its type',
    'chassis',
    { number: 'C1', current_location: 'Block A' },
    'current_location_type',
    'is required with current_location',
  ),
  created(
    'a place that goes by a number',
    'chassis',
    { number: 'C1', current_location_type: 'TrainVisit', current_location: 'Block A' },
    'current_location',
    "Train visit 'Block A' is unknown: it goes by a number.",
  ),
  changed(
    'a container in itself',
    'containers',
    { number: 'FULL' },
    { current_location_type: 'Container', current_location: 'FULL' },
    'current_location',
    'A container cannot be in itself.',
  ),
];

describe('a rule', () => {
  const service = useService();
  let client: Client;

  beforeAll(async () => {
    client = await service.current.organization({ validates_bills: true });
    expect((await importFiles(client, TERMINAL)).bad).toEqual([]);
  });

  it.each(CASES)(
    'refuses %s in a request and in an import',
    async (_rule, request, kind, line, field, reason) => {
      const { status, body } = await request(client);
      expect([400, 409, 422]).toContain(status);
      const [[path, reasons] = ['', []]] = Object.entries(body.errors ?? {});
      if (path) expect([path.replace(WRAPPER, ''), reasons]).toEqual([field, [reason]]);
      else expect(body.error).toBe(reason);
      const { bad } = await importFiles(client, { [`${kind}.ndjson`]: [line] });
      expect(bad).toEqual([`${kind}.ndjson:1: ${field}: ${reason}`]);
    },
  );

  it('lets no line be its own ancestor, whichever way its parent is named', async () => {
    const { id } = (await client.get('/shipping_lines/NBQ')).body.shipping_line;
    const body = { shipping_line: { code: 'WHA', parent_id: id } };
    expect((await client.patch('/shipping_lines/WHA', body)).body.error).toBe(`Parent ${CIRCLE}.`);
    const { bad } = await importFiles(client, { 'shipping_lines.ndjson': [{ code: 'WHA', parent: 'NBQ' }] });
    expect(bad).toEqual([`shipping_lines.ndjson:1: parent: ${CIRCLE}`]);
  });
});

describe('a file states the past', () => {
  const service = useService();
  let client: Client;

  beforeEach(async () => {
    client = await service.current.organization({ validates_bills: true });
    expect((await importFiles(client, TERMINAL)).bad).toEqual([]);
  });

  const isTaken = async (kind: string, ...lines: object[]) =>
    expect((await importFiles(client, { [`${kind}.ndjson`]: lines })).bad).toEqual([]);

  it('of used pre-advices as they were', async () => {
    await isTaken(
      'pre_advices',
      { advice_number: 'PA-1', used: true },
      {
        advice_number: 'PA-2',
        truck: 'AB-1',
        truck_driver: 'DL-1',
        used_at: at('12'),
        purposes: [pickUp('FULL', { bill_of_lading: 'GONE' })],
      },
    );
  });

  it('whatever trucks are active, and wherever containers are today', async () => {
    await isTaken('trucks', { license_plate: 'AB-1', active: false });
    await isTaken('pre_advices', {
      advice_number: 'PA-1',
      truck: 'AB-1',
      purposes: [pickUp('HELD'), dropOff({ container_number: 'FULL', container_status: 'full' })],
    });
    expect((await client.get('/containers/FULL')).body.container).toMatchObject({ shipping_line: null });
  });

  it('of items that were loaded by what their containers were then', async () => {
    const item = { load_list_item_type: 'full', container: 'EMPTY', loaded_at: at('12') };
    await isTaken('load_lists', { name: 'OLD', voyage: 'V1', items: [item] });
  });

  it('again, also of voyages whose times were wrong', async () => {
    const line = {
      number: 'V2',
      vessel_name: 'Petrel',
      at_of_anchorage: at('10'),
      at_of_berth: at('09'),
      discharge_destination: 'T',
      discharge_destination_type: 'Terminal',
    };
    await isTaken('voyages', line);
    await isTaken('voyages', line);
  });

  it('without moving its containers', async () => {
    await isTaken('tally_moves', { ...voyage, kind: 'tally', container: 'HELD', tally_type: 'loading' });
    const { container } = (await client.get('/containers/HELD')).body;
    expect(container.current_location_type).toBeNull();
  });
});

describe('an import', () => {
  const service = useService();

  it('makes the kilograms of a purpose pounds where containers are weighed in pounds', async () => {
    const client = await service.current.organization({ weight_unit: 'lb' });
    const cargo = {
      container_number: 'NEW',
      container_type: '20DV',
      shipping_line: 'WHA',
      container_status: 'full',
    };
    const purposes = [dropOff({ ...cargo, weight: 453.59237 })];
    const pre_advice = { advice_number: 'PA-1', truck: 'AB-1', purposes };
    expect((await importFiles(client, { ...TERMINAL, 'pre_advices.ndjson': [pre_advice] })).bad).toEqual([]);
    expect((await client.get('/containers/NEW')).body.container.weight).toBe(1000);
  });

  it('ignores a port that is not known, as a request does', async () => {
    const client = await service.current.organization();
    const ports = { port_of_loading_locode: 'XXXXX', port_of_discharge_locode: 'NLVLI' };
    const { bad } = await importFiles(client, {
      ...TERMINAL,
      'ports.ndjson': [{ locode: 'NLVLI' }],
      'bill_of_ladings.ndjson': [{ manifest: 'M', number: 'B1', ...ports }],
    });
    expect(bad).toEqual([]);
    const [bill] = (await client.get('/manifests/M/bill_of_ladings')).body.bill_of_ladings;
    expect(bill).toMatchObject({ port_of_loading: { locode: null }, port_of_discharge: { locode: 'NLVLI' } });
  });

  it('updates a place alone within the type that the record has, as a request does', async () => {
    const client = await service.current.organization();
    await importFiles(client, TERMINAL);
    await importFiles(client, { 'yard_areas.ndjson': [{ name: 'Block B' }] });
    const line = { number: 'FULL', current_location: 'Block B' };
    expect((await importFiles(client, { 'containers.ndjson': [line] })).bad).toEqual([]);
    const { container } = (await client.get('/containers/FULL')).body;
    expect(container).toMatchObject({ current_location_type: 'YardArea', current_location: 'Block B' });
  });
});
