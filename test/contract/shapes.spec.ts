import { document } from '../factories/lists';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  deprecated?: boolean;
}

/** The keys that each answer has at least which names one of these, however many more it has. */
const SHAPES: Record<string, string> = {
  truck: 'id license_plate',
  truck_driver: 'id fullname license_number',
  trucking_company: 'id code name',
  container: 'id number',
  vehicle: 'id vin_number',
  breakbulk: 'id reference_number',
  chassis: 'id number',
  genset: 'id number',
  booking: 'id number',
  delivery_order: 'id number',
  dock_receipt: 'id number',
  bill_of_lading: 'id manifest number',
  voyage: 'id number',
  arrival_voyage: 'id number',
  departure_voyage: 'id number',
  vessel: 'id name',
  pre_advice: 'id advice_number',
  appointment: 'id number',
  truck_visit: 'id',
  load_list_item: 'id',
  stay: 'id number',
  shipping_line: 'id code',
  container_type: 'id code',
  package_type: 'id code',
  commodity_type: 'id name',
  consignee: 'id name',
  terminal: 'id name',
  yard_area: 'id name',
  gate: 'id name',
  out_gate: 'id name',
  location: 'type id name',
  from_location: 'type id name',
  to_location: 'type id name',
  user: 'id name',
  cancelled_by: 'id name',
  reversed_by: 'id name',
  undone_by: 'id name',
  gate_in_user: 'id name',
  gate_out_user: 'id name',
  reasons: 'code sentence container since until source action',
  source: 'type id',
  action: 'method url',
  link: 'method url',
};

/**
 * The schemas of the first answers, whose keys are given, and those in which people read words: texts in the shape of a
 * request, counts and reports by a word, drawings of the yard, documents that are kept as they were, and events in the shape of another standard. What they name stands beside it where it matters.
 */
const OTHERWISE = new Set(
  `BillItem.manifest BillItem.consignee BillItem.exporter BillItem.package_type BillOfLadingShow.manifest
   BillOfLadingShow.consignee BillOfLadingShow.exporter BillOfLadingShow.package_type VoyageBillItem.manifest
   VoyageBillItem.package_type VoyageBillShow.manifest VoyageBillShow.package_type
   PackingListItemOfBill.bill_of_lading PackingListItemOfBill.container PackingListItemOfBill.consignee
   PackingListItemOfBill.package_type BillCargo.container_type BillCargo.package_type BillCargoDetails.container_type
   BillCargoDetails.package_type
   ManifestItem.shipping_line ManifestItem.voyage VoyageItem.vessel VoyageShow.vessel VoyageOfInvoice.vessel
   VoyageEventList.voyage
   TallySheet.voyage TallyCreated.voyage TalliedContainer.container_type ShiftedContainer.container_type
   VehicleItem.consignee VehicleShow.consignee VehicleItem.package_type VehicleShow.package_type
   VehicleItem.shipping_line VehicleShow.shipping_line VehicleItem.arrival_voyage VehicleItem.departure_voyage
   VehicleItem.commodity_type VehicleItem.dock_receipt
   GensetShow.chassis GensetShow.container GensetShow.shipping_line
   BayplanCellShow.container BayplanCellShow.shipping_line EdiFault.container BookingContainerShow.stay DischargeListItemShow.stay
   LoadListItemShow.container_type InvoiceLineItem.container InvoiceItem.bill_of_lading
   PreAdviceShow.truck TruckVisitCreated.truck TruckVisitCreated.truck_driver TruckDriverSummary.trucking_company
   TruckVisitSummary.truck_driver GatedOut.truck_driver TruckItem.trucking_company
   BillOfLadingHoldsAnswer.bill_of_lading
   PurposeShow.booking PurposeShow.bill_of_lading PurposeShow.delivery_order PurposeShow.dock_receipt PurposeCargo.shipping_line
   PurposeCargo.container_type
   LoadListItemCargo.container_type PreviewItemShow.container GateRefusalShow.action AuditEntryShow.action RefusalOfPerson.action TraceOfPerson.action WriteOfUser.action ChargeShow.user
   ContainerStayShow.container_type StackedContainer.shipping_line DcsaTransportCall.vessel
   ContainerCount.* ContainerStayCount.* VoyageCount.* TruckVisitCount.* AppointmentCount.* BookingCount.* DischargeListCount.* Dwell.* TruckTurnTime.*
   ReceiptDocument.* ContainerOfReceipt.* DamageOfReceipt.*
   DangerousGoodsCount.* ReeferCount.* ContainerDamageCount.* ContainerDamageShow.location KnownDamage.location
   MovesRow.* GateRow.* VesselsRow.* YardRow.* DwellRow.* RevenueRow.*`.split(/\s+/),
);

const schemas = document.components!.schemas as Record<string, Schema>;
const shared = document.components!.parameters as Record<string, Parameter>;
const followed = (parameter: Parameter) =>
  parameter.$ref ? shared[parameter.$ref.split('/').at(-1)!]! : parameter;
const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1);

/** A schema without references, lists and null around it. */
function plain(schema: Schema): Schema {
  const name = nameOf(schema);
  if (name) return plain(schemas[name]!);
  const forms = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? []);
  const others = forms.filter(({ type }) => type !== 'null');
  if (others.length === 1) return plain(others[0]!);
  return schema.items ? plain(schema.items) : schema;
}

/** Each property of each answer, once for a schema that several share: `TruckVisitShow.truck`. */
function answered(): Map<string, { name: string; schema: Schema }> {
  const found = new Map<string, { name: string; schema: Schema }>();
  const seen = new Set<Schema>();
  const walk = (schema: Schema, where: string): void => {
    const owner = nameOf(schema) ?? where;
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], $ref } = schema;
    if ($ref) {
      const target = schemas[owner]!;
      if (seen.has(target)) return;
      seen.add(target);
      return walk(target, owner);
    }
    for (const each of [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])]) walk(each, where);
    for (const [name, property] of Object.entries(properties)) {
      found.set(`${owner}.${name}`, { name, schema: property });
      walk(property, nameOf(property) ? owner : `${owner}.${name}`);
    }
  };
  for (const [path, verbs] of Object.entries(document.paths))
    for (const [verb, { responses }] of Object.entries(verbs as Record<string, Operation>))
      for (const [status, { content = {} }] of Object.entries(responses))
        if (status.startsWith('2') && content['application/json'])
          walk(content['application/json'].schema, `${verb} ${path}`);
  return found;
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

describe('the shapes of answers', () => {
  const all = [...answered()];
  const isOtherwise = (where: string) =>
    OTHERWISE.has(where) || OTHERWISE.has(where.replace(/\.\w+$/, '.*')) || /(Answer|List)\.\w+$/.test(where);

  it('has answers to hold to them', () => {
    expect(all.length).toBeGreaterThan(1500);
    const names = new Set(all.map(([, { name }]) => name));
    expect(Object.keys(SHAPES).filter((name) => name !== 'link' && !names.has(name))).toEqual([]);
    const exceptions = [...OTHERWISE].filter((each) => !each.endsWith('.*'));
    expect(exceptions.filter((each) => !all.some(([where]) => where === each))).toEqual([]);
  });

  it.each(Object.entries(SHAPES))('name a %s as {%s}', (name, keys) => {
    const deviating = all.flatMap(([where, { name: property, schema }]) => {
      if (property !== name || isOtherwise(where)) return [];
      const { properties = {} } = plain(schema);
      // links have names of their own in `actions`
      const missing = keys.split(' ').filter((key) => !(key in properties));
      return missing.length ? [`${where} is without ${missing.join(', ')}`] : [];
    });
    expect(deviating).toEqual([]);
  });

  it('name when and why something was taken back alike, and by whom', () => {
    const owners = new Map<string, Set<string>>();
    for (const [where, { name }] of all) {
      const owner = where.slice(0, where.lastIndexOf('.'));
      owners.set(owner, (owners.get(owner) ?? new Set()).add(name));
    }
    const WORDS: [at: string, reason: string][] = [
      ['cancelled', 'cancel_reason'],
      ['reversed', 'reverse_reason'],
      ['undone', 'undo_reason'],
    ];
    const incomplete = [...owners].flatMap(([owner, names]) =>
      WORDS.flatMap(([word, reason]) =>
        names.has(`${word}_at`) && !(names.has(reason) && names.has(`${word}_by`))
          ? [`${owner} ${word}`]
          : [],
      ),
    );
    expect(incomplete).toEqual(['ServiceOrderShow cancelled']);
  });

  it('narrows a list by spans that begin with from and end with until', () => {
    const wrong = Object.entries(document.paths).flatMap(([path, { get }]) =>
      ((get?.parameters ?? []) as Parameter[])
        .map(followed)
        .flatMap(({ name = '', in: place, deprecated }) =>
          place === 'query' && !deprecated && /(_start|_end|_before|_after|^from|^until)$/.test(name)
            ? [`${path}?${name}`]
            : [],
        ),
    );
    expect(wrong).toEqual([
      // the window in question, which the answer has no field of
      '/api/v1/appointment_slots?from',
      '/api/v1/appointment_slots?until',
      // a day, not a span
      '/api/v1/container_stays?here_since_before',
      '/api/v1/container_stays/counts?here_since_before',
      // the end of the 14 days that are drawn
      '/api/v1/containers/{number}/readings.svg?until',
      // the days that are stated
      '/api/v1/customers/{type}/{id}/statement?from',
      '/api/v1/customers/{type}/{id}/statement?until',
      '/api/v1/customers/{type}/{id}/statement.pdf?from',
      '/api/v1/customers/{type}/{id}/statement.pdf?until',
      // when it came or was composed, as programs for EDI ask
      '/api/v1/edi_interchanges?from',
      '/api/v1/edi_interchanges?until',
      '/api/v1/edi_messages?from',
      '/api/v1/edi_messages?until',
      // the days that are booked
      '/api/v1/ledger?from',
      '/api/v1/ledger?until',
      // the window in question
      '/api/v1/reports/dwell?from',
      '/api/v1/reports/dwell?until',
      '/api/v1/reports/dwell.svg?from',
      '/api/v1/reports/dwell.svg?until',
      '/api/v1/reports/gate?from',
      '/api/v1/reports/gate?until',
      '/api/v1/reports/gate.svg?from',
      '/api/v1/reports/gate.svg?until',
      '/api/v1/reports/line_cost?from',
      '/api/v1/reports/line_cost?until',
      '/api/v1/reports/line_cost.svg?from',
      '/api/v1/reports/line_cost.svg?until',
      '/api/v1/reports/moves?from',
      '/api/v1/reports/moves?until',
      '/api/v1/reports/moves.svg?from',
      '/api/v1/reports/moves.svg?until',
      '/api/v1/reports/revenue?from',
      '/api/v1/reports/revenue?until',
      '/api/v1/reports/revenue.svg?from',
      '/api/v1/reports/revenue.svg?until',
      '/api/v1/reports/truck_turn_times?from',
      '/api/v1/reports/truck_turn_times?until',
      '/api/v1/reports/vessels?from',
      '/api/v1/reports/vessels?until',
      '/api/v1/reports/vessels.svg?from',
      '/api/v1/reports/vessels.svg?until',
      '/api/v1/reports/yard?from',
      '/api/v1/reports/yard?until',
      '/api/v1/reports/yard.svg?from',
      '/api/v1/reports/yard.svg?until',
    ]);
  });

  it('has each list under the end of its path', () => {
    const wrong = Object.entries(document.paths).flatMap(([path, verbs]) => {
      const { responses = {} } = (verbs as Record<string, Operation>).get ?? { responses: {} };
      const schema = responses['200']?.content?.['application/json']?.schema;
      const { properties = {} } = schema ? plain(schema) : {};
      const lists = Object.entries(properties).filter(([, each]) => each.type === 'array' || each.items);
      if (!('actions' in properties) || !lists.length) return [];
      const last = path.split('/').at(-1)!;
      const plurals = [last, last.replace(/y$/, 'ies')];
      return lists.some(([name]) => plurals.includes(name))
        ? []
        : [`${path}: ${lists.map(([name]) => name).join()}`];
    });
    expect(wrong).toEqual([
      '/api/v1/voyages/{voyage_number}/bayplan: cells',
      '/api/v1/webhook_endpoints/{id}/deliveries: webhook_deliveries',
      '/api/v1/yard_slots/free: yard_slots',
    ]);
  });
});
