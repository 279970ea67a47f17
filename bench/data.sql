-- Fills the demonstration's organization with `bench.containers` containers and what belongs to them, as the owner of
-- the database: triggers and foreign keys rest meanwhile, and indexes are made when the rows are there. What is made
-- begins with the id 1,001; what is written later gets ids beyond 10,000. Sizes are skewed: the largest line has a fifth of all containers, the smallest a few.
SET LOCAL session_replication_role = replica;
SET LOCAL synchronous_commit = off;
SET LOCAL work_mem = '128MB';
SET LOCAL maintenance_work_mem = '512MB';

CREATE FUNCTION pg_temp.containers() RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT current_setting('bench.containers')::bigint $$;

-- So many of a kind as there are containers for each, and at least some.
CREATE FUNCTION pg_temp.many(per bigint, fewest bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT greatest(fewest, pg_temp.containers() / per) $$;

-- A number from 0 to 1 that is the same for the same i and salt.
CREATE FUNCTION pg_temp.chance(i bigint, salt bigint) RETURNS float8 IMMUTABLE LANGUAGE sql AS
  $$ SELECT (hashint8extended(i, salt) & 1048575) / 1048576.0 $$;

-- The id of one of so many that were made, evenly or with few that are chosen often.
CREATE FUNCTION pg_temp.some(i bigint, salt bigint, many bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT 1001 + floor(many * pg_temp.chance(i, salt))::bigint $$;
CREATE FUNCTION pg_temp.skewed(i bigint, salt bigint, many bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT 1001 + floor(many * pg_temp.chance(i, salt) ^ 3)::bigint $$;

-- When the i-th of so many things happened: evenly over two years, the last one now.
CREATE FUNCTION pg_temp.at(i bigint, many bigint) RETURNS timestamptz STABLE LANGUAGE sql AS
  $$ SELECT date_trunc('milliseconds', now() - interval '730 days' * (1 - i::float8 / many)) $$;

CREATE TEMP TABLE one ON COMMIT DROP AS
SELECT o.id AS org, (SELECT min(id) FROM terminals WHERE organization_id = o.id) AS terminal,
  ARRAY(SELECT id FROM container_types WHERE organization_id = o.id ORDER BY id) AS types,
  ARRAY(SELECT id FROM commodity_types WHERE organization_id = o.id ORDER BY id) AS commodities,
  ARRAY(SELECT id FROM gates WHERE organization_id = o.id ORDER BY id) AS gates,
  ARRAY(SELECT id FROM users WHERE organization_id = o.id ORDER BY id) AS users,
  ARRAY(SELECT id FROM ports WHERE organization_id = o.id ORDER BY id) AS ports,
  ARRAY(SELECT id FROM agents WHERE organization_id = o.id ORDER BY id) AS agents,
  ARRAY(SELECT id FROM pilots WHERE organization_id = o.id ORDER BY id) AS pilots,
  ARRAY(SELECT id FROM stevedoring_companies WHERE organization_id = o.id ORDER BY id) AS stevedores,
  ARRAY(SELECT id FROM stevedoring_supervisors WHERE organization_id = o.id ORDER BY id) AS supervisors,
  ARRAY(SELECT id FROM berth_areas WHERE organization_id = o.id ORDER BY id) AS berths,
  ARRAY(SELECT id FROM hold_types WHERE organization_id = o.id AND applies_to = 'container' ORDER BY id) AS holds
FROM organizations o ORDER BY o.id LIMIT 1;

-- The i-th of a list, which begins again at its end.
CREATE FUNCTION pg_temp.nth(list bigint[], i bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT list[1 + i % cardinality(list)] $$;

CREATE TEMP TABLE put_off ON COMMIT DROP AS
SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE NOT i.indisunique AND NOT i.indisexclusion AND c.relnamespace = 'public'::regnamespace
  AND i.indrelid IN ('containers'::regclass, 'container_stays'::regclass, 'container_bills'::regclass,
    'container_holds'::regclass, 'hold_events'::regclass, 'container_movements'::regclass, 'truck_visits'::regclass,
    'interchanges'::regclass, 'invoices'::regclass, 'invoice_lines'::regclass, 'bill_of_ladings'::regclass);
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT p.name FROM put_off p LOOP EXECUTE 'DROP INDEX ' || name; END LOOP;
END $$;

INSERT INTO yard_areas (organization_id, id, name, terminal_id)
SELECT org, 1000 + i, 'Stack ' || i, terminal FROM one, generate_series(1, 20) i;
INSERT INTO yard_slots (organization_id, id, name, yard_area_id)
SELECT org, 1000 + i, format('S%s-%s', i % 20 + 1, lpad(i::text, 5, '0')), 1001 + i % 20
FROM one, generate_series(1, pg_temp.many(100, 500)) i;

INSERT INTO shipping_lines (organization_id, id, code, name, synonyms, carrier_type, email, phone, general_ledger_id,
  parent_id)
SELECT org, 1000 + i, 'L' || lpad(i::text, 3, '0'),
  (ARRAY['Atlantic', 'Baltic', 'Coral', 'Delta', 'Equator', 'Fjord', 'Gulf', 'Horizon'])[1 + i % 8] || ' '
    || (ARRAY['Carriers', 'Container Line', 'Feeders', 'Lines', 'Shipping'])[1 + i % 5] || ' ' || i,
  ARRAY['Line ' || i], 'ocean', 'line' || i || '@carrier.example', '+31 10 000 ' || lpad(i::text, 4, '0'),
  'GL-' || 10000 + i, CASE WHEN i > 20 AND i % 5 = 0 THEN 1000 + i % 20 + 1 END
FROM one, generate_series(1, 200) i;

INSERT INTO consignees (organization_id, id, name, address, contact_person, email, general_ledger_id)
SELECT org, 1000 + i, 'Consignee ' || i, i || ' Harbour Road, Rotterdam', 'Contact ' || i,
  'goods' || i || '@consignee.example', 'GL-' || 50000 + i
FROM one, generate_series(1, pg_temp.many(100, 200)) i;

INSERT INTO trucking_companies (organization_id, id, code, name)
SELECT org, 1000 + i, 'TC' || i, 'Haulage ' || i FROM one, generate_series(1, 500) i;
INSERT INTO truck_drivers (organization_id, id, license_number, number, firstname, lastname, email, trucking_company_id)
SELECT org, 1000 + i, 'DL-' || 1000000 + i, 'D-' || i, (ARRAY['Anke', 'Bram', 'Chloé', 'Daan', 'Elif'])[1 + i % 5],
  'Driver ' || i, 'driver' || i || '@haulage.example', pg_temp.skewed(i, 1, 500)
FROM one, generate_series(1, pg_temp.many(50, 500)) i;
INSERT INTO trucks (organization_id, id, license_plate, license_plate_key, number, weight, make, trucking_company_id)
SELECT org, 1000 + i, format('%s-TR-%s', lpad((i / 100)::text, 4, '0'), lpad((i % 100)::text, 2, '0')),
  format('%sTR%s', lpad((i / 100)::text, 4, '0'), lpad((i % 100)::text, 2, '0')), 'T-' || 10000 + i, 8000 + i % 900, 'Norrvik',
  pg_temp.skewed(i, 2, 500)
FROM one, generate_series(1, pg_temp.many(50, 500)) i;

INSERT INTO vessels (organization_id, id, name, call_sign, imo_number, vessel_type, loa, gross_tonnage, net_tonnage,
  teu_capacity, country_code)
SELECT org, 1000 + i, 'Vessel ' || i, 'CS' || i, (9000000 + i)::text, 'container', 120 + i, 10000 + 90.5 * i, 5000 + 40 * i,
  800 + 40 * i, (ARRAY['NL', 'PT', 'PA', 'LR', 'DK'])[1 + i % 5]
FROM one, generate_series(1, 200) i;

INSERT INTO voyages (organization_id, id, created_at, updated_at, number, status, vessel_id, agent_id,
  stevedoring_company_id, assigned_berth_area_id, assigned_yard_area_id, destination_terminal_id, arrival_pilot_id,
  departure_pilot_id, last_port_of_call_id, next_port_of_call_id, captain, tax_date, arrival_number_of_tug_boats,
  departure_number_of_tug_boats, departed_last_port_on, estimated_time_of_anchorage, actual_time_of_anchorage,
  et_of_berth, actual_time_of_berth, estimated_time_of_departure, actual_time_of_departure, receiving_cut_off_time,
  flex_fields)
SELECT org, 1000 + i, at, at, 'VY' || lpad(i::text, 6, '0'), CASE WHEN i < n * 0.97 THEN 'departed' ELSE 'unknown' END,
  pg_temp.skewed(i, 3, 200), pg_temp.nth(agents, i), pg_temp.nth(stevedores, i), pg_temp.nth(berths, i), 1001 + i % 20,
  terminal, pg_temp.nth(pilots, i), CASE WHEN i % 3 > 0 THEN pg_temp.nth(pilots, i + 1) END, pg_temp.nth(ports, i),
  pg_temp.nth(ports, i + 7), 'Captain ' || i % 300, at::date, 1 + i % 3, i % 3, (at - interval '3 days')::date, at,
  at + interval '1 hour', at + interval '6 hours', at + interval '7 hours', at + interval '2 days',
  CASE WHEN i < n * 0.97 THEN at + interval '50 hours' END, at + interval '30 hours',
  jsonb_build_object('gangs_ordered', i % 4, 'waste_notified', i % 2 = 0)
FROM one, (SELECT pg_temp.many(100, 200)) m(n), generate_series(1, n) i, LATERAL pg_temp.at(i, n) at;
INSERT INTO voyage_supervisors (organization_id, voyage_id, supervisor_id)
SELECT org, 1000 + i, pg_temp.nth(supervisors, i + k)
FROM one, generate_series(1, pg_temp.many(100, 200)) i, generate_series(0, i % 3) k WHERE k < cardinality(supervisors);

INSERT INTO manifests (organization_id, id, client_identifier, voyage_id, shipping_line_id)
SELECT org, 1000 + i, 'MF' || i, 1000 + i, pg_temp.skewed(i, 4, 200)
FROM one, generate_series(1, pg_temp.many(100, 200)) i;
INSERT INTO bill_of_ladings (organization_id, id, manifest_id, number, goods_description, weight, usage, consignee_id,
  port_of_loading_id, port_of_discharge_id)
SELECT org, 1000 + i, 1001 + i * m / n, 'BL' || lpad(i::text, 8, '0'), 'Goods of bill ' || i, 20000 + i % 5000, 'import',
  pg_temp.skewed(i, 5, pg_temp.many(100, 200)), pg_temp.nth(ports, i), pg_temp.nth(ports, 0)
FROM one, (SELECT pg_temp.many(4, 400), pg_temp.many(100, 200)) b(n, m), generate_series(1, n - 1) i;
INSERT INTO bookings (organization_id, id, number, shipping_line_id, voyage_id, goods, quantity)
SELECT org, 1000 + i, 'BK' || lpad(i::text, 7, '0'), pg_temp.skewed(i, 6, 200), pg_temp.some(i, 7, pg_temp.many(100, 200)),
  'Machinery', 1 + i % 40
FROM one, generate_series(1, pg_temp.many(50, 200)) i;

-- Imports are on a bill, exports on a booking; of ten containers six have left, and three are here.
CREATE TEMP TABLE cargo ON COMMIT DROP AS
SELECT i, 1000 + i AS id, pg_temp.at(i, n) AS at, usage,
  CASE WHEN usage = 'import' THEN 1001 + i * (pg_temp.many(4, 400) - 1) / (n + 1) END AS bill,
  CASE WHEN usage = 'export' THEN pg_temp.some(i, 8, pg_temp.many(50, 200)) END AS booking,
  1001 + i * pg_temp.many(100, 200) / (n + 1) AS voyage, pg_temp.skewed(i, 9, 200) AS line,
  pg_temp.skewed(i, 10, pg_temp.many(100, 200)) AS consignee,
  CASE WHEN i % 10 < 6 THEN 'departed' WHEN i % 10 < 9 THEN 'here' ELSE 'announced' END AS status,
  CASE WHEN pg_temp.chance(i, 11) < 0.8 THEN 'full' ELSE 'empty' END AS content,
  (ARRAY['Green coffee in bags', 'Machine parts', 'Textiles', 'Ceramic tiles', 'Frozen fish'])[1 + i % 5] AS goods,
  CASE WHEN i % 3 > 0 THEN ARRAY['SL' || i] ELSE '{}' END AS seals
FROM (SELECT pg_temp.containers()) m(n), generate_series(1, n) i,
  LATERAL (SELECT (ARRAY['import', 'import', 'import', 'export', 'export', 'unknown'])[1 + i % 6]) u(usage);

INSERT INTO containers (organization_id, id, created_at, updated_at, number, container_type_id, container_status, usage,
  shipping_line_id, goods, weight, seals, commodity_type_id, consignee_id, booking_id, arrival_voyage_id,
  current_location_type, current_location_id, stay_id)
SELECT org, id, at, at, 'BNHU' || 1000000 + i, pg_temp.nth(types, i), content, usage, line, goods, 2200 + i % 26000,
  seals, pg_temp.nth(commodities, i), CASE usage WHEN 'import' THEN consignee END, booking,
  CASE usage WHEN 'import' THEN voyage END,
  CASE status WHEN 'here' THEN 'YardSlot' WHEN 'departed' THEN CASE usage WHEN 'import' THEN 'Consignee' ELSE 'Voyage' END END,
  CASE status WHEN 'here' THEN pg_temp.some(i, 12, pg_temp.many(100, 500))
    WHEN 'departed' THEN CASE usage WHEN 'import' THEN consignee ELSE voyage END END, id
FROM one, cargo;
INSERT INTO container_stays (organization_id, id, created_at, updated_at, container_id, number, status, arrived_by,
  arrived_by_voyage_id, in_at, departed_by, out_at, arrival_status, departure_status, delivered, container_status, usage,
  shipping_line_id, goods, weight, seals, commodity_type_id, consignee_id, booking_id, arrival_voyage_id)
SELECT org, id, at, at, id, 1, status, CASE WHEN status <> 'announced' THEN CASE usage WHEN 'import' THEN 'voyage' ELSE 'truck' END END,
  CASE WHEN status <> 'announced' AND usage = 'import' THEN voyage END, CASE WHEN status <> 'announced' THEN at END,
  CASE status WHEN 'departed' THEN 'truck' END, CASE status WHEN 'departed' THEN at + interval '9 days' END,
  CASE WHEN status <> 'announced' THEN content END, CASE status WHEN 'departed' THEN content END, status = 'departed',
  content, usage, line, goods, 2200 + i % 26000, seals, pg_temp.nth(commodities, i),
  CASE usage WHEN 'import' THEN consignee END, booking, CASE usage WHEN 'import' THEN voyage END
FROM one, cargo;
INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id)
SELECT org, id, bill FROM one, cargo WHERE bill IS NOT NULL;

-- Every tenth container has a hold, every twentieth a second one; a third of them are lifted.
INSERT INTO container_holds (organization_id, id, created_at, hold_type_id, reference_number, applied_at, applied_by_id,
  lifted_at, lifted_by_id, container_id, stay_id)
SELECT org, 1000 + row_number() OVER (ORDER BY i, k), at, pg_temp.nth(holds, i / 10 + k), 'HD' || 1000000 + i, at,
  pg_temp.nth(users, 0), CASE WHEN i % 30 = 0 THEN at + interval '1 day' END,
  CASE WHEN i % 30 = 0 THEN pg_temp.nth(users, 1) END, id, id
FROM one, cargo, generate_series(0, 1) k WHERE i % 10 = 0 AND (k = 0 OR i % 20 = 0);
INSERT INTO hold_events (organization_id, container_hold_id, event, at, user_id)
SELECT organization_id, id, 'applied', applied_at, applied_by_id FROM container_holds WHERE id > 1000;

-- Half as many visits as containers. A truck stands at the terminal for less than an hour; the last 100 are inside.
INSERT INTO truck_visits (organization_id, id, created_at, updated_at, truck_id, truck_driver_id, trucking_company_id,
  gate_id, out_gate_id, gate_in_user_id, gate_out_user_id, gated_in_at, gated_out_at)
SELECT org, 1000 + i, at, at, truck, CASE WHEN i % 10 > 0 THEN pg_temp.some(i, 13, pg_temp.many(50, 500)) END,
  pg_temp.skewed(truck - 1000, 2, 500), pg_temp.nth(gates, i % 2), CASE WHEN i <= n - 100 THEN pg_temp.nth(gates, 2 + i % 2) END,
  pg_temp.nth(users, i), CASE WHEN i <= n - 100 THEN pg_temp.nth(users, i + 1) END, at,
  CASE WHEN i <= n - 100 THEN at + interval '1 minute' * (15 + i % 40) END
FROM one, (SELECT pg_temp.many(2, 500), pg_temp.many(50, 500)) m(n, trucks), generate_series(1, n) i,
  LATERAL (SELECT 1001 + i * 7919 % trucks) t(truck), LATERAL pg_temp.at(i, n) at;
INSERT INTO interchanges (organization_id, id, created_at, updated_at, truck_visit_id, type, completed, completed_at,
  container_id, seals, stay_id)
SELECT org, 1000 + row_number() OVER (ORDER BY v, k), came, came, 1000 + v,
  CASE WHEN (v + k) % 2 = 0 THEN 'interchange_in' ELSE 'interchange_out' END, v <= n - 100,
  CASE WHEN v <= n - 100 THEN came + interval '10 minutes' END, c.id, c.seals, c.id
FROM one, (SELECT pg_temp.many(2, 500)) m(n), generate_series(1, n) v, generate_series(0, v % 2) k,
  LATERAL pg_temp.at(v, n) came, cargo c
WHERE c.i = 1 + (v * 2 + k) % pg_temp.containers();
INSERT INTO container_movements (organization_id, container_id, movement_type, "from", "to", moved_at, truck_visit_id,
  user_id, stay_id)
SELECT i.organization_id, i.container_id, CASE i.type WHEN 'interchange_in' THEN 'gate_in' ELSE 'gate_out' END,
  'Gate: In 1', 'Yard Area: Stack 1', i.completed_at, i.truck_visit_id, v.gate_in_user_id, i.stay_id
FROM interchanges i JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
WHERE i.completed AND i.id > 1000;

-- A pre-advice for every 25th container, each of a container that was dropped off: without any, PostgreSQL would plan for
-- empty tables, and keep those plans while they fill.
INSERT INTO pre_advices (organization_id, id, created_at, updated_at, advice_number, truck_id, used_at)
SELECT org, 1000 + i, at, at, 'PB' || lpad(i::text, 8, '0'), pg_temp.some(i, 18, pg_temp.many(50, 500)), at
FROM one, (SELECT pg_temp.many(25, 500)) m(n), generate_series(1, n) i, LATERAL pg_temp.at(i, n) at;
INSERT INTO purposes (organization_id, id, created_at, updated_at, pre_advice_id, position, purpose_type, cargo_type,
  container_id, container_status, container_type_id, shipping_line_id)
SELECT a.organization_id, a.id, a.created_at, a.updated_at, a.id, 0, 'drop off', 'container', c.id, c.container_status,
  c.container_type_id, c.shipping_line_id
FROM pre_advices a JOIN containers c ON c.organization_id = a.organization_id AND c.id = a.id WHERE a.id > 1000;

-- An invoice for every fifth container: of a voyage, of a truck visit, or a proforma of a bill.
INSERT INTO invoices (organization_id, id, created_at, updated_at, number, general_ledger_id, currency, is_proforma, paid,
  approved, approved_at, approved_by_id, invoiced_at, created_during, creation_method, subtotal, total,
  shipping_line_id, consignee_id, voyage_id, truck_visit_id, bill_of_lading_id, customer_kept)
SELECT org, 1000 + i, at, at, 'IN-' || lpad(i::text, 8, '0'), 'GL-' || 10000 + i % 200, 'EUR', i % 10 = 9, i % 10 < 5,
  i % 10 < 7, CASE WHEN i % 10 < 7 THEN at END, CASE WHEN i % 10 < 7 THEN pg_temp.nth(users, i) END, at,
  CASE WHEN i % 2 = 0 THEN 'voyage' ELSE 'gate' END, CASE WHEN i % 4 = 0 THEN 'manual' ELSE 'auto' END,
  sums.total, sums.total, c.line_id, c.consignee_id, CASE WHEN i % 2 = 0 AND i % 10 <> 9 THEN pg_temp.some(i, 15, voyages) END,
  CASE WHEN i % 2 = 1 AND i % 10 <> 9 THEN pg_temp.some(i, 16, pg_temp.many(2, 500)) END,
  CASE WHEN i % 10 = 9 THEN pg_temp.some(i, 17, pg_temp.many(4, 400) - 1) END,
  CASE WHEN i % 10 < 7 THEN jsonb_build_object('name', coalesce(l.name, g.name), 'address', coalesce(l.address, g.address)) END
FROM one, (SELECT pg_temp.many(5, 200), pg_temp.many(100, 200)) m(n, voyages), generate_series(1, n) i,
  LATERAL pg_temp.at(i, n) at,
  LATERAL (SELECT sum(45.5 * (1 + (i + k) % 4)) AS total FROM generate_series(0, 1 + i % 4) k) sums,
  LATERAL (SELECT CASE WHEN i % 3 > 0 THEN pg_temp.skewed(i, 14, 200) END AS line_id,
    CASE WHEN i % 3 = 0 THEN pg_temp.skewed(i, 14, voyages) END AS consignee_id) c
  LEFT JOIN shipping_lines l ON l.id = c.line_id LEFT JOIN consignees g ON g.id = c.consignee_id;
INSERT INTO invoice_lines (organization_id, id, invoice_id, description, quantity, currency, amount, total, billed_by,
  billed_per, item, tariff_name, tariff_general_ledger_id, tariff_id, container_id)
SELECT org, 1000 + row_number() OVER (ORDER BY i, k), 1000 + i,
  (ARRAY['Storage of full containers', 'Discharge of full containers', 'Gate move', 'Reefer monitoring'])[1 + (i + k) % 4],
  1 + (i + k) % 4, 'EUR', 45.5, 45.5 * (1 + (i + k) % 4), 'move', 'container', 'IT' || (i + k) % 4, 'Tariff 2026',
  'GL-80010', 'T' || (i + k) % 4, CASE WHEN k > 0 THEN 1001 + (i * 5 + k) % pg_temp.containers() END
FROM one, generate_series(1, pg_temp.many(5, 200)) i, generate_series(0, 1 + i % 4) k;
INSERT INTO billed_containers (organization_id, invoice_id, container_id)
SELECT i.organization_id, i.id, s.container_id FROM invoices i
JOIN container_bills b ON b.organization_id = i.organization_id AND b.bill_of_lading_id = i.bill_of_lading_id
JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id
WHERE i.is_proforma AND i.id > 1000;

DO $$ DECLARE definition text; name regclass; BEGIN
  FOR definition IN SELECT p.definition FROM put_off p LOOP EXECUTE definition; END LOOP;
  FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'id' AND attidentity <> '') LOOP
    EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, ''id''), greatest((SELECT max(id) FROM %s), 10000))', name, name);
  END LOOP;
END $$;
