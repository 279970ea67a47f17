-- Adds to the organization of data.sql, as the owner of the database: a terminal with 10,000 containers in ten areas, a
-- terminal with one area of 10,000, and voyages whose cranes work there.
SET LOCAL session_replication_role = replica;
SET LOCAL synchronous_commit = off;

CREATE TEMP TABLE one ON COMMIT DROP AS
SELECT id AS org, date_trunc('milliseconds', now() - interval '2 days') AS at FROM organizations ORDER BY id LIMIT 1;

INSERT INTO terminals (organization_id, name) SELECT org, unnest(ARRAY['Bench yard', 'Bench block', 'Bench quay']) FROM one;
INSERT INTO container_types (organization_id, code, size, is_reefer)
SELECT org, 'BENCH' || n, 20, n = 1 FROM one, generate_series(0, 1) n;
INSERT INTO yard_areas (organization_id, name, terminal_id)
SELECT org, 'Bench ' || n, t.id FROM one, generate_series(0, 10) n
JOIN terminals t ON t.name = CASE n WHEN 0 THEN 'Bench block' ELSE 'Bench yard' END;
INSERT INTO yard_slots (organization_id, name, yard_area_id, bay, row, tiers, teu, reefer_plug)
SELECT org, format('%s %s-%s', a.name, n / 10, n % 10), a.id, (n / 10)::text, (n % 10)::text, 5, 1, n / 2 % 5 = 0
FROM one, yard_areas a, LATERAL generate_series(0, CASE a.name WHEN 'Bench 0' THEN 2499 ELSE 249 END) n
WHERE a.name LIKE 'Bench %';

INSERT INTO vessels (organization_id, name) SELECT org, 'Bench' FROM one;
INSERT INTO voyages (organization_id, number, vessel_id, status, destination_terminal_id)
SELECT org, n, v.id, 'unknown', t.id FROM one, unnest(ARRAY['BENCH-HERE', 'BENCH-DONE', 'BENCH-IN', 'BENCH-OUT']) n, vessels v, terminals t
WHERE v.name = 'Bench' AND t.name = 'Bench quay';
INSERT INTO manifests (organization_id, client_identifier, voyage_id, shipping_line_id)
SELECT org, v.number, v.id, 1001 FROM one, voyages v WHERE v.number LIKE 'BENCH-%' AND v.number <> 'BENCH-OUT';
INSERT INTO bill_of_ladings (organization_id, manifest_id, number)
SELECT org, m.id, m.client_identifier || '-' || n FROM one, manifests m, generate_series(0, 999) n
WHERE m.client_identifier LIKE 'BENCH-%';

-- 10,000 in the ten areas and 10,000 in the one, in four tiers; 1,000 of a voyage that is half done, and 4,000 to come.
CREATE TEMP TABLE boxes ON COMMIT DROP AS
SELECT nextval('containers_id_seq') AS id, nextval('container_stays_id_seq') AS stay, b.* FROM (
  SELECT row_number() OVER (ORDER BY s.id, tier) AS n, 'HERE' AS voyage, 'YardSlot' AS place, s.id AS place_id, tier, s.reefer_plug AS is_reefer
  FROM yard_slots s, generate_series(1, 4) tier WHERE s.name LIKE 'Bench %'
  UNION ALL
  SELECT 50000 + n, 'DONE', CASE WHEN n <= 500 THEN 'Terminal' END, CASE WHEN n <= 500 THEN t.id END, NULL, false
  FROM generate_series(1, 1000) n, terminals t WHERE t.name = 'Bench quay'
  UNION ALL
  SELECT 60000 + n, 'IN', NULL, NULL, NULL, false FROM generate_series(1, 4000) n) b;

INSERT INTO containers (organization_id, id, number, container_type_id, container_status, usage, shipping_line_id, weight,
  operating_reefer, current_location_type, current_location_id, tier, stay_id)
SELECT org, b.id, 'BNYU' || 1000000 + b.n, y.id, CASE WHEN b.n % 5 > 0 THEN 'full' ELSE 'empty' END,
  CASE WHEN b.n % 3 > 0 THEN 'import' ELSE 'export' END, 1001 + b.n % 20, 2200 + b.n, b.is_reefer, b.place, b.place_id, b.tier, b.stay
FROM one, boxes b JOIN container_types y ON y.code = 'BENCH' || b.is_reefer::integer;
INSERT INTO container_stays (organization_id, id, container_id, number, status, in_at, arrival_status, container_status,
  usage, shipping_line_id, weight)
SELECT org, c.stay_id, c.id, 1, CASE WHEN b.place IS NULL THEN 'announced' ELSE 'here' END, CASE WHEN b.place IS NOT NULL THEN at END,
  CASE WHEN b.place IS NOT NULL THEN c.container_status END, c.container_status, c.usage, c.shipping_line_id, c.weight
FROM one, boxes b JOIN containers c ON c.id = b.id;
INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id)
SELECT org, b.stay, l.id FROM one, boxes b JOIN bill_of_ladings l ON l.number = format('BENCH-%s-%s', b.voyage, b.n % 1000);
INSERT INTO container_movements (organization_id, container_id, stay_id, movement_type, "from", "to", to_location_type, to_location_id, to_tier, moved_at)
SELECT org, b.id, b.stay, 'discharge', 'Voyage: BENCH', 'Terminal', b.place, b.place_id, b.tier, at FROM one, boxes b WHERE b.place IS NOT NULL;
INSERT INTO container_holds (organization_id, hold_type_id, applied_at, container_id, stay_id)
SELECT org, (SELECT min(id) FROM hold_types h WHERE h.organization_id = org AND applies_to = 'container'), at, b.id, b.stay
FROM one, boxes b WHERE b.n % 20 = 0 AND b.place IS NOT NULL;

INSERT INTO tallies (organization_id, voyage_id, tally_type)
SELECT org, v.id, CASE v.number WHEN 'BENCH-OUT' THEN 'loading' ELSE 'discharge' END FROM one, voyages v WHERE v.number LIKE 'BENCH-%' AND v.number <> 'BENCH-HERE';
INSERT INTO tally_moves (organization_id, reference, voyage_id, tally_type, crane, kind, container_id, stay_id, lifted_at)
SELECT org, 'BENCH' || b.n, v.id, 'discharge', 'Crane ' || b.n % 4, 'tally', b.id, b.stay, now() - interval '1 minute' * (b.n % 500)
FROM one, boxes b, voyages v WHERE v.number = 'BENCH-DONE' AND b.voyage = 'DONE' AND b.place IS NOT NULL;
SELECT make_tally_items(t.organization_id, t.id) FROM tallies t JOIN voyages v ON v.id = t.voyage_id WHERE v.number = 'BENCH-DONE';

-- The lowest of each stack of the one area is to be loaded, out of under three others, and then the next.
INSERT INTO load_lists (organization_id, name, voyage_id) SELECT org, 'Bench', v.id FROM one, voyages v WHERE v.number = 'BENCH-OUT';
INSERT INTO load_list_items (organization_id, load_list_id, load_list_item_type, container_id, stay_id)
SELECT org, l.id, CASE WHEN b.n % 5 > 0 THEN 'full' ELSE 'empty' END, b.id, b.stay
FROM one, boxes b JOIN yard_slots s ON s.id = b.place_id AND s.name LIKE 'Bench 0 %', load_lists l
WHERE l.name = 'Bench' AND b.place = 'YardSlot' AND b.tier = 1 ORDER BY b.n LIMIT 2000;
