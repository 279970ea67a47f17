-- Adds to data.sql, yard.sql and parties.sql, in their session, what the cranes and trucks of the simulated days move: containers
-- that trucks collect, that cranes load, and that cranes discharge, `bench.collected`, `bench.loaded` and `bench.discharged` of them.
SET LOCAL session_replication_role = replica;
SET LOCAL synchronous_commit = off;

CREATE TEMP TABLE one ON COMMIT DROP AS
SELECT o.id AS org, g.terminal_id AS terminal, date_trunc('milliseconds', now() - interval '2 days') AS at
FROM organizations o JOIN gates g ON g.organization_id = o.id AND g.name = 'In 1' ORDER BY o.id LIMIT 1;

INSERT INTO voyages (organization_id, number, vessel_id, status, destination_terminal_id)
SELECT org, n, v.id, 'unknown', terminal FROM one, unnest(ARRAY['DAY-IN', 'DAY-OUT']) n, vessels v WHERE v.name = 'Bench';
INSERT INTO manifests (organization_id, client_identifier, voyage_id, shipping_line_id)
SELECT org, v.number, v.id, 1001 FROM one, voyages v WHERE v.number = 'DAY-IN';
INSERT INTO bill_of_ladings (organization_id, manifest_id, number, consignee_id)
SELECT org, m.id, 'DAY-' || n, 1001 + n % 200 FROM one, manifests m, generate_series(0, 999) n WHERE m.client_identifier = 'DAY-IN';
INSERT INTO tallies (organization_id, voyage_id, tally_type)
SELECT org, v.id, CASE v.number WHEN 'DAY-OUT' THEN 'loading' ELSE 'discharge' END FROM one, voyages v WHERE v.number LIKE 'DAY-%';
INSERT INTO load_lists (organization_id, name, voyage_id) SELECT org, 'Day', v.id FROM one, voyages v WHERE v.number = 'DAY-OUT';

-- What is here came in the last days: half of it within four, a twentieth more than 18 days ago.
UPDATE container_stays SET in_at = date_trunc('milliseconds', now() + interval '6 days' * ln(1 - pg_temp.chance(id, 30)))
WHERE status = 'here' AND id > 1000;

CREATE TEMP TABLE boxes ON COMMIT DROP AS
SELECT nextval('containers_id_seq') AS id, nextval('container_stays_id_seq') AS stay, b.* FROM (
  SELECT 'C' AS what, n, 'import' AS usage, true AS is_here FROM generate_series(1, current_setting('bench.collected')::integer) n
  UNION ALL
  SELECT 'L', n, 'export', true FROM generate_series(1, current_setting('bench.loaded')::integer) n
  UNION ALL
  SELECT 'D', n, 'import', false FROM generate_series(1, current_setting('bench.discharged')::integer) n) b;

INSERT INTO containers (organization_id, id, number, container_type_id, container_status, usage, shipping_line_id, consignee_id,
  weight, current_location_type, current_location_id, stay_id)
SELECT org, b.id, format('BN%sU%s', b.what, 1000000 + b.n), y.id, 'full', b.usage, 1001 + b.n % 200,
  CASE b.usage WHEN 'import' THEN 1001 + b.n % 200 END, 2200 + b.n % 20000, CASE WHEN b.is_here THEN 'Terminal' END,
  CASE WHEN b.is_here THEN terminal END, b.stay
FROM one, boxes b JOIN container_types y ON y.code = 'BENCH0';
INSERT INTO container_stays (organization_id, id, container_id, number, status, in_at, arrival_status, container_status, usage,
  shipping_line_id, consignee_id, weight)
SELECT org, c.stay_id, c.id, 1, CASE WHEN b.is_here THEN 'here' ELSE 'announced' END, CASE WHEN b.is_here THEN at END,
  CASE WHEN b.is_here THEN 'full' END, 'full', c.usage, c.shipping_line_id, c.consignee_id, c.weight
FROM one, boxes b JOIN containers c ON c.id = b.id;
INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id)
SELECT org, b.stay, l.id FROM one, boxes b JOIN bill_of_ladings l ON l.number = 'DAY-' || b.n % 1000 WHERE b.usage = 'import';
INSERT INTO load_list_items (organization_id, load_list_id, load_list_item_type, container_id, stay_id)
SELECT org, l.id, 'full', b.id, b.stay FROM one, boxes b, load_lists l WHERE l.name = 'Day' AND b.what = 'L';
