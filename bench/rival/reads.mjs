// What is read, as a good engineer writes it by hand: one named statement a list, which chooses the page before it joins and
// gathers the children of a record as JSON. Columns are called as the members of the record are, so each field stands once.
// A record has what a client of its scene looks at, which is at least one field of everything that the service joins for it:
// state, times and money of the record, and how its people, places and parts are called. Fields that cost a column of its table
// and no join are left out.
import { URLSearchParams } from 'node:url';
import { pool, rowsOf } from './database.mjs';

const MOST_COUNTED = 10_000;

/**
 * A page of a list: its records, and the links around it. Its limits are written into the statement: as parameters they would
 * have PostgreSQL plan the joins anew for each page.
 */
export async function page(request, table, sql, condition = '', values = []) {
  const per = Math.min(Number(request.query.per ?? 10), 100);
  const number = Number(request.query.page ?? 1);
  const matching = `FROM ${table} t WHERE t.organization_id = $1 ${condition}`;
  const chosen = `(SELECT t.* ${matching} ORDER BY t.id LIMIT ${per + 1} OFFSET ${(number - 1) * per})`;
  const all = [request.actor.organization_id, ...values];
  const [records, [{ total }]] = await Promise.all([
    recordsOf(pool, `${sql(chosen)} ORDER BY t.id`, all),
    rowsOf(pool, `SELECT count(*) AS total FROM (SELECT ${matching} LIMIT ${MOST_COUNTED + 1}) c`, all),
  ]);
  const shown = records.slice(0, per);
  const last = total > MOST_COUNTED ? 'last' : Math.max(1, Math.ceil(total / per));
  const actions = { index: link(request, { per }) };
  if (number > 1) actions.previous = link(request, { page: number - 1, per });
  if (records.length > per) actions.next = link(request, { after: shown.at(-1).id, page: number + 1, per });
  actions.last = link(request, { page: last, per });
  return { actions, [table]: shown };
}

function link({ url, base }, change) {
  const [path, query] = url.split('?');
  const parameters = new URLSearchParams(`after&${query ?? ''}`);
  for (const name of ['page', 'per', 'after']) {
    if (change[name] === undefined) parameters.delete(name);
    else parameters.set(name, change[name]);
  }
  return { method: 'GET', url: `${base}${path}?${parameters}` };
}

const paths = new Map();

/**
 * The records of a statement whose columns are called as their members are, such as `voyage.vessel.name`. An object whose `id`,
 * which comes first, is null is null; what ends with `?` is left out instead.
 */
export async function recordsOf(client, text, values) {
  return (await rowsOf(client, text, values)).map((row) => {
    const record = {};
    for (const column in row) {
      if (!paths.has(column)) paths.set(column, column.split('.'));
      put(record, paths.get(column), row[column]);
    }
    return record;
  });
}

function put(record, path, value) {
  let at = record;
  for (let i = 0; i < path.length - 1; i++) {
    const [name, absent] = named(path[i]);
    if (!(name in at)) at[name] = value === null && path[i + 1] === 'id' ? absent : {};
    at = at[name];
    if (!at) return;
  }
  const [name, absent] = named(path.at(-1));
  at[name] = value ?? absent;
}

/** A member's name, and what it is where there is nothing: undefined is left out of JSON. */
const named = (name) => (name.endsWith('?') ? [name.slice(0, -1), undefined] : [name, null]);

/** Joins what columns refer to: a table, what it is called, and the column, with commas between them. */
export function joined(links) {
  const joins = links.split(',').map((link) => {
    const [table, as, column] = link.trim().split(' ');
    return `LEFT JOIN ${table} ${as} ON ${as}.organization_id = ${column.split('.')[0]}.organization_id AND ${as}.id = ${column}`;
  });
  return joins.join(' ');
}

const personOf = (u) => `coalesce(nullif(concat_ws(' ', ${u}.firstname, ${u}.lastname), ''), ${u}.email)`;

export const voyages = (from) => `
  SELECT t.id, t.number, t.status, t.actual_time_of_berth, t.estimated_time_of_departure, t.receiving_cut_off_time,
    a.name AS "agent.name", c.name AS "stevedoring_company.name", b.name AS "assigned_berth_area.name",
    y.name AS "assigned_yard_area.name", coalesce(d.name, dbt.name) AS "discharge_terminal.name",
    ap.name AS "arrival_pilot.name", dp.name AS "departure_pilot.name",
    coalesce((SELECT json_agg(json_build_object('name', u.name) ORDER BY v.id)
      FROM voyage_supervisors v ${joined('stevedoring_supervisors u v.supervisor_id')}
      WHERE v.organization_id = t.organization_id AND v.voyage_id = t.id), '[]') AS stevedoring_supervisors,
    lp.name AS "last_port_of_call.name", np.name AS "next_port_of_call.name", s.name AS "vessel.name",
    s.imo_number AS "vessel.imo",
    coalesce((SELECT json_agg(json_build_object('label', f.label, 'value', t.flex_fields -> f.canonical_name)
        ORDER BY f.position, f.id) FROM flex_field_definitions f
      WHERE f.organization_id = t.organization_id AND f.record_type = 'voyage'), '[]') AS flex_fields
  FROM ${from} t
  ${joined(`vessels s t.vessel_id, agents a t.agent_id, stevedoring_companies c t.stevedoring_company_id,
    berth_areas b t.assigned_berth_area_id, yard_areas y t.assigned_yard_area_id, terminals d t.destination_terminal_id,
    berth_areas db t.destination_berth_area_id, terminals dbt db.terminal_id, pilots ap t.arrival_pilot_id,
    pilots dp t.departure_pilot_id, ports lp t.last_port_of_call_id, ports np t.next_port_of_call_id`)}
  WHERE t.organization_id = $1`;

export const truckVisits = (from = 'truck_visits') => `
  SELECT t.id, t.gated_in_at, t.gated_out_at, t.truck_id AS "truck.id", k.license_plate AS "truck.license_plate",
    t.truck_driver_id AS "truck_driver.id", d.license_number AS "truck_driver.license_number",
    dc.name AS "truck_driver.trucking_company", t.trucking_company_id AS "trucking_company.id",
    c.name AS "trucking_company.name", t.gate_id AS "gate.id", g.name AS "gate.name", iu.id AS "gate_in_user.id",
    ${personOf('iu')} AS "gate_in_user.name", ou.id AS "gate_out_user.id", ${personOf('ou')} AS "gate_out_user.name",
    coalesce((SELECT json_agg(json_build_object('id', i.id, 'type', i.type, 'completed', i.completed,
        'container', CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'number', c.number,
          'container_type_label', coalesce(nullif(y.description, ''), y.code), 'container_status', c.container_status) END,
        'chassis', CASE WHEN h.id IS NOT NULL THEN json_build_object('id', h.id, 'number', h.number) END,
        'genset', CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'number', s.number) END) ORDER BY i.id)
      FROM interchanges i
      ${joined(`containers c i.container_id, container_types y c.container_type_id, chassis h i.chassis_id,
        gensets s i.genset_id`)}
      WHERE i.organization_id = t.organization_id AND i.truck_visit_id = t.id), '[]') AS interchanges,
    cu.id AS "cancelled_by.id", ${personOf('cu')} AS "cancelled_by.name", og.id AS "out_gate.id", og.name AS "out_gate.name",
    pa.advice_number AS pre_advice_number, ap.number AS appointment_number
  FROM ${from} t
  ${joined(`trucks k t.truck_id, truck_drivers d t.truck_driver_id, trucking_companies dc d.trucking_company_id,
    trucking_companies c t.trucking_company_id, gates g t.gate_id, users iu t.gate_in_user_id, users ou t.gate_out_user_id,
    gates og t.out_gate_id, pre_advices pa t.pre_advice_id, appointments ap t.appointment_id, users cu t.cancelled_by_id`)}
  WHERE t.organization_id = $1`;

export const invoices = (from) => `
  SELECT t.id, t.number, t.is_proforma, t.paid, t.approved, ${personOf('u')} AS approved_by, t.invoiced_at,
    round(t.subtotal, 2)::text AS subtotal, round(t.taxes_and_fees, 2)::text AS taxes_and_fees, round(t.total, 2)::text AS total,
    coalesce((SELECT json_agg(json_build_object('tax', x.code, 'amount', round(i.amount, 2)::text) ORDER BY i.id)
      FROM invoice_taxes i ${joined('taxes x i.tax_id')}
      WHERE i.organization_id = t.organization_id AND i.invoice_id = t.id), '[]') AS taxes,
    n.id AS "credits.id", n.number AS "credits.number",
    coalesce((SELECT json_agg(json_build_object('id', i.id, 'number', i.number) ORDER BY i.id) FROM invoices i
      WHERE i.organization_id = t.organization_id AND i.credits_id = t.id), '[]') AS credited_by,
    r.id AS "billing_run.id", r.number AS "billing_run.number",
    coalesce((SELECT json_agg(json_build_object('description', i.description, 'quantity', i.quantity,
        'amount', to_char(i.amount, 'FM999999999990.009999'), 'total', round(i.total, 2)::text,
        'container', c.number, 'charge_code', o.code, 'tax', x.code) ORDER BY i.id)
      FROM invoice_lines i ${joined('charge_codes o i.charge_code_id, taxes x i.tax_id, containers c i.container_id')}
      WHERE i.organization_id = t.organization_id AND i.invoice_id = t.id), '[]') AS line_items,
    coalesce(l.id, g.id, a.id, f.id, h.id) AS "customer.id",
    CASE WHEN l.id IS NOT NULL THEN 'ShippingLine' WHEN g.id IS NOT NULL THEN 'Consignee' WHEN a.id IS NOT NULL THEN 'Agent'
      WHEN f.id IS NOT NULL THEN 'FreightForwarder' ELSE 'TruckingCompany' END AS "customer.customer_type",
    coalesce(t.customer_kept ->> 'name', l.name, g.name, a.name, f.name, h.name) AS "customer.name",
    v.id AS "voyage?.id", v.number AS "voyage?.number", s.name AS "voyage?.vessel.name", tv.id AS "truck_visit?.id",
    k.id AS "truck_visit?.truck.id", k.license_plate AS "truck_visit?.truck.license_plate",
    d.id AS "truck_visit?.truck_driver.id", d.license_number AS "truck_visit?.truck_driver.license_number",
    b.id AS "bill_of_lading?.id", b.number AS "bill_of_lading?.bl_number",
    CASE WHEN b.id IS NOT NULL THEN coalesce((SELECT json_agg(DISTINCT c.number ORDER BY c.number)
      FROM container_bills i ${joined('container_stays y i.stay_id, containers c y.container_id')}
      WHERE i.organization_id = t.organization_id AND i.bill_of_lading_id = b.id AND y.status <> 'cancelled'), '[]')
    END AS "bill_of_lading?.containers",
    CASE WHEN b.id IS NOT NULL THEN coalesce((SELECT json_agg(c.number ORDER BY i.id)
      FROM billed_containers i ${joined('containers c i.container_id')}
      WHERE i.organization_id = t.organization_id AND i.invoice_id = t.id), '[]') END AS "bl_container_numbers?"
  FROM ${from} t
  ${joined(`users u t.approved_by_id, invoices n t.credits_id, billing_runs r t.billing_run_id,
    shipping_lines l t.shipping_line_id, consignees g t.consignee_id, agents a t.agent_id,
    freight_forwarders f t.freight_forwarder_id, trucking_companies h t.trucking_company_id, voyages v t.voyage_id,
    vessels s v.vessel_id, truck_visits tv t.truck_visit_id, trucks k tv.truck_id, truck_drivers d tv.truck_driver_id,
    bill_of_ladings b t.bill_of_lading_id`)} AND (t.is_proforma OR EXISTS (SELECT FROM invoice_lines i
    WHERE i.organization_id = t.organization_id AND i.invoice_id = t.id AND i.charge_code_id IS NOT NULL))
  WHERE t.organization_id = $1`;

export const shippingLines = (from) => `
  SELECT t.id, t.code, t.name, t.synonyms, t.carrier_type, p.id AS "parent?.id", p.code AS "parent?.code",
    p.name AS "parent?.name", e.id AS "edi_settings.id", m.id AS "edi_settings.edi_partner.id",
    m.name AS "edi_settings.edi_partner.name", e.name AS "edi_settings.name"
  FROM ${from} t
  LEFT JOIN edi_settings e ON e.organization_id = t.organization_id AND e.shipping_line_id = t.id
  ${joined('shipping_lines p t.parent_id, edi_partners m e.edi_partner_id')}
  WHERE t.organization_id = $1`;

/** The bills that hold the container `c`: those of its stay, and those of what is packed in it. */
const HELD_BILLS = `
  SELECT cb.bill_of_lading_id FROM container_bills cb
  WHERE cb.organization_id = c.organization_id AND cb.stay_id = c.stay_id
  UNION ALL SELECT i.bill_of_lading_id FROM packing_list_items i
  WHERE i.organization_id = c.organization_id AND i.container_id = c.id AND NOT i.has_been_stripped
    AND i.stay_id IS NOT DISTINCT FROM c.stay_id
  UNION ALL SELECT vb.bill_of_lading_id FROM vehicles v JOIN vehicle_bills vb ON vb.organization_id = v.organization_id AND vb.vehicle_id = v.id
  WHERE v.organization_id = c.organization_id AND v.current_location_type = 'Container' AND v.current_location_id = c.id
  UNION ALL SELECT r.bill_of_lading_id FROM breakbulks r
  WHERE r.organization_id = c.organization_id AND r.current_location_type = 'Container' AND r.current_location_id = c.id`;

/** The container of an organization with a number. */
export const CONTAINER = `
  SELECT c.id, c.number, c.container_type_id AS "container_type.id", k.code AS "container_type.code", k.size,
    c.container_status, c.usage, c.shipping_line_id AS "shipping_line.id", l.code AS "shipping_line.code", c.goods,
    c.weight::float8 AS weight, c.seals, c.commodity_type_id AS "commodity_type.id", y.name AS "commodity_type.name",
    c.consignee_id AS "consignee.id", g.name AS "consignee.name",
    coalesce((SELECT json_agg(json_build_object('id', o.id, 'manifest', m.client_identifier, 'number', o.number) ORDER BY cb.id)
      FROM container_bills cb ${joined('bill_of_ladings o cb.bill_of_lading_id, manifests m o.manifest_id')}
      WHERE cb.organization_id = c.organization_id AND cb.stay_id = c.stay_id), '[]') AS bill_of_ladings,
    c.booking_id AS "booking.id", b.number AS "booking.number", c.arrival_voyage_id AS "arrival_voyage.id",
    av.number AS "arrival_voyage.number", c.departure_voyage_id AS "departure_voyage.id",
    dv.number AS "departure_voyage.number", c.current_location_type,
    location_name(c.organization_id, c.current_location_type, c.current_location_id) AS current_location,
    coalesce((SELECT json_agg(json_build_object('plug_action', p.plug_action) ORDER BY p.plug_action_at, p.id)
      FROM reefer_plug_movements p WHERE p.organization_id = c.organization_id AND p.container_id = c.id
        AND p.stay_id IS NOT DISTINCT FROM c.stay_id), '[]') AS reefer_plug_movements,
    (SELECT count(*) FROM container_holds h
     WHERE h.organization_id = c.organization_id AND h.container_id = c.id
       AND (h.stay_id = c.stay_id OR h.stay_id IS NULL) AND (h.lifted_at IS NULL OR h.lifted_until <= now()))
    + (SELECT count(*) FROM bill_of_lading_holds h
       WHERE h.organization_id = c.organization_id AND (h.lifted_at IS NULL OR h.lifted_until <= now())
         AND h.bill_of_lading_id IN (${HELD_BILLS})) AS unlifted_holds
  FROM containers c
  ${joined(`container_types k c.container_type_id, shipping_lines l c.shipping_line_id,
    commodity_types y c.commodity_type_id, consignees g c.consignee_id, bookings b c.booking_id,
    voyages av c.arrival_voyage_id, voyages dv c.departure_voyage_id`)}
  WHERE c.organization_id = $1 AND c.number = $2`;

const HOLD = `organization_id, id, hold_type_id, reference_number, applied_at, applied_by_id, lifted_at, lifted_until, lifted_by_id`;

/** The holds of a container and of the bills that hold it; one without an id where there is none of either. */
export const HOLDS = `
  SELECT h.id, h.hold_type_id, y.name AS hold_type, h.reference_number,
    h.lifted_at IS NOT NULL AND (h.lifted_until <= now()) IS NOT TRUE AS lifted, h.applied_at, ${personOf('a')} AS applied_by,
    h.lifted_at, ${personOf('l')} AS lifted_by, b.id AS "bill_of_lading?.id", b.number AS "bill_of_lading?.number",
    m.client_identifier AS "bill_of_lading?.manifest_client_identifier"
  FROM containers c
  LEFT JOIN LATERAL (
    SELECT ${HOLD}, NULL::bigint AS bill_id FROM container_holds t
    WHERE t.organization_id = c.organization_id AND t.container_id = c.id AND (t.stay_id = c.stay_id OR t.stay_id IS NULL)
    UNION ALL
    SELECT ${HOLD}, bill_of_lading_id FROM bill_of_lading_holds t
    WHERE t.organization_id = c.organization_id AND (t.lifted_at IS NULL OR t.lifted_until IS NOT NULL)
      AND t.bill_of_lading_id IN (${HELD_BILLS})) h ON true
  ${joined(`hold_types y h.hold_type_id, users a h.applied_by_id, users l h.lifted_by_id, bill_of_ladings b h.bill_id,
    manifests m b.manifest_id`)}
  WHERE c.organization_id = $1 AND c.number = $2`;
