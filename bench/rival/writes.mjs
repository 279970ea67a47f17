// What is written, as straight SQL by hand in one transaction each: the checks, rows, traces and events of the service, for trucks
// that bring containers and for holds of containers. What these requests never come to is left out: appointments, pick-ups,
// chassis, drivers, containers that were known before, several in one visit. Answers and events have what the reads show.
import { randomInt } from 'node:crypto';
import { inTransaction, rowsOf } from './database.mjs';
import { CONTAINER, HOLDS, joined, recordsOf, truckVisits } from './reads.mjs';

/** Refuses a request where something is the case. */
export function refuse(isSo, message, statusCode = 409) {
  if (isSo) throw Object.assign(new Error(message), { statusCode });
}

const EVENT = `
  INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, user_id, request_id, subject_id,
    subject_key, subject_path, concerns, data)
  SELECT $1, e.type, coalesce(e.at, now()), clock_timestamp(), $2, $3, e.id, e.key, e.path,
    ARRAY(SELECT json_array_elements_text(e.concerns)), e.data
  FROM json_to_recordset($4) AS e(type text, at timestamptz, id bigint, key text, path text, concerns json, data json)`;

/** Does work in a transaction. `rows` and `records` are those of a statement of one organization, which is its first value. */
function write(request, operation, work) {
  const { actor, id } = request;
  const all = (values) => [actor.organization_id, ...values];
  return inTransaction({ actor, operation, requestId: id }, (client) =>
    work({
      rows: (text, ...values) => rowsOf(client, text, all(values)),
      records: (text, ...values) => recordsOf(client, text, all(values)),
      tell: (events) => rowsOf(client, EVENT, all([actor.user_id, id, JSON.stringify(events)])),
    }),
  );
}

/** What an event is about, as `kind:id` for each id that there is. */
const about = (ids) =>
  Object.entries(ids).flatMap(([kind, some]) => [some].flat().flatMap((id) => (id ? `${kind}:${id}` : [])));

const plateKey = (plate) => plate.replace(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase();
const numberOf = (text) => text.replace(/\s/g, '').toUpperCase();

// Pre-advices

const NAMED = `
  SELECT k.id AS truck_id, k.license_plate, k.active, y.id AS type_id, l.id AS line_id, c.id AS known_id,
    CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name, 'code', g.code) END AS trucking_company
  FROM (SELECT $1::bigint AS organization_id) o
  LEFT JOIN trucks k ON k.organization_id = o.organization_id AND k.license_plate_key = $2
  ${joined('trucking_companies g k.trucking_company_id')}
  LEFT JOIN container_types y ON y.organization_id = o.organization_id AND y.code = $3
  LEFT JOIN shipping_lines l ON l.organization_id = o.organization_id AND l.code = $4
  LEFT JOIN containers c ON c.organization_id = o.organization_id AND c.number = $5`;
const ADVICE = `
  INSERT INTO pre_advices (organization_id, advice_number, truck_id) VALUES ($1, $2, $3)
  ON CONFLICT (organization_id, advice_number) DO NOTHING RETURNING id, created_at`;
const MADE = `
  INSERT INTO containers (organization_id, number, container_type_id, shipping_line_id, container_status)
  VALUES ($1, $2, $3, $4, $5) RETURNING id`;
const STAY = `
  WITH stay AS (
    INSERT INTO container_stays (organization_id, container_id, number, status, container_status, shipping_line_id)
    VALUES ($1, $2, 1, 'announced', $3, $4) RETURNING id)
  UPDATE containers SET stay_id = stay.id, updated_at = now() FROM stay WHERE organization_id = $1 AND containers.id = $2
  RETURNING stay_id AS id`;
const PURPOSE = `
  INSERT INTO purposes (organization_id, pre_advice_id, position, purpose_type, cargo_type, container_id,
    container_status, container_type_id, shipping_line_id)
  VALUES ($1, $2, 0, 'drop off', 'container', $3, $4, $5, $6)`;

export function createPreAdvice(request) {
  const [{ purpose_type, cargo }, ...others] = request.body.purposes;
  const { cargo_type, container_type, container_status, shipping_line } = cargo;
  return write(request, 'POST /api/v1/pre_advices', async ({ rows, records, tell }) => {
    const isBrought = purpose_type === 'drop off' && cargo_type === 'container' && !others.length;
    refuse(!isBrought, 'Only a container is dropped off here.', 422);
    const container_number = numberOf(cargo.container_number);
    const [named] = await rows(
      NAMED,
      plateKey(request.body.truck),
      container_type,
      shipping_line,
      container_number,
    );
    const { truck_id, license_plate: truck, type_id, line_id, trucking_company } = named;
    refuse(!named.active || !type_id || !line_id, 'Truck, container type or shipping line is unknown.');
    refuse(named.known_id, `Container '${container_number}' is known already.`);
    const { id, advice_number, created_at } = await newAdvice(rows, truck_id);
    const [{ id: container }] = await rows(MADE, container_number, type_id, line_id, container_status);
    const [stay] = await rows(STAY, container, container_status, line_id);
    await rows(PURPOSE, id, container, container_status, type_id, line_id);
    const cargo_details = { cargo_type, container_number, container_type, container_status, shipping_line };
    const purposes = [{ purpose_type, cargo: container_number, cargo_details }];
    const data = { advice_number, truck, purposes, id, trucking_company, created_at };
    const [made] = await records(CONTAINER, container_number);
    const concerns = about({ pre_advice: id, truck: truck_id, trucking_company: trucking_company?.id, container }); // prettier-ignore
    const path = `/api/v1/pre_advices/${advice_number}`;
    await tell([
      containerEvent('container.created', made, stay.id),
      { type: 'pre_advice.created', id, key: advice_number, path, concerns, data },
    ]);
    return data;
  });
}

async function newAdvice(rows, truck_id) {
  for (;;) {
    const advice_number = `PA${String(randomInt(1e8)).padStart(8, '0')}`;
    const [made] = await rows(ADVICE, advice_number, truck_id);
    if (made) return { ...made, advice_number };
  }
}

function containerEvent(type, data, container_stay, at) {
  const concerns = about({ container: data.id, container_type: data.container_type?.id,
    shipping_line: data.shipping_line?.id, commodity_type: data.commodity_type?.id, consignee: data.consignee?.id,
    booking: data.booking?.id, voyage: [data.arrival_voyage?.id, data.departure_voyage?.id], container_stay }); // prettier-ignore
  return { type, at, id: data.id, key: data.number, path: `/api/v1/containers/${data.id}`, concerns, data };
}

// The gate

const ANNOUNCED = `
  SELECT p.id, p.used_at, p.comments, p.truck_id, coalesce(p.trucking_company_id, k.trucking_company_id) AS company_id,
    p.trucking_company_id <> k.trucking_company_id AS is_other, k.license_plate,
    k.active AND (k.allowed_until < (now() AT TIME ZONE $3)::date) IS NOT TRUE AS is_allowed,
    EXISTS (SELECT FROM truck_visits v
      WHERE v.organization_id = k.organization_id AND v.truck_id = k.id AND v.gated_out_at IS NULL) AS inside,
    (SELECT json_build_object('id', g.id, 'name', g.name) FROM gates g
     WHERE g.organization_id = p.organization_id AND (g.name = $4 OR g.client_identifier = $4)
     ORDER BY g.name = $4 DESC LIMIT 1) AS gate
  FROM pre_advices p
  JOIN trucks k ON k.organization_id = p.organization_id AND k.id = p.truck_id
  WHERE p.organization_id = $1 AND p.advice_number = $2 FOR UPDATE OF p`;
const LATE = `
  SELECT v.number AS voyage FROM purposes p
  ${joined('containers c p.container_id')}
  JOIN bookings b ON b.organization_id = p.organization_id
    AND b.id = coalesce(p.booking_id, CASE p.container_status WHEN 'full' THEN c.booking_id END)
  ${joined('voyages v b.voyage_id')}
  WHERE p.organization_id = $1 AND p.pre_advice_id = $2 AND p.purpose_type = 'drop off'
    AND (c.usage = 'export' OR coalesce(p.container_usage, c.usage, '') <> 'import')
    AND v.block_receiving_export_past_cut_off AND v.receiving_cut_off_time <= now() LIMIT 1`;
const VISIT = `
  INSERT INTO truck_visits (organization_id, pre_advice_id, truck_id, trucking_company_id, gate_id,
    gate_in_user_id, gated_in_at, comment)
  VALUES ($1, $2, $3, $4, $5, $6, date_trunc('milliseconds', clock_timestamp()), $7) RETURNING id, gated_in_at`;
const BROUGHT = `
  INSERT INTO interchanges (organization_id, truck_visit_id, purpose_id, type, container_id, seals, weight)
  SELECT p.organization_id, $3, p.id, 'interchange_in', p.container_id,
    ARRAY(SELECT btrim(s) FROM unnest(p.seals) s WHERE btrim(s) <> ''), p.interchange_weight
  FROM purposes p WHERE p.organization_id = $1 AND p.pre_advice_id = $2 ORDER BY p.position`;
const USED = `UPDATE pre_advices SET used_at = now(), updated_at = now() WHERE organization_id = $1 AND id = $2`;

export function gateIn(request) {
  const { gate, pre_advice_number } = request.body;
  const { user_id, time_zone } = request.actor;
  return write(request, 'POST /api/v1/truck_visits', async ({ rows, records, tell }) => {
    const [advice] = await rows(ANNOUNCED, pre_advice_number, time_zone, gate);
    refuse(!advice?.gate, `Pre-advice '${pre_advice_number}' or gate '${gate}' is unknown.`);
    const { id: advice_id, truck_id, company_id, comments } = advice;
    refuse(advice.inside || advice.used_at, 'Truck is at the terminal already, or was announced once.');
    refuse(!advice.is_allowed, 'Truck is not allowed in.');
    refuse(advice.is_other, 'Truck and trucking company do not belong together.');
    const [late] = await rows(LATE, advice_id);
    refuse(late, `A container is past the receiving cut-off of voyage '${late?.voyage}'.`);
    const [visit] = await rows(VISIT, advice_id, truck_id, company_id, advice.gate.id, user_id, comments);
    await rows(BROUGHT, advice_id, visit.id);
    await rows(USED, advice_id);
    const { id, gated_in_at } = visit;
    const links = { id, pre_advice_id: advice_id, appointment_id: null };
    await tell([await visitEvent('truck_visit.gated_in', records, links, gated_in_at)]);
    const truck_visit = { id, gated_in_at, gated_out_at: null };
    return { truck_visit, gate_name: advice.gate.name, truck: advice.license_plate, comment: comments };
  });
}

const SHOWN_VISIT = `${truckVisits()} AND t.id = $2`;

async function visitEvent(type, records, { id, pre_advice_id, appointment_id }, at) {
  const [data] = await records(SHOWN_VISIT, id);
  const concerns = about({ truck_visit: id, truck: data.truck.id, truck_driver: data.truck_driver?.id,
    trucking_company: data.trucking_company?.id, gate: [data.gate.id, data.out_gate?.id],
    user: [data.gate_in_user?.id, data.gate_out_user?.id], pre_advice: pre_advice_id, appointment: appointment_id,
    container: data.interchanges.map(({ container }) => container?.id) }); // prettier-ignore
  return { type, at, id, key: data.truck.license_plate, path: `/api/v1/truck_visits/${id}`, concerns, data };
}

const INSIDE = `
  SELECT v.id, v.gate_id, v.pre_advice_id, v.appointment_id FROM truck_visits v
  JOIN trucks k ON k.organization_id = v.organization_id AND k.id = v.truck_id
  WHERE v.organization_id = $1 AND k.license_plate_key = $2 AND v.gated_out_at IS NULL FOR UPDATE OF v`;
const FACTS = `jsonb_build_object('container_type_id', c.container_type_id, 'shipping_line_id', c.shipping_line_id,
  'booking_id', c.booking_id, 'departure_voyage_id', c.departure_voyage_id, 'container_status', c.container_status,
  'usage', c.usage, 'goods', c.goods, 'weight', c.weight, 'seals', c.seals)`;
const HANDED_OVER = `
  SELECT ${FACTS} AS before, i.id, i.type, i.container_id, c.number, c.stay_id,
    c.current_location_type IN ('Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate') AS inside
  FROM interchanges i
  JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
  WHERE i.organization_id = $1 AND i.truck_visit_id = $2 AND NOT i.completed ORDER BY c.id FOR NO KEY UPDATE OF c`;
const LEFT = `
  UPDATE truck_visits SET gate_out_user_id = $3, updated_at = now(),
    gated_out_at = greatest(date_trunc('milliseconds', clock_timestamp()), gated_in_at)
  WHERE organization_id = $1 AND id = $2 RETURNING gated_out_at`;
const RECEIVED = `
  UPDATE containers c SET container_type_id = coalesce(p.container_type_id, c.container_type_id),
    shipping_line_id = coalesce(p.shipping_line_id, c.shipping_line_id), booking_id = coalesce(p.booking_id, c.booking_id),
    departure_voyage_id = coalesce(k.voyage_id, c.departure_voyage_id), usage = coalesce(p.container_usage, c.usage),
    container_status = coalesce(p.container_status, c.container_status), goods = coalesce(p.goods, c.goods),
    weight = coalesce(p.weight, c.weight), seals = CASE WHEN i.seals = '{}' THEN c.seals ELSE i.seals END,
    current_location_type = 'Gate', current_location_id = $3, updated_at = now()
  FROM interchanges i ${joined('purposes p i.purpose_id, bookings k i.booking_id')}
  WHERE c.organization_id = $1 AND i.organization_id = c.organization_id AND i.id = $2 AND c.id = i.container_id`;
const MOVED = `
  INSERT INTO container_movements (organization_id, container_id, stay_id, movement_type, "from", "to",
    from_location_type, from_location_id, to_location_type, to_location_id, moved_at, truck_visit_id, user_id)
  SELECT $1, c.id, c.stay_id, 'gate_in', location_label($1, c.current_location_type, c.current_location_id),
    location_label($1, 'Gate', $3), c.current_location_type, c.current_location_id, 'Gate', $3, $4, $5, $6
  FROM containers c WHERE c.organization_id = $1 AND c.id = $2`;
const ARRIVED = `
  UPDATE container_stays SET status = 'here', in_at = $3, arrived_by = 'truck', arrival_status = container_status,
    updated_at = now() WHERE organization_id = $1 AND id = $2 AND status = 'announced'`;
const COMPLETED = `
  UPDATE interchanges i SET completed = true, completed_at = $3, stay_id = c.stay_id, container_before = $4,
    container_after = ${FACTS}, updated_at = now()
  FROM containers c WHERE i.organization_id = $1 AND i.id = $2 AND c.organization_id = $1 AND c.id = i.container_id`;
const ISSUED = `
  INSERT INTO receipts (organization_id, number, issue, status, issued_at, issued_by_id, truck_visit_id, interchange_id, type,
    container_id, stay_id, shipping_line_id, truck_id, trucking_company_id, document)
  SELECT $1, (next_numbers($1, 'receipt', extract(year FROM now())::integer, 1, 'EIR-{year}-', 6))[1], 1, 'issued',
    clock_timestamp(), $3, v.id, i.id, i.type, i.container_id, i.stay_id, c.shipping_line_id, v.truck_id, v.trucking_company_id,
    jsonb_build_object('organization', o.name, 'language', coalesce(o.language, 'en'),
      'time_zone', o.time_zone, 'weight_unit', o.weight_unit, 'completed_at',
      to_char(i.completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'terminal',
      CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('name', m.name, 'address', m.address) END, 'gate', g.name,
      'truck', k.license_plate, 'trucking_company',
      CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('code', t.code, 'name', t.name) END, 'container',
      jsonb_build_object('number', c.number, 'status', c.container_status, 'type', jsonb_build_object('code', y.code,
        'iso_type_code', y.iso_type_code, 'description', nullif(y.description, '')), 'shipping_line',
        jsonb_build_object('code', l.code, 'name', l.name), 'seals', to_jsonb(c.seals), 'weight', trim_scale(c.weight),
        'reefer', NULL, 'dangerous_goods', s.dangerous_goods), 'chassis', NULL, 'genset', NULL, 'booking', b.number,
      'bills_of_lading', '[]'::jsonb, 'delivery_order', NULL, 'dock_receipt', NULL, 'cargo', NULL, 'condition', n.condition,
      'is_clean', n.is_clean, 'seals_as_announced', n.seals_as_announced, 'damages', '[]'::jsonb, 'known', '[]'::jsonb,
      'remarks', n.notes, 'released_by', concat_ws(' ', u.firstname, u.lastname))
  FROM interchanges i
  JOIN organizations o ON o.id = i.organization_id
  ${joined(`truck_visits v i.truck_visit_id, trucks k v.truck_id, gates g v.gate_id, containers c i.container_id,
    terminals m g.terminal_id, trucking_companies t v.trucking_company_id, container_types y c.container_type_id,
    shipping_lines l c.shipping_line_id, container_stays s i.stay_id, bookings b i.booking_id`)}
  LEFT JOIN inspections n ON n.organization_id = i.organization_id AND n.interchange_id = i.id
  LEFT JOIN users u ON u.organization_id = i.organization_id AND u.id = $3
  WHERE i.organization_id = $1 AND i.id = $2
  RETURNING id, number, issue, status, issued_at, type, container_id, stay_id, shipping_line_id, truck_id, trucking_company_id,
    document, created_at, interchange_id, json_build_object('id', truck_visit_id) AS truck_visit`;

export function gateOut(request) {
  const { plate } = request.params;
  const { user_id } = request.actor;
  const operation = 'POST /api/v1/trucks/:truck_license_number/gate_out';
  return write(request, operation, async ({ rows, records, tell }) => {
    const [visit] = await rows(INSIDE, plateKey(plate));
    refuse(!visit, `Truck '${plate}' is not at the terminal.`, 404);
    const [handed, ...others] = await rows(HANDED_OVER, visit.id);
    const isBrought = handed?.type === 'interchange_in' && !handed.inside && !others.length;
    refuse(!isBrought, 'Only a container that is not here is brought.');
    const { id, container_id, stay_id, number, before } = handed;
    const [{ gated_out_at: at }] = await rows(LEFT, visit.id, user_id);
    await rows(MOVED, container_id, visit.gate_id, at, visit.id, user_id);
    await rows(RECEIVED, id, visit.gate_id);
    await rows(ARRIVED, stay_id, at);
    await rows(COMPLETED, id, at, before);
    const [container] = await records(CONTAINER, number);
    const left = await visitEvent('truck_visit.gated_out', records, visit, at);
    // the number comes last, because others wait for its counter
    const [receipt] = await rows(ISSUED, id, user_id);
    const arrived = containerEvent('container.gated_in', container, stay_id, at);
    await tell([receiptEvent(receipt, user_id), arrived, left]);
    return { id: visit.id, truck: left.data.truck, gated_in_at: left.data.gated_in_at, gated_out_at: at };
  });
}

function receiptEvent(
  { container_id, stay_id, shipping_line_id, truck_id, trucking_company_id, ...data },
  user,
) {
  const { id, number: key, truck_visit, interchange_id, issued_at: at } = data;
  const path = `/api/v1/truck_visits/${truck_visit.id}/interchanges/${interchange_id}/receipt`;
  const concerns = about({ receipt: id, user, truck_visit: truck_visit.id, container: container_id, container_stay: stay_id,
    shipping_line: shipping_line_id, truck: truck_id, trucking_company: trucking_company_id }); // prettier-ignore
  return { type: 'receipt.issued', at, id, key, path, concerns, data };
}

// Holds

const LIFTED = `
  UPDATE container_holds h SET notes = coalesce($4, h.notes), lifted_at = date_trunc('milliseconds', clock_timestamp()),
    lifted_until = NULL, lifted_by_id = $5, returned_at = NULL, updated_at = now()
  FROM (SELECT id FROM containers WHERE organization_id = $1 AND number = $2 FOR UPDATE) c
  WHERE h.organization_id = $1 AND h.container_id = c.id AND h.id = $3 AND h.lifted_at IS NULL
  RETURNING h.id, h.container_id, h.stay_id, h.hold_type_id, h.notes, h.lifted_at AS at, h.applied_by_id`;
const NOTED = `
  INSERT INTO hold_events (organization_id, container_hold_id, event, at, user_id, notes)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const APPLIED = `
  INSERT INTO container_holds (organization_id, container_id, hold_type_id, applied_at, applied_by_id)
  SELECT $1, c.id, y.id, date_trunc('milliseconds', clock_timestamp()), $4
  FROM (SELECT id FROM containers WHERE organization_id = $1 AND number = $2 FOR UPDATE) c,
    (SELECT id FROM hold_types WHERE organization_id = $1 AND id = $3 AND applies_to = 'container' FOR SHARE) y
  ON CONFLICT DO NOTHING
  RETURNING id, container_id, stay_id, hold_type_id, notes, applied_at AS at, applied_by_id`;

export function liftHold(request) {
  const { number, id } = request.params;
  const { notes = null } = request.body?.hold ?? {};
  const operation = 'PUT /api/v1/containers/:container_number/holds/:id/lift';
  return write(request, operation, async (work) => {
    const { user_id } = request.actor;
    const [row] = await work.rows(LIFTED, numberOf(number), Number(id), notes, user_id);
    refuse(!row, `Container '${number}' has no hold ${id} in force.`);
    const data = await noted(work, 'lifted', row, request, [row.applied_by_id, user_id]);
    return { ...data, notes: row.notes };
  });
}

export function applyHold(request) {
  const { number, id } = request.params;
  const operation = 'PUT /api/v1/containers/:container_number/holds/:hold_type_id/apply';
  return write(request, operation, async (work) => {
    const { user_id } = request.actor;
    const [row] = await work.rows(APPLIED, numberOf(number), Number(id), user_id);
    refuse(!row, `Container '${number}' or a hold type ${id} was not found, or the hold is applied already.`);
    await noted(work, 'applied', row, request, [user_id]);
    return {};
  });
}

const SHOWN_HOLD = `${HOLDS} AND h.id = $3 AND h.bill_id IS NULL`;

/** Notes what became of a hold, and tells it; the hold as it is shown. */
async function noted({ rows, records, tell }, event, row, { actor, params }, user) {
  const { id, at, container_id, stay_id, hold_type_id } = row;
  const key = numberOf(params.number);
  const [data] = await records(SHOWN_HOLD, key, id);
  await rows(NOTED, id, event, at, actor.user_id, row.notes);
  const concerns = about({ container_hold: id, hold_type: hold_type_id, user, container: container_id, container_stay: stay_id }); // prettier-ignore
  const path = `/api/v1/containers/${encodeURIComponent(key)}/holds`;
  await tell([{ type: `container_hold.${event}`, at, id, key, path, concerns, data }]);
  return data;
}
