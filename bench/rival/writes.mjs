// What is written, as straight SQL by hand in one transaction each: the checks, rows, traces and events of the service,
// for trucks that bring containers and for holds of containers. What these requests never come to is left out:
// appointments, pick-ups, chassis.
import { randomInt } from 'node:crypto';
import { inTransaction, rowsOf } from './database.mjs';
import { actionsOf, containers, holdOf, holdRows, nameOf, truckOf, truckVisits } from './reads.mjs';

/** A refusal, with its status. */
export class Refused extends Error {
  constructor(message, statusCode = 409) {
    super(message);
    this.statusCode = statusCode;
  }
}

const EVENT = `
  INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, user_id, request_id, subject_id,
    subject_key, subject_path, concerns, data)
  SELECT $1, e.type, coalesce(e.at, now()), clock_timestamp(), $2, $3, e.id, e.key, e.path,
    ARRAY(SELECT json_array_elements_text(e.concerns)), e.data
  FROM json_to_recordset($4) AS e(type text, at timestamptz, id bigint, key text, path text, concerns json, data json)`;

function tell(client, { actor, id }, events) {
  return rowsOf(client, EVENT, [actor.organization_id, actor.user_id, id, JSON.stringify(events)]);
}

/** What an event is about, as `kind:id` for each id that there is. */
function concerns(ids) {
  return ids.flatMap(([kind, id]) => (id === null ? [] : `${kind}:${id}`));
}

const plateKey = (plate) => plate.replace(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase();
const numberOf = (text) => text.replace(/\s/g, '').toUpperCase();
const transactionOf = ({ actor, id }, operation, work) =>
  inTransaction({ actor, operation, requestId: id }, work);

// Pre-advices

const NAMED = `
  SELECT k.id AS truck_id, k.license_plate, k.active, y.id AS type_id, l.id AS line_id, c.id AS container_id,
    c.current_location_type IN ('Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate') AS inside,
    g.id AS company_id, g.name AS company_name, g.code AS company_code
  FROM (SELECT $1::bigint AS organization_id) o
  LEFT JOIN trucks k ON k.organization_id = o.organization_id AND k.license_plate_key = $2
  LEFT JOIN trucking_companies g ON g.organization_id = k.organization_id AND g.id = k.trucking_company_id
  LEFT JOIN container_types y ON y.organization_id = o.organization_id AND y.code = $3
  LEFT JOIN shipping_lines l ON l.organization_id = o.organization_id AND l.code = $4
  LEFT JOIN containers c ON c.organization_id = o.organization_id AND c.number = $5`;
const ADVICE = `
  INSERT INTO pre_advices (organization_id, advice_number, truck_id) VALUES ($1, $2, $3)
  ON CONFLICT (organization_id, advice_number) DO NOTHING RETURNING id, created_at, updated_at`;
const CONTAINER = `
  INSERT INTO containers AS c (organization_id, number, container_type_id, shipping_line_id, container_status)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (organization_id, number) DO UPDATE SET
    container_type_id = coalesce(c.container_type_id, excluded.container_type_id),
    shipping_line_id = coalesce(c.shipping_line_id, excluded.shipping_line_id),
    container_status = coalesce(c.container_status, excluded.container_status), updated_at = now()
  RETURNING id`;
const STAY = `
  INSERT INTO container_stays (organization_id, container_id, number, status, container_status, shipping_line_id)
  SELECT c.organization_id, c.id, coalesce(
      (SELECT max(s.number) + 1 FROM container_stays s WHERE s.organization_id = c.organization_id AND s.container_id = c.id),
      1), 'announced', c.container_status, c.shipping_line_id
  FROM containers c WHERE c.organization_id = $1 AND c.id = $2 AND NOT EXISTS (
    SELECT FROM container_stays s
    WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status IN ('announced', 'here'))
  RETURNING id`;
const OPENED =
  'UPDATE containers SET stay_id = $3, updated_at = now() WHERE organization_id = $1 AND id = $2';
const PURPOSE = `
  INSERT INTO purposes (organization_id, pre_advice_id, position, purpose_type, cargo_type, container_id,
    container_status, container_type_id, shipping_line_id)
  VALUES ($1, $2, $3, 'drop off', 'container', $4, $5, $6, $7)`;

export function createPreAdvice(request) {
  const { truck, purposes } = request.body;
  const { organization_id } = request.actor;
  if (!truck) throw new Refused('Truck is required.', 422);
  return transactionOf(request, 'POST /api/v1/pre_advices', async (client) => {
    let advice;
    const shown = [];
    const ids = [];
    const stayOf = new Map();
    for (const [position, { purpose_type, cargo }] of (purposes ?? []).entries()) {
      if (purpose_type !== 'drop off' || cargo?.cargo_type !== 'container')
        throw new Refused('Only containers are dropped off here.', 422);
      const number = numberOf(cargo.container_number);
      const [named] = await rowsOf(client, NAMED, [
        organization_id,
        plateKey(truck),
        cargo.container_type,
        cargo.shipping_line,
        number,
      ]);
      if (!named.truck_id) throw new Refused(`Truck '${truck}' is unknown.`);
      if (!named.active) throw new Refused(`Truck '${named.license_plate}' is not active.`);
      if (!named.type_id) throw new Refused(`Container type '${cargo.container_type}' is unknown.`);
      if (!named.line_id) throw new Refused(`Shipping line '${cargo.shipping_line}' is unknown.`);
      if (named.inside) throw new Refused(`Container '${number}' is at the terminal.`);
      advice ??= { ...(await newAdvice(client, organization_id, named.truck_id)), ...named };
      const [{ id }] = await rowsOf(client, CONTAINER, [
        organization_id,
        number,
        named.type_id,
        named.line_id,
        cargo.container_status,
      ]);
      const [stay] = await rowsOf(client, STAY, [organization_id, id]);
      if (stay) await rowsOf(client, OPENED, [organization_id, id, stay.id]);
      if (stay) stayOf.set(id, stay.id);
      await rowsOf(client, PURPOSE, [
        organization_id,
        advice.id,
        position,
        id,
        cargo.container_status,
        named.type_id,
        named.line_id,
      ]);
      ids.push(id);
      shown.push({
        purpose_type,
        cargo: number,
        booking: null,
        bill_of_lading: null,
        delivery_order: null,
        interchange: { seals: null, weight: null },
        cargo_details: {
          cargo_type: 'container',
          container_number: number,
          container_type: cargo.container_type,
          container_status: cargo.container_status,
          container_usage: null,
          shipping_line: cargo.shipping_line,
          goods: null,
          weight: null,
          chassis_number: null,
        },
      });
    }
    const data = {
      advice_number: advice.advice_number,
      truck: advice.license_plate,
      truck_driver: null,
      comments: null,
      expected_at: null,
      purposes: shown,
      id: advice.id,
      trucking_company: advice.company_id && {
        id: advice.company_id,
        name: advice.company_name,
        code: advice.company_code,
      },
      used_at: null,
      truck_visit_id: null,
      created_at: advice.created_at,
      updated_at: advice.updated_at,
    };
    const made = await containers(client, 'AND t.id = ANY($2::bigint[]) ORDER BY t.id', [
      organization_id,
      ids,
    ]);
    await tell(client, request, [
      ...made.map((each) => containerEvent('container.created', each, stayOf.get(each.id))),
      {
        type: 'pre_advice.created',
        id: advice.id,
        key: advice.advice_number,
        path: `/api/v1/pre_advices/${advice.advice_number}`,
        concerns: concerns([
          ['pre_advice', advice.id],
          ['truck', advice.truck_id],
          ['trucking_company', advice.company_id],
          ...ids.map((id) => ['container', id]),
        ]),
        data,
      },
    ]);
    return data;
  });
}

async function newAdvice(client, organization_id, truck_id) {
  for (;;) {
    const advice_number = `PA${String(randomInt(1e8)).padStart(8, '0')}`;
    const [made] = await rowsOf(client, ADVICE, [organization_id, advice_number, truck_id]);
    if (made) return { ...made, advice_number };
  }
}

// Gate-in

const ANNOUNCED = `
  SELECT p.id, p.used_at, p.comments, p.truck_id, p.truck_driver_id, p.trucking_company_id, k.license_plate, k.active,
    k.allowed_until, k.trucking_company_id AS truck_company_id, d.license_number, d.active AS driver_active,
    d.allowed_until AS driver_until, d.trucking_company_id AS driver_company_id, d.firstname, d.lastname,
    (now() AT TIME ZONE $3)::date AS today,
    EXISTS (SELECT FROM truck_visits v
      WHERE v.organization_id = k.organization_id AND v.truck_id = k.id AND v.gated_out_at IS NULL) AS inside,
    (SELECT json_build_object('id', g.id, 'name', g.name) FROM gates g
     WHERE g.organization_id = p.organization_id AND (g.name = $4 OR g.client_identifier = $4)
     ORDER BY g.name = $4 DESC LIMIT 1) AS gate
  FROM pre_advices p
  JOIN trucks k ON k.organization_id = p.organization_id AND k.id = p.truck_id
  LEFT JOIN truck_drivers d ON d.organization_id = p.organization_id AND d.id = p.truck_driver_id
  WHERE p.organization_id = $1 AND p.advice_number = $2 FOR UPDATE OF p`;
const LATE = `
  SELECT c.number AS container, v.number AS voyage FROM purposes p
  JOIN containers c ON c.organization_id = p.organization_id AND c.id = p.container_id
  JOIN bookings b ON b.organization_id = p.organization_id
    AND b.id = coalesce(p.booking_id, CASE p.container_status WHEN 'full' THEN c.booking_id END)
  JOIN voyages v ON v.organization_id = b.organization_id AND v.id = b.voyage_id
  WHERE p.organization_id = $1 AND p.pre_advice_id = $2 AND p.purpose_type = 'drop off'
    AND (c.usage = 'export' OR coalesce(p.container_usage, c.usage, '') <> 'import')
    AND v.block_receiving_export_past_cut_off AND v.receiving_cut_off_time <= now()
  ORDER BY p.position LIMIT 1`;
const VISIT = `
  INSERT INTO truck_visits (organization_id, pre_advice_id, truck_id, truck_driver_id, trucking_company_id, gate_id,
    gate_in_user_id, gated_in_at, comment)
  VALUES ($1, $2, $3, $4, $5, $6, $7, date_trunc('milliseconds', clock_timestamp()), $8) RETURNING id, gated_in_at`;
const BROUGHT = `
  INSERT INTO interchanges (organization_id, truck_visit_id, purpose_id, type, container_id, seals, weight)
  SELECT p.organization_id, $3, p.id, 'interchange_in', p.container_id,
    ARRAY(SELECT btrim(s) FROM unnest(p.seals) s WHERE btrim(s) <> ''), p.interchange_weight
  FROM purposes p WHERE p.organization_id = $1 AND p.pre_advice_id = $2 ORDER BY p.position`;
const USED =
  'UPDATE pre_advices SET used_at = now(), updated_at = now() WHERE organization_id = $1 AND id = $2';

export function gateIn(request) {
  const { gate, pre_advice_number } = request.body;
  const { organization_id, user_id, time_zone } = request.actor;
  return transactionOf(request, 'POST /api/v1/truck_visits', async (client) => {
    const [advice] = await rowsOf(client, ANNOUNCED, [organization_id, pre_advice_number, time_zone, gate]);
    if (!advice) throw new Refused(`Pre-advice '${pre_advice_number}' is unknown.`);
    refuseArrival(advice, pre_advice_number);
    if (!advice.gate) throw new Refused(`Gate '${gate}' is unknown.`);
    const [late] = await rowsOf(client, LATE, [organization_id, advice.id]);
    if (late)
      throw new Refused(
        `Container '${late.container}' is past the receiving cut-off of voyage '${late.voyage}'.`,
      );
    const company = advice.trucking_company_id ?? advice.truck_company_id ?? advice.driver_company_id;
    const [visit] = await rowsOf(client, VISIT, [
      organization_id,
      advice.id,
      advice.truck_id,
      advice.truck_driver_id,
      company,
      advice.gate.id,
      user_id,
      advice.comments,
    ]);
    await rowsOf(client, BROUGHT, [organization_id, advice.id, visit.id]);
    await rowsOf(client, USED, [organization_id, advice.id]);
    const event = await visitEvent(
      client,
      organization_id,
      visit.id,
      'truck_visit.gated_in',
      visit.gated_in_at,
    );
    await tell(client, request, [event]);
    return {
      truck_visit: { id: visit.id, gated_in_at: visit.gated_in_at, gated_out_at: null },
      gate_name: advice.gate.name,
      truck_driver:
        advice.truck_driver_id && nameOf(advice.license_number, advice.firstname, advice.lastname),
      truck: advice.license_plate,
      comment: advice.comments,
    };
  });
}

function refuseArrival(advice, number) {
  const { license_plate, license_number, today } = advice;
  const driver = `Truck driver '${license_number}'`;
  if (advice.inside) throw new Refused('Truck is at the terminal already.');
  if (advice.used_at) throw new Refused(`Pre-advice '${number}' has been used already.`);
  if (!advice.active) throw new Refused(`Truck '${license_plate}' is not active.`);
  if (advice.allowed_until && advice.allowed_until < today)
    throw new Refused(`Truck '${license_plate}' was allowed in until ${advice.allowed_until}.`);
  if (advice.driver_active === false) throw new Refused(`${driver} is not active.`);
  if (advice.driver_until && advice.driver_until < today)
    throw new Refused(`${driver} was allowed in until ${advice.driver_until}.`);
  const companies = [advice.trucking_company_id, advice.truck_company_id, advice.driver_company_id];
  if (new Set(companies.filter((id) => id !== null)).size > 1)
    throw new Refused('Truck, driver and trucking company do not belong together.');
}

async function visitEvent(client, organization_id, id, type, at) {
  const [data] = await truckVisits(client, 'AND t.id = $2', [organization_id, id]);
  const [links] = await rowsOf(client, LINKS, [organization_id, id]);
  return {
    type,
    at,
    id,
    key: data.truck.license_plate,
    path: `/api/v1/truck_visits/${id}`,
    concerns: concerns([
      ['truck_visit', id],
      ['truck', data.truck.id],
      ['truck_driver', links.truck_driver_id],
      ['trucking_company', links.trucking_company_id],
      ['gate', links.gate_id],
      ['gate', links.out_gate_id],
      ['user', links.gate_in_user_id],
      ['user', links.gate_out_user_id],
      ['pre_advice', links.pre_advice_id],
      ['appointment', links.appointment_id],
      ...data.interchanges.map(({ container }) => ['container', container?.id ?? null]),
    ]),
    data,
  };
}

const LINKS = `
  SELECT truck_driver_id, trucking_company_id, gate_id, out_gate_id, gate_in_user_id, gate_out_user_id, pre_advice_id,
    appointment_id
  FROM truck_visits WHERE organization_id = $1 AND id = $2`;

// Gate-out

const INSIDE = `
  SELECT v.id, v.gate_id, v.truck_id, v.truck_driver_id, v.gated_in_at, k.license_plate, k.number AS truck_number,
    k.trucking_company_id AS truck_company_id, k.active AS truck_active, k.allowed_until AS truck_until,
    d.number AS driver_number, d.license_number, d.firstname, d.lastname, d.twic, d.active AS driver_active,
    d.discarded_at
  FROM truck_visits v
  JOIN trucks k ON k.organization_id = v.organization_id AND k.id = v.truck_id
  LEFT JOIN truck_drivers d ON d.organization_id = v.organization_id AND d.id = v.truck_driver_id
  WHERE v.organization_id = $1 AND k.license_plate_key = $2 AND v.gated_out_at IS NULL FOR UPDATE OF v`;
const FACTS = `jsonb_build_object('container_type_id', c.container_type_id, 'shipping_line_id', c.shipping_line_id,
  'booking_id', c.booking_id, 'departure_voyage_id', c.departure_voyage_id, 'container_status', c.container_status,
  'usage', c.usage, 'goods', c.goods, 'weight', c.weight, 'seals', c.seals)`;
const HANDED_OVER = `
  SELECT ${FACTS} AS before, i.id, i.type, i.container_id, c.number, c.current_location_type, c.current_location_id, c.stay_id,
    c.current_location_type IN ('Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate') AS inside
  FROM interchanges i
  JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
  WHERE i.organization_id = $1 AND i.truck_visit_id = $2 AND NOT i.completed ORDER BY c.id FOR NO KEY UPDATE OF c`;
const LEFT = `
  UPDATE truck_visits SET gated_out_at = greatest(date_trunc('milliseconds', clock_timestamp()), gated_in_at),
    gate_out_user_id = $3, reason_for_incomplete = $4, updated_at = now()
  WHERE organization_id = $1 AND id = $2 RETURNING gated_out_at`;
const RECEIVED = `
  UPDATE containers c SET
    container_type_id = coalesce(p.container_type_id, c.container_type_id),
    shipping_line_id = coalesce(p.shipping_line_id, c.shipping_line_id),
    booking_id = coalesce(p.booking_id, c.booking_id),
    departure_voyage_id = coalesce(k.voyage_id, c.departure_voyage_id),
    container_status = coalesce(p.container_status, c.container_status),
    usage = coalesce(p.container_usage, c.usage), goods = coalesce(p.goods, c.goods),
    weight = coalesce(p.weight, c.weight), seals = CASE WHEN i.seals = '{}' THEN c.seals ELSE i.seals END,
    current_location_type = 'Gate', current_location_id = $3, updated_at = now()
  FROM interchanges i
  LEFT JOIN purposes p ON p.organization_id = i.organization_id AND p.id = i.purpose_id
  LEFT JOIN bookings k ON k.organization_id = i.organization_id AND k.id = i.booking_id
  WHERE c.organization_id = $1 AND i.organization_id = c.organization_id AND i.id = ANY($2::bigint[])
    AND c.id = i.container_id`;
const MOVED = `
  INSERT INTO container_movements (organization_id, container_id, stay_id, movement_type, "from", "to",
    from_location_type, from_location_id, to_location_type, to_location_id, moved_at, truck_visit_id, user_id)
  SELECT $1, b.container_id, b.stay_id, 'gate_in',
    location_label($1, b.current_location_type, b.current_location_id), location_label($1, 'Gate', $2),
    b.current_location_type, b.current_location_id, 'Gate', $2, $3, $4, $5
  FROM json_to_recordset($6) AS b(container_id bigint, stay_id bigint, current_location_type text,
    current_location_id bigint)`;
const ARRIVED = `
  UPDATE container_stays SET status = 'here', in_at = $3, arrived_by = 'truck', arrival_status = container_status,
    updated_at = now()
  WHERE organization_id = $1 AND id = ANY($2::bigint[]) AND status = 'announced'`;
const COMPLETED = `
  UPDATE interchanges i SET completed = true, completed_at = $2, stay_id = c.stay_id, container_before = b.before,
    container_after = ${FACTS}, updated_at = now()
  FROM json_to_recordset($3) AS b(id bigint, before jsonb), containers c
  WHERE i.organization_id = $1 AND i.id = b.id AND c.organization_id = i.organization_id AND c.id = i.container_id`;

const ISSUED = `
  WITH handed AS (
    SELECT row_number() OVER (ORDER BY i.id) AS nth, i.id, i.type, i.container_id, i.stay_id, c.shipping_line_id, v.truck_id,
      v.trucking_company_id, v.truck_driver_id, nullif(trim(concat_ws(' ', d.firstname, d.lastname)), '') AS driver_name,
      d.license_number, jsonb_build_object('organization', o.name, 'language', coalesce(o.language, 'en'),
        'time_zone', o.time_zone, 'weight_unit', o.weight_unit,
        'completed_at', to_char(i.completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'terminal', CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('name', m.name, 'address', m.address) END,
        'gate', g.name, 'truck', k.license_plate, 'trucking_company',
        CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('code', t.code, 'name', t.name) END,
        'container', jsonb_build_object('number', c.number, 'type', jsonb_build_object('code', y.code,
          'iso_type_code', y.iso_type_code, 'description', nullif(y.description, '')), 'status', c.container_status,
          'shipping_line', jsonb_build_object('code', l.code, 'name', l.name), 'seals', to_jsonb(c.seals),
          'weight', trim_scale(c.weight), 'reefer', NULL, 'dangerous_goods', s.dangerous_goods),
        'chassis', NULL, 'genset', NULL, 'booking', b.number, 'bills_of_lading', '[]'::jsonb, 'delivery_order', NULL,
        'dock_receipt', NULL, 'cargo', NULL, 'condition', n.condition, 'is_clean', n.is_clean,
        'seals_as_announced', n.seals_as_announced, 'damages', '[]'::jsonb, 'known', '[]'::jsonb, 'remarks', n.notes,
        'released_by', concat_ws(' ', u.firstname, u.lastname)) AS document
    FROM interchanges i
    JOIN organizations o ON o.id = i.organization_id
    JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
    JOIN trucks k ON k.organization_id = v.organization_id AND k.id = v.truck_id
    JOIN gates g ON g.organization_id = v.organization_id AND g.id = v.gate_id
    JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
    LEFT JOIN terminals m ON m.organization_id = g.organization_id AND m.id = g.terminal_id
    LEFT JOIN truck_drivers d ON d.organization_id = v.organization_id AND d.id = v.truck_driver_id
    LEFT JOIN trucking_companies t ON t.organization_id = v.organization_id AND t.id = v.trucking_company_id
    LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
    LEFT JOIN shipping_lines l ON l.organization_id = c.organization_id AND l.id = c.shipping_line_id
    LEFT JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
    LEFT JOIN bookings b ON b.organization_id = i.organization_id AND b.id = i.booking_id
    LEFT JOIN inspections n ON n.organization_id = i.organization_id AND n.interchange_id = i.id
    LEFT JOIN users u ON u.organization_id = i.organization_id AND u.id = $3
    WHERE i.organization_id = $1 AND i.id = ANY($2::bigint[])
  ), given AS MATERIALIZED (
    SELECT next_numbers($1, 'receipt', extract(year FROM now())::integer, (SELECT count(*)::integer FROM handed),
      'EIR-{year}-', 6) AS numbers
  )
  INSERT INTO receipts (organization_id, number, issue, status, issued_at, issued_by_id, truck_visit_id, interchange_id,
    type, container_id, stay_id, shipping_line_id, truck_id, trucking_company_id, truck_driver_id, driver_name,
    driver_license, document)
  SELECT $1, given.numbers[h.nth], 1, 'issued', clock_timestamp(), $3, $4, h.id, h.type, h.container_id, h.stay_id,
    h.shipping_line_id, h.truck_id, h.trucking_company_id, h.truck_driver_id, h.driver_name, h.license_number, h.document
  FROM handed h, given
  RETURNING id, number, issue, status, issued_at, truck_visit_id, interchange_id, type, container_id, stay_id,
    shipping_line_id, truck_id, trucking_company_id, truck_driver_id, document, created_at, updated_at`;

export function gateOut(request) {
  const { organization_id, user_id } = request.actor;
  const { plate } = request.params;
  const operation = 'POST /api/v1/trucks/:truck_license_number/gate_out';
  return transactionOf(request, operation, async (client) => {
    const [visit] = await rowsOf(client, INSIDE, [organization_id, plateKey(plate)]);
    if (!visit) throw new Refused(`Truck '${plate}' is not at the terminal.`, 404);
    const open = await rowsOf(client, HANDED_OVER, [organization_id, visit.id]);
    if (open.some(({ type }) => type !== 'interchange_in'))
      throw new Refused('Containers are only brought here.');
    const there = open.find(({ inside }) => inside);
    if (there) throw new Refused(`Container '${there.number}' is at the terminal already.`);
    const { reason_for_incomplete } = request.body ?? {};
    const [{ gated_out_at: at }] = await rowsOf(client, LEFT, [
      organization_id,
      visit.id,
      user_id,
      reason_for_incomplete?.trim() ? reason_for_incomplete : null,
    ]);
    const events = [];
    if (open.length) {
      const interchanges = open.map(({ id }) => id);
      const stays = open.map(({ stay_id }) => stay_id);
      const ids = open.map(({ container_id }) => container_id);
      await rowsOf(client, RECEIVED, [organization_id, interchanges, visit.gate_id]);
      await rowsOf(client, MOVED, [
        organization_id,
        visit.gate_id,
        at,
        visit.id,
        user_id,
        JSON.stringify(open),
      ]);
      await rowsOf(client, ARRIVED, [organization_id, stays, at]);
      await rowsOf(client, COMPLETED, [organization_id, at, JSON.stringify(open)]);
      const stayOf = new Map(open.map(({ container_id, stay_id }) => [container_id, stay_id]));
      const shown = await containers(client, 'AND t.id = ANY($2::bigint[]) ORDER BY t.id', [
        organization_id,
        ids,
      ]);
      for (const data of shown)
        events.push(containerEvent('container.gated_in', data, stayOf.get(data.id), at));
    }
    events.push(await visitEvent(client, organization_id, visit.id, 'truck_visit.gated_out', at));
    if (open.length) {
      const completed = open.map(({ id }) => id);
      // the numbers come last, because others wait for their counter
      const issued = await rowsOf(client, ISSUED, [organization_id, completed, user_id, visit.id]);
      events.unshift(...issued.map((receipt) => receiptEvent(receipt, user_id)));
    }
    await tell(client, request, events);
    return {
      id: visit.id,
      truck: truckOf(visit),
      truck_driver: visit.truck_driver_id && {
        id: visit.truck_driver_id,
        number: visit.driver_number,
        license_number: visit.license_number,
        firstname: visit.firstname,
        lastname: visit.lastname,
        twic: visit.twic,
        active: visit.driver_active,
        discarded_at: visit.discarded_at,
      },
      gated_in_at: visit.gated_in_at,
      gated_out_at: at,
    };
  });
}

function receiptEvent({ container_id, stay_id, shipping_line_id, truck_id, ...receipt }, user_id) {
  const { id, number, truck_visit_id, trucking_company_id, truck_driver_id, interchange_id, ...data } =
    receipt;
  return {
    type: 'receipt.issued',
    at: receipt.issued_at,
    id,
    key: number,
    path: `/api/v1/truck_visits/${truck_visit_id}/interchanges/${interchange_id}/receipt`,
    concerns: concerns([
      ['receipt', id],
      ['user', user_id],
      ['truck_visit', truck_visit_id],
      ['container', container_id],
      ['container_stay', stay_id],
      ['shipping_line', shipping_line_id],
      ['truck', truck_id],
      ['trucking_company', trucking_company_id],
      ['truck_driver', truck_driver_id],
    ]),
    data: { id, number, ...data, interchange_id, truck_visit: { id: truck_visit_id } },
  };
}

function containerEvent(type, data, stay_id, at) {
  const idOf = (record) => record?.id ?? null;
  return {
    type,
    at,
    id: data.id,
    key: data.number,
    path: `/api/v1/containers/${data.id}`,
    concerns: concerns([
      ['container', data.id],
      ['container_type', idOf(data.container_type)],
      ['shipping_line', idOf(data.shipping_line)],
      ['commodity_type', idOf(data.commodity_type)],
      ['consignee', idOf(data.consignee)],
      ['booking', idOf(data.booking)],
      ['voyage', idOf(data.arrival_voyage)],
      ['voyage', idOf(data.departure_voyage)],
      ['container_stay', stay_id],
    ]),
    data,
  };
}

// Holds

const STANDING = `
  SELECT c.id AS container_id, c.stay_id, h.id, h.lifted_at, h.lifted_until,
    h.lifted_at IS NOT NULL AND h.lifted_until IS NULL AS over
  FROM containers c
  LEFT JOIN container_holds h ON h.organization_id = c.organization_id AND h.container_id = c.id AND h.id = $3
  WHERE c.organization_id = $1 AND c.number = $2 FOR UPDATE OF c`;
const LIFTED = `
  UPDATE container_holds SET reference_number = coalesce($3, reference_number), notes = coalesce($4, notes),
    lifted_at = date_trunc('milliseconds', clock_timestamp()), lifted_until = NULL, lifted_by_id = $5,
    returned_at = NULL, updated_at = now()
  WHERE organization_id = $1 AND id = $2 AND (lifted_at IS NULL OR lifted_until IS NOT NULL) RETURNING id`;
const MOVED_RETURNS = `
  DELETE FROM hold_events WHERE organization_id = $1 AND container_hold_id = $2 AND event = 'returned' AND at > now()`;
const NOTED = `
  INSERT INTO hold_events (organization_id, container_hold_id, event, at, user_id, reference_number, notes)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

export function liftHold(request) {
  const { organization_id, user_id } = request.actor;
  const { number, id } = request.params;
  const { reference_number = null, notes = null, lift_until } = request.body?.hold ?? {};
  if (lift_until) throw new Refused('Holds are only lifted for good here.', 422);
  const operation = 'PUT /api/v1/containers/:container_number/holds/:id/lift';
  return transactionOf(request, operation, async (client) => {
    const [held] = await rowsOf(client, STANDING, [organization_id, numberOf(number), Number(id)]);
    if (!held?.id) throw new Refused(`Hold ${id} of container '${number}' was not found.`, 404);
    if (held.over) throw new Refused('The hold is not in force.');
    const lift = [organization_id, held.id, reference_number, notes, user_id];
    // of two at once, the other one may have lifted it since it was read
    if (!(await rowsOf(client, LIFTED, lift)).length) throw new Refused('The hold is not in force.');
    if (held.lifted_until) await rowsOf(client, MOVED_RETURNS, [organization_id, held.id]);
    const [row] = await holdRows(client, 'AND t.id = $2', [organization_id, held.id]);
    await rowsOf(client, NOTED, [
      organization_id,
      held.id,
      'lifted',
      row.lifted_at,
      user_id,
      reference_number,
      row.notes,
    ]);
    const hold = holdOf(row);
    const actions = actionsOf(row, request.base);
    await tell(client, request, [holdEvent('container_hold.lifted', row, hold, row.lifted_at)]);
    const index = `${request.base}/api/v1/containers/${encodeURIComponent(row.number)}/holds.json`;
    return { ...hold, notes: row.notes, actions: { ...actions, index: { method: 'GET', url: index } } };
  });
}

const HELD = `
  SELECT c.id,
    (SELECT y.id FROM hold_types y WHERE y.organization_id = c.organization_id AND y.id = $3 AND y.applies_to = 'container'
     FOR SHARE) AS type_id,
    h.id AS standing_id, h.lifted_at IS NULL OR h.lifted_until <= now() AS in_force
  FROM containers c
  LEFT JOIN container_holds h ON h.organization_id = c.organization_id AND h.container_id = c.id AND h.hold_type_id = $3
    AND (h.lifted_at IS NULL OR h.lifted_until IS NOT NULL)
    AND h.stay_id IS NOT DISTINCT FROM (SELECT s.id FROM container_stays s
      WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status IN ('announced', 'here'))
  WHERE c.organization_id = $1 AND c.number = $2 FOR UPDATE OF c`;
const APPLIED = `
  INSERT INTO container_holds (organization_id, container_id, hold_type_id, applied_at, applied_by_id)
  VALUES ($1, $2, $3, date_trunc('milliseconds', clock_timestamp()), $4)
  ON CONFLICT DO NOTHING RETURNING id`;

export function applyHold(request) {
  const { organization_id, user_id } = request.actor;
  const { number, id } = request.params;
  const operation = 'PUT /api/v1/containers/:container_number/holds/:hold_type_id/apply';
  return transactionOf(request, operation, async (client) => {
    const [held] = await rowsOf(client, HELD, [organization_id, numberOf(number), Number(id)]);
    if (!held) throw new Refused(`Container '${number}' was not found.`, 404);
    if (!held.type_id) throw new Refused(`A hold type ${id} for containers was not found.`, 404);
    if (held.standing_id) throw new Refused('The hold is applied already.');
    const [hold] = await rowsOf(client, APPLIED, [organization_id, held.id, Number(id), user_id]);
    if (!hold) throw new Refused('The hold is applied already.');
    const [row] = await holdRows(client, 'AND t.id = $2', [organization_id, hold.id]);
    await rowsOf(client, NOTED, [organization_id, hold.id, 'applied', row.applied_at, user_id, null, null]);
    await tell(client, request, [holdEvent('container_hold.applied', row, holdOf(row), row.applied_at)]);
    return {};
  });
}

function holdEvent(type, row, data, at) {
  return {
    type,
    at,
    id: row.id,
    key: row.number,
    path: `/api/v1/containers/${encodeURIComponent(row.number)}/holds`,
    concerns: concerns([
      ['container_hold', row.id],
      ['hold_type', row.hold_type_id],
      ['user', row.applied_by_id],
      ['user', row.lifted_by_id],
      ['container', row.container_id],
      ['container_stay', row.stay_id],
    ]),
    data,
  };
}
