-- What parties read beside what data.sql makes, in its session, which has the functions: for a million containers two packing
-- list items on each of 250,000 bills, some 600,000 charges, and 500,000 nominations.
SET LOCAL session_replication_role = replica;
SET LOCAL synchronous_commit = off;
SET LOCAL work_mem = '128MB';

INSERT INTO parties (organization_id, trucking_company_id) SELECT organization_id, id FROM trucking_companies r
WHERE NOT EXISTS (SELECT FROM parties p WHERE p.organization_id = r.organization_id AND p.trucking_company_id = r.id);
INSERT INTO parties (organization_id, consignee_id) SELECT organization_id, id FROM consignees r
WHERE NOT EXISTS (SELECT FROM parties p WHERE p.organization_id = r.organization_id AND p.consignee_id = r.id);
INSERT INTO parties (organization_id, shipping_line_id) SELECT organization_id, id FROM shipping_lines r
WHERE NOT EXISTS (SELECT FROM parties p WHERE p.organization_id = r.organization_id AND p.shipping_line_id = r.id);
-- an agent of the largest lines
UPDATE shipping_lines l SET agent_id = (SELECT min(id) FROM agents a WHERE a.organization_id = l.organization_id)
WHERE id BETWEEN 1001 AND 1006;

ANALYZE parties;

-- Every fifth item has a receiver of its own.
INSERT INTO packing_list_items (organization_id, created_at, updated_at, reference_number, bill_of_lading_id, container_id,
  stay_id, consignee_id, quantity, weight, description)
SELECT b.organization_id, b.created_at, b.updated_at, format('PL-%s-%s', b.id, k), b.id, c.stay_id, c.stay_id,
  CASE WHEN (b.id + k) % 5 = 0 THEN pg_temp.skewed(2 * b.id + k, 20, pg_temp.many(100, 200)) END, 1 + b.id % 200,
  100 + b.id % 900, 'Packages of bill ' || b.id
FROM bill_of_ladings b
CROSS JOIN generate_series(0, 1) k
LEFT JOIN LATERAL (
  SELECT min(l.stay_id) AS stay_id FROM container_bills l
  WHERE l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id) c ON true
WHERE b.id > 1000;

INSERT INTO billing_customers (organization_id, customer_type, shipping_line_id)
SELECT organization_id, 'ShippingLine', id FROM shipping_lines ON CONFLICT DO NOTHING;
INSERT INTO billing_customers (organization_id, customer_type, consignee_id)
SELECT organization_id, 'Consignee', id FROM consignees ON CONFLICT DO NOTHING;
INSERT INTO charge_codes (organization_id, code, measure, unit_code)
SELECT min(id), 'BENCH', 'storage', 'DAY' FROM organizations;
INSERT INTO charge_subjects (organization_id, stay_id)
SELECT organization_id, id FROM container_stays WHERE id > 1000 ON CONFLICT DO NOTHING;
ANALYZE billing_customers, charge_subjects;
-- A charge on each line of an invoice that names a container, and an open one for each that is here.
INSERT INTO charges (organization_id, created_at, updated_at, subject_id, number, kind, charge_code_id, container_id, stay_id,
  first_unit, last_unit, occurred_on, quantity, billed_by, billed_per, amount, total, currency, customer_id, invoice_line_id)
SELECT s.organization_id, s.at, s.at, j.id, s.number, 'charge', o.id, s.stay_id, s.stay_id, s.number, s.number, s.at::date, 1,
  'day', 'once', 45.5, 45.5, 'EUR', coalesce(g.id, l.id), s.line_id
FROM (
  SELECT i.organization_id, i.created_at AS at, l.container_id AS stay_id, i.shipping_line_id, i.consignee_id, l.id AS line_id,
    row_number() OVER (PARTITION BY l.container_id ORDER BY l.id) AS number
  FROM invoice_lines l JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
  WHERE l.container_id IS NOT NULL AND i.id > 1000
  UNION ALL
  SELECT t.organization_id, t.updated_at, t.id, CASE WHEN t.consignee_id IS NULL THEN t.shipping_line_id END, t.consignee_id,
    NULL, 1000
  FROM container_stays t WHERE t.status = 'here' AND t.id > 1000
) s
JOIN charge_subjects j ON j.organization_id = s.organization_id AND j.stay_id = s.stay_id
JOIN charge_codes o ON o.organization_id = s.organization_id AND o.code = 'BENCH'
LEFT JOIN billing_customers g ON g.organization_id = s.organization_id AND g.consignee_id = s.consignee_id
LEFT JOIN billing_customers l ON l.organization_id = s.organization_id AND l.shipping_line_id = s.shipping_line_id;

-- For every third stay, every second bill and each booking, given by the owner to a haulier; one of twenty for an open stay is
-- passed on.
INSERT INTO nominations (organization_id, created_at, updated_at, number, stay_id, bill_of_lading_id, booking_id, from_party_id,
  to_party_id, status, revoked_at, revoke_reason, ended_at, is_told)
SELECT n.organization_id, n.at, n.at, 'NM' || 10000000 + row_number() OVER (ORDER BY n.at, n.stay_id, n.bill_id),
  n.stay_id, n.bill_id, n.booking_id, coalesce(g.id, l.id), h.id, n.status, CASE n.status WHEN 'revoked' THEN n.at END,
  CASE n.status WHEN 'revoked' THEN 'Sold' END, CASE WHEN n.status NOT IN ('active', 'passed_on') THEN n.at END, true
FROM (
  SELECT s.organization_id, s.updated_at AS at, s.id AS stay_id, NULL::bigint AS bill_id, NULL::bigint AS booking_id,
    s.consignee_id, CASE WHEN s.consignee_id IS NULL THEN s.shipping_line_id END AS line_id, s.id AS seed,
    CASE WHEN s.status = 'departed' THEN CASE WHEN s.id / 3 % 10 < 7 THEN 'used' ELSE 'ended' END
      WHEN s.id / 3 % 10 = 0 THEN 'revoked' WHEN s.id / 3 % 20 = 1 THEN 'passed_on' ELSE 'active' END AS status
  FROM container_stays s WHERE s.id > 1000 AND s.id % 3 = 0
  UNION ALL
  SELECT b.organization_id, b.updated_at, NULL, b.id, NULL, b.consignee_id, NULL, b.id + 10000000,
    CASE WHEN b.id > 0.8 * max(b.id) OVER () THEN 'active' ELSE 'expired' END
  FROM bill_of_ladings b WHERE b.id > 1000 AND b.id % 2 = 0
  UNION ALL
  SELECT k.organization_id, k.updated_at, NULL, NULL, k.id, NULL, k.shipping_line_id, k.id + 20000000, 'active'
  FROM bookings k WHERE k.id > 1000
) n
LEFT JOIN parties g ON g.organization_id = n.organization_id AND g.consignee_id = n.consignee_id
LEFT JOIN parties l ON l.organization_id = n.organization_id AND l.shipping_line_id = n.line_id
JOIN parties h ON h.organization_id = n.organization_id AND h.trucking_company_id = pg_temp.skewed(n.seed, 21, 500)
WHERE coalesce(g.id, l.id) IS NOT NULL;
ANALYZE nominations;
INSERT INTO nominations (organization_id, created_at, updated_at, number, stay_id, from_party_id, to_party_id, parent_id, depth,
  status, is_told)
SELECT n.organization_id, n.created_at, n.updated_at, 'NM' || 20000000 + n.id, n.stay_id, n.to_party_id, h.id, n.id, 2, 'active', true
FROM nominations n JOIN parties h ON h.organization_id = n.organization_id AND h.trucking_company_id = pg_temp.some(n.id, 22, 500)
WHERE n.status = 'passed_on' AND h.id NOT IN (n.from_party_id, n.to_party_id);
INSERT INTO nomination_parties (organization_id, party_id, nomination_id)
SELECT n.organization_id, p.id, n.id FROM nominations n
LEFT JOIN nominations a ON a.organization_id = n.organization_id AND a.id = n.parent_id
CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[n.from_party_id, n.to_party_id, a.from_party_id]) AS id) p
WHERE p.id IS NOT NULL ON CONFLICT DO NOTHING;
