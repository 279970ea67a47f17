// What is read, as a good engineer writes it by hand: joins, named statements, one statement for the children of all
// records of a page, objects made in JavaScript.
import { URLSearchParams } from 'node:url';
import { pool, rowsOf } from './database.mjs';

const MOST_COUNTED = 10_000;

/**
 * A page of a list: its records, and the links around it. The page is chosen before the joins, with its limits written in:
 * as parameters they would have PostgreSQL plan the joins anew for each page.
 */
export async function page(request, table, condition, values, read) {
  const { organization_id } = request.actor;
  const per = Math.min(Number(request.query.per ?? 10), 100);
  const number = Number(request.query.page ?? 1);
  const matching = `FROM ${table} t WHERE t.organization_id = $1 ${condition}`;
  const chosen = `(SELECT * ${matching} ORDER BY t.id LIMIT ${per + 1} OFFSET ${(number - 1) * per})`;
  const all = [organization_id, ...values];
  const [rows, [{ total }]] = await Promise.all([
    read(pool, 'ORDER BY t.id', all, chosen),
    rowsOf(pool, `SELECT count(*) AS total FROM (SELECT ${matching} LIMIT ${MOST_COUNTED + 1}) c`, all),
  ]);
  const shown = rows.slice(0, per);
  const last = total > MOST_COUNTED ? 'last' : Math.max(1, Math.ceil(total / per));
  const actions = { index: link(request, { per }) };
  if (number > 1) actions.previous = link(request, { page: number - 1, per });
  if (rows.length > per) actions.next = link(request, { after: shown.at(-1).id, page: number + 1, per });
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

/** The rows, each under the value of one column. */
function grouped(rows, column) {
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group) group.push(row);
    else groups.set(row[column], [row]);
  }
  return groups;
}

const idsOf = (rows) => rows.map(({ id }) => id);
const number = (text) => (text === null ? null : Number(text));

// Voyages

const VOYAGES = (from = 'voyages') => `
  SELECT t.*, s.name AS vessel_name, s.imo_number, s.call_sign, s.vessel_type, trim_scale(s.loa)::text AS loa,
    s.country_code, s.gross_tonnage, s.net_tonnage, a.name AS agent, c.name AS company, b.name AS berth, y.name AS yard,
    coalesce(d.name, dbt.name) AS terminal, ap.name AS arrival_pilot, dp.name AS departure_pilot,
    lp.name AS last_port, lp.locode AS last_locode, np.name AS next_port, np.locode AS next_locode
  FROM ${from} t
  JOIN vessels s ON s.organization_id = t.organization_id AND s.id = t.vessel_id
  LEFT JOIN agents a ON a.organization_id = t.organization_id AND a.id = t.agent_id
  LEFT JOIN stevedoring_companies c ON c.organization_id = t.organization_id AND c.id = t.stevedoring_company_id
  LEFT JOIN berth_areas b ON b.organization_id = t.organization_id AND b.id = t.assigned_berth_area_id
  LEFT JOIN yard_areas y ON y.organization_id = t.organization_id AND y.id = t.assigned_yard_area_id
  LEFT JOIN terminals d ON d.organization_id = t.organization_id AND d.id = t.destination_terminal_id
  LEFT JOIN berth_areas db ON db.organization_id = t.organization_id AND db.id = t.destination_berth_area_id
  LEFT JOIN terminals dbt ON dbt.organization_id = db.organization_id AND dbt.id = db.terminal_id
  LEFT JOIN pilots ap ON ap.organization_id = t.organization_id AND ap.id = t.arrival_pilot_id
  LEFT JOIN pilots dp ON dp.organization_id = t.organization_id AND dp.id = t.departure_pilot_id
  LEFT JOIN ports lp ON lp.organization_id = t.organization_id AND lp.id = t.last_port_of_call_id
  LEFT JOIN ports np ON np.organization_id = t.organization_id AND np.id = t.next_port_of_call_id
  WHERE t.organization_id = $1 `;
const SUPERVISORS = `
  SELECT v.voyage_id, s.name FROM voyage_supervisors v
  JOIN stevedoring_supervisors s ON s.organization_id = v.organization_id AND s.id = v.supervisor_id
  WHERE v.organization_id = $1 AND v.voyage_id = ANY($2::bigint[]) ORDER BY v.id`;
const FLEX_FIELDS = `
  SELECT label, canonical_name FROM flex_field_definitions
  WHERE organization_id = $1 AND record_type = $2 ORDER BY position, id`;

export async function voyages(client, rest, values, from) {
  const [organization_id] = values;
  const [rows, fields] = await Promise.all([
    rowsOf(client, VOYAGES(from) + rest, values),
    rowsOf(client, FLEX_FIELDS, [organization_id, 'voyage']),
  ]);
  const supervisors = grouped(await rowsOf(client, SUPERVISORS, [organization_id, idsOf(rows)]), 'voyage_id');
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    status: row.status,
    display_name: `${row.vessel_name} - ${row.number}`,
    closing_comments: row.closing_comments,
    tax_date: row.tax_date,
    time_labour_ashore: row.time_labour_ashore,
    time_labour_onboard: row.time_labour_onboard,
    number_of_tug_boats: (row.arrival_number_of_tug_boats ?? 0) + (row.departure_number_of_tug_boats ?? 0),
    arrival_number_of_tug_boats: row.arrival_number_of_tug_boats,
    departure_number_of_tug_boats: row.departure_number_of_tug_boats,
    created_at: row.created_at,
    updated_at: row.updated_at,
    estimated_time_of_anchorage: row.estimated_time_of_anchorage,
    actual_time_of_anchorage: row.actual_time_of_anchorage,
    actual_time_of_pilot_boarded: row.actual_time_of_pilot_boarded,
    actual_time_of_berth: row.actual_time_of_berth,
    actual_time_of_customs_clearance: row.actual_time_of_customs_clearance,
    actual_time_of_departure: row.actual_time_of_departure,
    actual_time_of_departure_pilot_boarded: row.actual_time_of_departure_pilot_boarded,
    estimated_time_of_departure: row.estimated_time_of_departure,
    receiving_cut_off_time: row.receiving_cut_off_time,
    agent: { name: row.agent },
    stevedoring_company: { name: row.company },
    captain: { name: row.captain },
    assigned_berth_area: { name: row.berth },
    assigned_yard_area: { name: row.yard },
    discharge_terminal: { name: row.terminal },
    arrival_pilot: { name: row.arrival_pilot },
    departure_pilot: { name: row.departure_pilot },
    stevedoring_supervisors: (supervisors.get(row.id) ?? []).map(({ name }) => ({ name })),
    last_port_of_call: { name: row.last_port, locode: row.last_locode },
    next_port_of_call: { name: row.next_port, locode: row.next_locode },
    vessel: {
      name: row.vessel_name,
      imo: row.imo_number,
      call_sign: row.call_sign,
      vessel_type: row.vessel_type,
      loa: row.loa,
      flag: row.country_code,
      gross_tonnage: number(row.gross_tonnage),
      net_tonnage: number(row.net_tonnage),
    },
    flex_fields: fields.map(({ label, canonical_name }) => ({
      label,
      value: row.flex_fields[canonical_name] ?? null,
    })),
  }));
}

// Truck visits

const VISITS = (from = 'truck_visits') => `
  SELECT t.*, k.license_plate, k.number AS truck_number, k.trucking_company_id AS truck_company_id,
    k.active AS truck_active, k.allowed_until AS truck_until, d.license_number, d.firstname, d.lastname, d.twic,
    d.number AS driver_number, d.active AS driver_active, d.date_of_birth, d.telephone_number, d.email AS driver_email,
    d.remarks, d.allowed_until AS driver_until, d.created_at AS driver_created_at, d.updated_at AS driver_updated_at,
    dc.name AS driver_company_name, dc.code AS driver_company_code, c.name AS company_name, c.code AS company_code,
    g.name AS gate_name, iu.email AS in_email, iu.firstname AS in_firstname, iu.lastname AS in_lastname,
    ou.email AS out_email, ou.firstname AS out_firstname, ou.lastname AS out_lastname, og.name AS out_gate_name,
    pa.advice_number, ap.number AS appointment_number, cu.email AS canceller_email,
    cu.firstname AS canceller_firstname, cu.lastname AS canceller_lastname
  FROM ${from} t
  JOIN trucks k ON k.organization_id = t.organization_id AND k.id = t.truck_id
  LEFT JOIN truck_drivers d ON d.organization_id = t.organization_id AND d.id = t.truck_driver_id
  LEFT JOIN trucking_companies dc ON dc.organization_id = d.organization_id AND dc.id = d.trucking_company_id
  LEFT JOIN trucking_companies c ON c.organization_id = t.organization_id AND c.id = t.trucking_company_id
  JOIN gates g ON g.organization_id = t.organization_id AND g.id = t.gate_id
  LEFT JOIN users iu ON iu.organization_id = t.organization_id AND iu.id = t.gate_in_user_id
  LEFT JOIN users ou ON ou.organization_id = t.organization_id AND ou.id = t.gate_out_user_id
  LEFT JOIN gates og ON og.organization_id = t.organization_id AND og.id = t.out_gate_id
  LEFT JOIN pre_advices pa ON pa.organization_id = t.organization_id AND pa.id = t.pre_advice_id
  LEFT JOIN appointments ap ON ap.organization_id = t.organization_id AND ap.id = t.appointment_id
  LEFT JOIN users cu ON cu.organization_id = t.organization_id AND cu.id = t.cancelled_by_id
  WHERE t.organization_id = $1 `;
const INTERCHANGES = `
  SELECT i.truck_visit_id, i.id, i.type, i.completed, i.container_id, c.number, c.goods, c.container_status,
    c.operating_reefer, c.reefer_temperature, c.reefer_set_point_temperature, c.supply_temperature, k.is_reefer,
    coalesce(nullif(k.description, ''), k.code) AS label, i.chassis_id, h.number AS chassis_number, i.genset_id,
    s.number AS genset_number
  FROM interchanges i
  LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
  LEFT JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
  LEFT JOIN chassis h ON h.organization_id = i.organization_id AND h.id = i.chassis_id
  LEFT JOIN gensets s ON s.organization_id = i.organization_id AND s.id = i.genset_id
  WHERE i.organization_id = $1 AND i.truck_visit_id = ANY($2::bigint[]) ORDER BY i.id`;

export async function truckVisits(client, rest, values, from) {
  const rows = await rowsOf(client, VISITS(from) + rest, values);
  const children = await rowsOf(client, INTERCHANGES, [values[0], idsOf(rows)]);
  const interchanges = grouped(children, 'truck_visit_id');
  return rows.map((row) => ({
    id: row.id,
    gated_in_at: row.gated_in_at,
    gated_out_at: row.gated_out_at,
    duration: durationOf(row),
    truck: truckOf(row),
    truck_driver: row.truck_driver_id && {
      id: row.truck_driver_id,
      fullname:
        [row.firstname, row.lastname]
          .filter((part) => part !== null)
          .join(' ')
          .trim() || null,
      license_number: row.license_number,
      twic: row.twic,
      number: row.driver_number,
      active: row.driver_active,
      date_of_birth: row.date_of_birth,
      telephone_number: row.telephone_number,
      email: row.driver_email,
      remarks: row.remarks,
      trucking_company: row.driver_company_name || row.driver_company_code,
      allowed_until: row.driver_until,
      created_at: row.driver_created_at,
      updated_at: row.driver_updated_at,
    },
    trucking_company: row.trucking_company_id && {
      id: row.trucking_company_id,
      name: row.company_name,
      code: row.company_code,
    },
    gate: { id: row.gate_id, name: row.gate_name },
    gate_in_user: userOf(row.gate_in_user_id, row.in_email, row.in_firstname, row.in_lastname),
    gate_out_user: userOf(row.gate_out_user_id, row.out_email, row.out_firstname, row.out_lastname),
    interchanges: (interchanges.get(row.id) ?? []).map(interchangeOf),
    reason_for_incomplete: row.reason_for_incomplete,
    off_slot: row.off_slot,
    cancelled_at: row.cancelled_at,
    cancelled_by: userOf(
      row.cancelled_by_id,
      row.canceller_email,
      row.canceller_firstname,
      row.canceller_lastname,
    ),
    cancel_reason: row.cancel_reason,
    out_gate: row.out_gate_id && { id: row.out_gate_id, name: row.out_gate_name },
    comment: row.comment,
    pre_advice_number: row.advice_number,
    appointment_number: row.appointment_number,
  }));
}

function durationOf({ gated_in_at, gated_out_at }) {
  const seconds = Math.max(0, Math.floor(((gated_out_at ?? new Date()) - gated_in_at) / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

export function truckOf(row) {
  return {
    id: row.truck_id,
    license_plate: row.license_plate,
    number: row.truck_number,
    trucking_company_id: row.truck_company_id,
    active: row.truck_active,
    allowed_until: row.truck_until,
  };
}

export const nameOf = (email, ...names) => names.filter((part) => part !== null).join(' ') || email;

function userOf(id, email, firstname, lastname) {
  return id && { id, email, firstname, lastname, name: nameOf(email, firstname, lastname) };
}

function interchangeOf(row) {
  return {
    id: row.id,
    type: row.type,
    completed: row.completed,
    container: row.container_id && {
      id: row.container_id,
      number: row.number,
      goods: row.goods,
      container_type_label: row.label,
      container_status: row.container_status,
      ...(row.is_reefer && {
        operating_reefer: row.operating_reefer,
        reefer_temperature: number(row.reefer_temperature),
        reefer_set_point_temperature: number(row.reefer_set_point_temperature),
        supply_temperature: number(row.supply_temperature),
      }),
    },
    chassis: row.chassis_id && { id: row.chassis_id, number: row.chassis_number },
    genset: row.genset_id && { id: row.genset_id, number: row.genset_number },
  };
}

// Invoices

const CUSTOMER_TYPES = [
  ['shipping_line_id', 'ShippingLine'],
  ['consignee_id', 'Consignee'],
  ['agent_id', 'Agent'],
  ['freight_forwarder_id', 'FreightForwarder'],
  ['trucking_company_id', 'TruckingCompany'],
];

const INVOICES = (from = 'invoices') => `
  SELECT t.*, round(t.subtotal, 2)::text AS subtotal, round(t.taxes_and_fees, 2)::text AS taxes_and_fees,
    round(t.total, 2)::text AS total, u.email AS approver_email, u.firstname, u.lastname,
    coalesce(l.id, g.id, a.id, f.id, h.id) AS customer_id,
    coalesce(l.name, g.name, a.name, f.name, h.name) AS customer_name,
    coalesce(l.address, g.address, a.address, f.address) AS customer_address,
    coalesce(l.general_ledger_id, g.general_ledger_id, a.general_ledger_id, f.general_ledger_id) AS customer_ledger,
    coalesce(l.email, g.email, a.email, f.email) AS customer_email,
    coalesce(l.contact_person, g.contact_person, a.contact_person, f.contact_person) AS customer_contact,
    coalesce(l.phone, g.phone, a.phone, f.phone) AS customer_phone, v.number AS voyage_number, s.imo_number,
    s.name AS vessel_name, s.vessel_type, tv.truck_id, tv.truck_driver_id, tv.gated_in_at, tv.gated_out_at,
    k.license_plate, k.number AS truck_number, k.trucking_company_id AS truck_company_id, k.active AS truck_active,
    k.allowed_until AS truck_until, d.number AS driver_number, d.license_number, d.firstname AS driver_firstname,
    d.lastname AS driver_lastname, d.twic, d.active AS driver_active, d.discarded_at, b.number AS bl_number
  FROM ${from} t
  LEFT JOIN users u ON u.organization_id = t.organization_id AND u.id = t.approved_by_id
  LEFT JOIN shipping_lines l ON l.organization_id = t.organization_id AND l.id = t.shipping_line_id
  LEFT JOIN consignees g ON g.organization_id = t.organization_id AND g.id = t.consignee_id
  LEFT JOIN agents a ON a.organization_id = t.organization_id AND a.id = t.agent_id
  LEFT JOIN freight_forwarders f ON f.organization_id = t.organization_id AND f.id = t.freight_forwarder_id
  LEFT JOIN trucking_companies h ON h.organization_id = t.organization_id AND h.id = t.trucking_company_id
  LEFT JOIN voyages v ON v.organization_id = t.organization_id AND v.id = t.voyage_id
  LEFT JOIN vessels s ON s.organization_id = v.organization_id AND s.id = v.vessel_id
  LEFT JOIN truck_visits tv ON tv.organization_id = t.organization_id AND tv.id = t.truck_visit_id
  LEFT JOIN trucks k ON k.organization_id = tv.organization_id AND k.id = tv.truck_id
  LEFT JOIN truck_drivers d ON d.organization_id = tv.organization_id AND d.id = tv.truck_driver_id
  LEFT JOIN bill_of_ladings b ON b.organization_id = t.organization_id AND b.id = t.bill_of_lading_id
  WHERE t.organization_id = $1 `;
const LINES = `
  SELECT l.invoice_id, l.description, l.quantity, l.currency, to_char(l.amount, 'FM999999999990.009999') AS amount,
    round(l.total, 2)::text AS total, l.billed_by, l.billed_per, l.item, l.tariff_general_ledger_id, l.tariff_name,
    c.number, k.code AS charge_code, x.code AS tax, to_char(l.tax_percent, 'FM999999999990.009999') AS tax_percent,
    l.period_from::text, l.period_until::text
  FROM invoice_lines l
  LEFT JOIN charge_codes k ON k.organization_id = l.organization_id AND k.id = l.charge_code_id
  LEFT JOIN taxes x ON x.organization_id = l.organization_id AND x.id = l.tax_id
  LEFT JOIN containers c ON c.organization_id = l.organization_id AND c.id = l.container_id
  WHERE l.organization_id = $1 AND l.invoice_id = ANY($2::bigint[]) ORDER BY l.id`;
const TAXES = `
  SELECT i.invoice_id, t.code, to_char(i.percent, 'FM999999999990.009999') AS percent, round(i.base, 2)::text AS base,
    round(i.amount, 2)::text AS amount
  FROM invoice_taxes i
  JOIN taxes t ON t.organization_id = i.organization_id AND t.id = i.tax_id
  WHERE i.organization_id = $1 AND i.invoice_id = ANY($2::bigint[]) ORDER BY i.id`;
const CREDITED_BY = `
  SELECT credits_id, id, number FROM invoices
  WHERE organization_id = $1 AND credits_id = ANY($2::bigint[]) ORDER BY id`;
const CREDITED = 'SELECT id, number FROM invoices WHERE organization_id = $1 AND id = ANY($2::bigint[])';
const RUNS = 'SELECT id, number FROM billing_runs WHERE organization_id = $1 AND id = ANY($2::bigint[])';
const BILLED = `
  SELECT b.invoice_id, c.id, c.number FROM billed_containers b
  JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
  WHERE b.organization_id = $1 AND b.invoice_id = ANY($2::bigint[]) ORDER BY b.id`;
const ON_BILL = `
  SELECT DISTINCT b.bill_of_lading_id, c.number FROM container_bills b
  JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id AND s.status <> 'cancelled'
  JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
  WHERE b.organization_id = $1 AND b.bill_of_lading_id = ANY($2::bigint[]) ORDER BY c.number`;

export async function invoices(client, rest, values, from) {
  const [organization_id] = values;
  const rows = await rowsOf(client, INVOICES(from) + rest, values);
  const some = (text, ids) => (ids.length ? rowsOf(client, text, [organization_id, ids]) : []);
  const [lines, taxes, credits, credited, runs] = await Promise.all([
    some(LINES, idsOf(rows)),
    some(TAXES, idsOf(rows)),
    some(CREDITED_BY, idsOf(rows)),
    some(
      CREDITED,
      rows.flatMap(({ credits_id }) => credits_id ?? []),
    ),
    some(
      RUNS,
      rows.flatMap(({ billing_run_id }) => billing_run_id ?? []),
    ),
  ]);
  const own = grouped(lines, 'invoice_id');
  const isCalculated = ({ id }) => own.get(id)?.some(({ charge_code }) => charge_code);
  const ofBills = rows.filter((row) => row.bill_of_lading_id && (row.is_proforma || isCalculated(row)));
  const [billed, onBills] = await Promise.all([
    some(BILLED, idsOf(ofBills)),
    some(
      ON_BILL,
      ofBills.map(({ bill_of_lading_id }) => bill_of_lading_id),
    ),
  ]);
  const children = {
    lines: own,
    taxes: grouped(taxes, 'invoice_id'),
    credits: grouped(credits, 'credits_id'),
    credited: grouped(credited, 'id'),
    runs: grouped(runs, 'id'),
    ofBills: new Set(ofBills),
    billed: grouped(billed, 'invoice_id'),
    onBills: grouped(onBills, 'bill_of_lading_id'),
  };
  return rows.map((row) => invoiceOf(row, children));
}

function invoiceOf(row, { lines, taxes, credits, credited, runs, ofBills, billed, onBills }) {
  const own = lines.get(row.id) ?? [];
  const kept = row.customer_kept;
  return {
    id: row.id,
    number: row.number,
    general_ledger_id: row.general_ledger_id,
    is_proforma: row.is_proforma,
    paid: row.paid,
    approved: row.approved,
    approved_by: row.approved_by_id && nameOf(row.approver_email, row.firstname, row.lastname),
    approved_at: row.approved_at,
    created_at: row.created_at,
    invoiced_at: row.invoiced_at,
    created_during: row.created_during,
    creation_method: row.creation_method,
    movement_id: row.movement_id,
    subtotal: row.subtotal,
    taxes_and_fees: row.taxes_and_fees,
    total: row.total,
    document_type: row.document_type,
    numbered_at: row.numbered_at,
    due_on: row.due_on,
    taxes: (taxes.get(row.id) ?? []).map(({ code, percent, base, amount }) => ({
      tax: code,
      percent,
      base,
      amount,
    })),
    credits: row.credits_id && credited.get(row.credits_id)[0],
    reason: row.reason,
    credited_by: (credits.get(row.id) ?? []).map(({ id, number: of }) => ({ id, number: of })),
    billing_run: row.billing_run_id && runs.get(row.billing_run_id)[0],
    line_items: own.map((line) => ({
      description: line.description,
      quantity: Number(line.quantity),
      currency: line.currency,
      amount: line.amount,
      total: line.total,
      billed_by: line.billed_by,
      billed_per: line.billed_per,
      item: line.item,
      tariff_general_ledger_id: line.tariff_general_ledger_id,
      tariff_name: line.tariff_name,
      container: line.number,
      charge_code: line.charge_code,
      tax: line.tax,
      tax_percent: line.tax_percent,
      period_from: line.period_from,
      period_until: line.period_until,
    })),
    totals_by_container: totalsOf(own),
    customer: {
      id: row.customer_id,
      customer_type: CUSTOMER_TYPES.find(([column]) => row[column])[1],
      name: kept ? kept.name : row.customer_name,
      address: kept ? kept.address : row.customer_address,
      general_ledger_id: row.customer_ledger,
      email: row.customer_email,
      contact_person: row.customer_contact,
      phone: row.customer_phone,
    },
    ...(row.voyage_id && {
      voyage: {
        id: row.voyage_id,
        number: row.voyage_number,
        vessel: { imo_number: row.imo_number, name: row.vessel_name, vessel_type: row.vessel_type },
      },
    }),
    ...(row.truck_visit_id && {
      truck_visit: {
        id: row.truck_visit_id,
        truck: truckOf(row),
        truck_driver: row.truck_driver_id && {
          id: row.truck_driver_id,
          number: row.driver_number,
          license_number: row.license_number,
          firstname: row.driver_firstname,
          lastname: row.driver_lastname,
          twic: row.twic,
          active: row.driver_active,
          discarded_at: row.discarded_at,
        },
        gated_in_at: row.gated_in_at,
        gated_out_at: row.gated_out_at,
      },
    }),
    ...(ofBills.has(row) && billOf(row, billed.get(row.id) ?? [], onBills)),
  };
}

/** In cents, which are exact. */
function totalsOf(lines) {
  const totals = {};
  const charged = lines.filter(({ number: container }) => container);
  charged.sort((a, b) => (a.number < b.number ? -1 : 1));
  for (const { number: container, total } of charged)
    totals[container] = (totals[container] ?? 0) + Math.round(Number(total) * 100);
  for (const container of Object.keys(totals)) totals[container] /= 100;
  return totals;
}

function billOf({ bill_of_lading_id: id, bl_number }, containers, onBills) {
  const numbers = containers.map(({ number: container }) => container);
  const onBill = (onBills.get(id) ?? []).map(({ number: container }) => container);
  return {
    bol_segment: { id, bl_number, containers: numbers },
    bill_of_lading: { id, bl_number, containers: onBill },
    bl_container_ids: idsOf(containers),
    bl_container_numbers: numbers,
  };
}

// Shipping lines

const SHIPPING_LINES = (from = 'shipping_lines') => `
  SELECT t.*, p.code AS parent_code, p.name AS parent_name, p.synonyms AS parent_synonyms,
    p.carrier_type AS parent_carrier_type, e.id AS edi_id, e.name AS edi_name, e.entity_edi_id, e.communication_mode,
    e.time_zone, e.default_sender_id, e.sender_edi_id, e.edi_carrier_id, e.edi_standard, e.edi_partner_id,
    m.name AS partner_name, nullif(m.edi_id, '') AS partner_edi_id
  FROM ${from} t
  LEFT JOIN shipping_lines p ON p.organization_id = t.organization_id AND p.id = t.parent_id
  LEFT JOIN edi_settings e ON e.organization_id = t.organization_id AND e.shipping_line_id = t.id
  LEFT JOIN edi_partners m ON m.organization_id = e.organization_id AND m.id = e.edi_partner_id
  WHERE t.organization_id = $1 `;

export async function shippingLines(client, rest, values, from) {
  const rows = await rowsOf(client, SHIPPING_LINES(from) + rest, values);
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    synonyms: row.synonyms,
    carrier_type: row.carrier_type,
    address: row.address,
    empty_container_storage_teu_quota: row.empty_container_storage_teu_quota,
    email: row.email,
    contact_person: row.contact_person,
    phone: row.phone,
    receive_email_alerts_on_container_damages: row.receive_email_alerts_on_container_damages,
    vat_number: row.vat_number,
    general_ledger_id: row.general_ledger_id,
    dock_receipt_email: row.dock_receipt_email,
    ...(row.parent_id && {
      parent: {
        id: row.parent_id,
        code: row.parent_code,
        name: row.parent_name,
        synonyms: row.parent_synonyms,
        carrier_type: row.parent_carrier_type,
      },
    }),
    edi_settings: row.edi_id && {
      id: row.edi_id,
      edi_partner: row.edi_partner_id && {
        id: row.edi_partner_id,
        name: row.partner_name,
        edi_id: row.partner_edi_id,
      },
      name: row.edi_name,
      entity_edi_id: row.entity_edi_id,
      communication_mode: row.communication_mode,
      time_zone: row.time_zone,
      default_sender_id: row.default_sender_id,
      sender_edi_id: row.sender_edi_id,
      edi_carrier_id: row.edi_carrier_id,
      edi_standard: row.edi_standard,
    },
  }));
}

// Containers

const CONTAINERS = `
  SELECT t.*, k.code AS type_code, k.size, k.is_high_cube, k.is_reefer, l.code AS line_code, y.name AS commodity,
    g.name AS consignee, b.number AS booking, av.number AS arrival_voyage, dv.number AS departure_voyage,
    location_name(t.organization_id, t.current_location_type, t.current_location_id) AS location,
    (SELECT json_agg(json_build_object('id', o.id, 'manifest', m.client_identifier, 'number', o.number) ORDER BY c.id)
     FROM container_bills c
     JOIN bill_of_ladings o ON o.organization_id = c.organization_id AND o.id = c.bill_of_lading_id
     JOIN manifests m ON m.organization_id = o.organization_id AND m.id = o.manifest_id
     WHERE c.organization_id = t.organization_id AND c.stay_id = t.stay_id) AS bills,
    (SELECT json_agg(json_build_object('plug_action', p.plug_action, 'plug_action_at', p.plug_action_at)
       ORDER BY p.plug_action_at, p.id)
     FROM reefer_plug_movements p
     WHERE p.organization_id = t.organization_id AND p.container_id = t.id
       AND p.stay_id IS NOT DISTINCT FROM t.stay_id) AS plugs,
    (SELECT count(*) FROM container_holds h
     WHERE h.organization_id = t.organization_id AND h.container_id = t.id
       AND (h.stay_id = t.stay_id OR h.stay_id IS NULL) AND (h.lifted_at IS NULL OR h.lifted_until <= now()))
    + (SELECT count(*) FROM bill_of_lading_holds h
       WHERE h.organization_id = t.organization_id AND (h.lifted_at IS NULL OR h.lifted_until <= now())
         AND h.bill_of_lading_id IN (
           SELECT c.bill_of_lading_id FROM container_bills c
           WHERE c.organization_id = t.organization_id AND c.stay_id = t.stay_id
           UNION ALL
           SELECT i.bill_of_lading_id FROM packing_list_items i
           WHERE i.organization_id = t.organization_id AND i.container_id = t.id AND NOT i.has_been_stripped
             AND i.stay_id IS NOT DISTINCT FROM t.stay_id
           UNION ALL
           SELECT vb.bill_of_lading_id FROM vehicles v
           JOIN vehicle_bills vb ON vb.organization_id = v.organization_id AND vb.vehicle_id = v.id
           WHERE v.organization_id = t.organization_id AND v.current_location_type = 'Container'
             AND v.current_location_id = t.id
           UNION ALL
           SELECT r.bill_of_lading_id FROM breakbulks r
           WHERE r.organization_id = t.organization_id AND r.current_location_type = 'Container'
             AND r.current_location_id = t.id)) AS unlifted_holds
  FROM containers t
  LEFT JOIN container_types k ON k.organization_id = t.organization_id AND k.id = t.container_type_id
  LEFT JOIN shipping_lines l ON l.organization_id = t.organization_id AND l.id = t.shipping_line_id
  LEFT JOIN commodity_types y ON y.organization_id = t.organization_id AND y.id = t.commodity_type_id
  LEFT JOIN consignees g ON g.organization_id = t.organization_id AND g.id = t.consignee_id
  LEFT JOIN bookings b ON b.organization_id = t.organization_id AND b.id = t.booking_id
  LEFT JOIN voyages av ON av.organization_id = t.organization_id AND av.id = t.arrival_voyage_id
  LEFT JOIN voyages dv ON dv.organization_id = t.organization_id AND dv.id = t.departure_voyage_id
  WHERE t.organization_id = $1 `;

export async function containers(client, rest, values) {
  const rows = await rowsOf(client, CONTAINERS + rest, values);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    meets_iso_standards: row.meets_iso_standards,
    container_type: row.container_type_id && { id: row.container_type_id, code: row.type_code },
    size: row.size,
    is_high_cube: row.is_high_cube,
    is_reefer: row.is_reefer,
    container_status: row.container_status,
    usage: row.usage,
    shipping_line: row.shipping_line_id && { id: row.shipping_line_id, code: row.line_code },
    goods: row.goods,
    weight: number(row.weight),
    seals: row.seals,
    commodity_type: row.commodity_type_id && { id: row.commodity_type_id, name: row.commodity },
    consignee: row.consignee_id && { id: row.consignee_id, name: row.consignee },
    bill_of_ladings: row.bills ?? [],
    booking: row.booking_id && { id: row.booking_id, number: row.booking },
    arrival_voyage: row.arrival_voyage_id && { id: row.arrival_voyage_id, number: row.arrival_voyage },
    departure_voyage: row.departure_voyage_id && {
      id: row.departure_voyage_id,
      number: row.departure_voyage,
    },
    current_location_type: row.current_location_type,
    current_location: row.location,
    operating_reefer: row.operating_reefer,
    reefer_temperature: number(row.reefer_temperature),
    reefer_set_point_temperature: number(row.reefer_set_point_temperature),
    supply_temperature: number(row.supply_temperature),
    reefer_plug_movements: (row.plugs ?? []).map(({ plug_action, plug_action_at }) => ({
      plug_action,
      plug_action_at: new Date(plug_action_at),
    })),
    unlifted_holds: row.unlifted_holds,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

// Holds

const HOLDS = `
  SELECT t.*, c.number, y.name AS hold_type, a.email AS applier_email, a.firstname AS applier_firstname,
    a.lastname AS applier_lastname, l.email AS lifter_email, l.firstname AS lifter_firstname,
    l.lastname AS lifter_lastname, t.lifted_at IS NOT NULL AND (t.lifted_until <= now()) IS NOT TRUE AS lifted
  FROM containers c
  LEFT JOIN container_holds t ON t.organization_id = c.organization_id AND t.container_id = c.id
    AND (t.stay_id = c.stay_id OR t.stay_id IS NULL)
  LEFT JOIN hold_types y ON y.organization_id = t.organization_id AND y.id = t.hold_type_id
  LEFT JOIN users a ON a.organization_id = t.organization_id AND a.id = t.applied_by_id
  LEFT JOIN users l ON l.organization_id = t.organization_id AND l.id = t.lifted_by_id
  WHERE c.organization_id = $1 `;

/** The holds of containers; a container without any has one row without an id, and none when there is no container. */
export const holdRows = (client, rest, values) => rowsOf(client, HOLDS + rest, values);

const BILL_HOLDS = `
  SELECT t.*, y.name AS hold_type, a.email AS applier_email, a.firstname AS applier_firstname,
    a.lastname AS applier_lastname, l.email AS lifter_email, l.firstname AS lifter_firstname,
    l.lastname AS lifter_lastname, t.lifted_at IS NOT NULL AND (t.lifted_until <= now()) IS NOT TRUE AS lifted,
    b.number AS bill_number, m.client_identifier
  FROM containers c
  JOIN bill_of_lading_holds t ON t.organization_id = c.organization_id
    AND (t.lifted_at IS NULL OR t.lifted_until IS NOT NULL)
    AND t.bill_of_lading_id IN (
      SELECT cb.bill_of_lading_id FROM container_bills cb
      WHERE cb.organization_id = c.organization_id AND cb.stay_id = c.stay_id
      UNION ALL
      SELECT i.bill_of_lading_id FROM packing_list_items i
      WHERE i.organization_id = c.organization_id AND i.container_id = c.id AND NOT i.has_been_stripped
        AND i.stay_id IS NOT DISTINCT FROM c.stay_id
      UNION ALL
      SELECT vb.bill_of_lading_id FROM vehicles v
      JOIN vehicle_bills vb ON vb.organization_id = v.organization_id AND vb.vehicle_id = v.id
      WHERE v.organization_id = c.organization_id AND v.current_location_type = 'Container'
        AND v.current_location_id = c.id
      UNION ALL
      SELECT r.bill_of_lading_id FROM breakbulks r
      WHERE r.organization_id = c.organization_id AND r.current_location_type = 'Container'
        AND r.current_location_id = c.id)
  JOIN bill_of_ladings b ON b.organization_id = t.organization_id AND b.id = t.bill_of_lading_id
  JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
  JOIN hold_types y ON y.organization_id = t.organization_id AND y.id = t.hold_type_id
  LEFT JOIN users a ON a.organization_id = t.organization_id AND a.id = t.applied_by_id
  LEFT JOIN users l ON l.organization_id = t.organization_id AND l.id = t.lifted_by_id
  WHERE c.organization_id = $1 AND c.number = $2 ORDER BY t.id`;

/** The holds of the bills that hold a container. */
export async function billHolds(client, values, base) {
  const rows = await rowsOf(client, BILL_HOLDS, values);
  return rows.map((row) => {
    const of = [row.client_identifier, row.bill_number].map(encodeURIComponent);
    const url = `${base}/api/v1/manifests/${of[0]}/bill_of_ladings/${of[1]}/holds/${row.hold_type_id}.json`;
    return {
      ...holdOf(row),
      bill_of_lading: {
        id: row.bill_of_lading_id,
        number: row.bill_number,
        manifest_client_identifier: row.client_identifier,
      },
      actions: { lift: { method: 'DELETE', url }, apply: { method: 'PUT', url } },
    };
  });
}

/** A hold as answers and events show it. */
export function holdOf(row) {
  return {
    id: row.id,
    hold_type_id: row.hold_type_id,
    hold_type: row.hold_type,
    reference_number: row.reference_number,
    lifted: row.lifted,
    applied_at: row.applied_at,
    applied_by: row.applied_by_id && nameOf(row.applier_email, row.applier_firstname, row.applier_lastname),
    lifted_at: row.lifted_at,
    lifted_until: row.lifted_until,
    lifted_by: row.lifted_by_id && nameOf(row.lifter_email, row.lifter_firstname, row.lifter_lastname),
  };
}

/** What can be done with a hold. */
export function actionsOf(row, base) {
  const url = `${base}/api/v1/containers/${encodeURIComponent(row.number)}/holds`;
  return {
    lift: { method: 'PUT', url: `${url}/${row.id}/lift.json` },
    apply: { method: 'PUT', url: `${url}/${row.hold_type_id}/apply.json` },
  };
}
