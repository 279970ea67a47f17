import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bits of the ways in which a party has an interest in a stay. */
const WAY = { line: 1, agent: 2, consignee: 4, bill: 8, item: 16, visit: 32, announcement: 64 };
const ALL = 127;
/** The ways by which a party is an owner. */
const OF_OWNER = WAY.line | WAY.agent | WAY.consignee | WAY.bill;

/** A list as an argument would have PostgreSQL plan anew each time, which takes longer than the work. */
const PLANNED_ONCE = 'SET plan_cache_mode = force_generic_plan';
/** From the stays on, as the joins are written: a plan that was made while a table was empty would go on to scan it. */
const ALONG_INDEXES =
  'SET join_collapse_limit = 1 SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off';

const IS_OPEN = `IN ('announced', 'here')`;
/** SQL: whether an interchange was taken back, and not completed again since. */
const reversed = (row: string) => `(${row}.reversed_at IS NOT NULL AND NOT ${row}.completed)`;

const TABLES = `
  CREATE TABLE stay_parties (
    organization_id bigint NOT NULL,
    party_id bigint NOT NULL,
    stay_id bigint NOT NULL,
    container_id bigint NOT NULL,
    level text NOT NULL,
    ways integer NOT NULL,
    shown boolean NOT NULL DEFAULT false,
    CONSTRAINT ck_stay_parties_level CHECK (level IN ('owner', 'carrier')),
    CONSTRAINT ck_stay_parties_level_of_ways CHECK ((level = 'owner') = (ways & ${OF_OWNER} > 0) AND ways > 0),
    CONSTRAINT pk_stay_parties PRIMARY KEY (organization_id, party_id, stay_id),
    CONSTRAINT fk_stay_parties_party_id FOREIGN KEY (organization_id, party_id)
      REFERENCES parties (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_stay_parties_stay_id FOREIGN KEY (organization_id, stay_id)
      REFERENCES container_stays (organization_id, id) ON DELETE CASCADE);
  CREATE INDEX ix_stay_parties_shown ON stay_parties (organization_id, party_id, container_id) WHERE shown;
  CREATE INDEX ix_stay_parties_stay_id ON stay_parties (organization_id, stay_id);

  CREATE TABLE bill_parties (
    organization_id bigint NOT NULL,
    party_id bigint NOT NULL,
    bill_of_lading_id bigint NOT NULL,
    level text NOT NULL,
    ways integer NOT NULL,
    CONSTRAINT ck_bill_parties_level CHECK (level IN ('owner', 'carrier')),
    CONSTRAINT ck_bill_parties_level_of_ways CHECK ((level = 'owner') = (ways & ${OF_OWNER} > 0) AND ways > 0),
    CONSTRAINT pk_bill_parties PRIMARY KEY (organization_id, party_id, bill_of_lading_id),
    CONSTRAINT fk_bill_parties_party_id FOREIGN KEY (organization_id, party_id)
      REFERENCES parties (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_bill_parties_bill_of_lading_id FOREIGN KEY (organization_id, bill_of_lading_id)
      REFERENCES bill_of_ladings (organization_id, id) ON DELETE CASCADE);
  CREATE INDEX ix_bill_parties_bill_of_lading_id ON bill_parties (organization_id, bill_of_lading_id);

  ALTER TABLE purposes ADD grants_interest boolean NOT NULL DEFAULT false;
`;

/** When each way holds: the parties of some stays. Nothing else says it. */
const WAYS = `
  -- its shipping line, and each line above that one, also where lines are above each other in a circle
  CREATE FUNCTION stays_of_lines(organization bigint, stays bigint[]) RETURNS TABLE (party_id bigint, stay_id bigint)
  LANGUAGE sql STABLE AS $$
    WITH RECURSIVE above(line_id, above_id) AS (
      SELECT s.shipping_line_id, s.shipping_line_id FROM container_stays s
      WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.shipping_line_id IS NOT NULL
      UNION
      SELECT a.line_id, l.parent_id FROM above a
      JOIN shipping_lines l ON l.organization_id = organization AND l.id = a.above_id
      WHERE l.parent_id IS NOT NULL)
    SELECT p.id, s.id FROM container_stays s
    JOIN above a ON a.line_id = s.shipping_line_id
    JOIN parties p ON p.organization_id = s.organization_id AND p.shipping_line_id = a.above_id
    WHERE s.organization_id = organization AND s.id = ANY (stays)
  $$;

  -- the agent of its shipping line
  CREATE FUNCTION stays_of_agents(organization bigint, stays bigint[]) RETURNS TABLE (party_id bigint, stay_id bigint)
  LANGUAGE sql STABLE AS $$
    SELECT p.id, s.id FROM container_stays s
    JOIN shipping_lines l ON l.organization_id = s.organization_id AND l.id = s.shipping_line_id
    JOIN parties p ON p.organization_id = l.organization_id AND p.agent_id = l.agent_id
    WHERE s.organization_id = organization AND s.id = ANY (stays)
  $$;

  CREATE FUNCTION stays_of_consignees(organization bigint, stays bigint[]) RETURNS TABLE (party_id bigint, stay_id bigint)
  LANGUAGE sql STABLE AS $$
    SELECT p.id, s.id FROM container_stays s
    JOIN parties p ON p.organization_id = s.organization_id AND p.consignee_id = s.consignee_id
    WHERE s.organization_id = organization AND s.id = ANY (stays)
  $$;

  -- the consignees of its bills
  CREATE FUNCTION stays_of_bills(organization bigint, stays bigint[]) RETURNS TABLE (party_id bigint, stay_id bigint)
  LANGUAGE sql STABLE AS $$
    SELECT p.id, l.stay_id FROM container_bills l
    JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
    JOIN parties p ON p.organization_id = b.organization_id AND p.consignee_id = b.consignee_id
    WHERE l.organization_id = organization AND l.stay_id = ANY (stays)
  $$;

  -- the consignees of the packing list items in it
  CREATE FUNCTION stays_of_items(organization bigint, stays bigint[]) RETURNS TABLE (party_id bigint, stay_id bigint)
  LANGUAGE sql STABLE AS $$
    SELECT p.id, i.stay_id FROM packing_list_items i
    JOIN parties p ON p.organization_id = i.organization_id AND p.consignee_id = i.consignee_id
    WHERE i.organization_id = organization AND i.stay_id = ANY (stays)
  $$;

  -- the companies of visits that were not cancelled, by interchanges that were not taken back
  CREATE FUNCTION stays_of_visits(organization bigint, stays bigint[]) RETURNS TABLE (party_id bigint, stay_id bigint)
  LANGUAGE sql STABLE AS $$
    SELECT p.id, i.stay_id FROM interchanges i
    JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id AND v.cancelled_at IS NULL
    JOIN parties p ON p.organization_id = v.organization_id AND p.trucking_company_id = v.trucking_company_id
    WHERE i.organization_id = organization AND i.stay_id = ANY (stays) AND NOT ${reversed('i')}
  $$;

  -- the companies of open announcements that name its container: their own, else that of the truck, else of the driver
  CREATE FUNCTION stays_of_announcements(organization bigint, stays bigint[]) RETURNS TABLE (party_id bigint, stay_id bigint)
  LANGUAGE sql STABLE AS $$
    SELECT p.id, n.stay_id FROM (
      SELECT s.id AS stay_id, a.trucking_company_id, a.truck_id, a.truck_driver_id FROM container_stays s
      JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
      JOIN pre_advices a ON a.organization_id = u.organization_id AND a.id = u.pre_advice_id
      WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.status ${IS_OPEN}
        AND u.grants_interest AND a.used_at IS NULL
      UNION ALL
      SELECT s.id, a.trucking_company_id, a.truck_id, a.truck_driver_id FROM container_stays s
      JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
      JOIN appointments a ON a.organization_id = u.organization_id AND a.id = u.appointment_id
      WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.status ${IS_OPEN}
        AND u.grants_interest AND a.used_at IS NULL AND a.cancelled_at IS NULL
    ) n
    LEFT JOIN trucks t ON t.organization_id = organization AND t.id = n.truck_id
    LEFT JOIN truck_drivers d ON d.organization_id = organization AND d.id = n.truck_driver_id
    JOIN parties p ON p.organization_id = organization
      AND p.trucking_company_id = coalesce(n.trucking_company_id, t.trucking_company_id, d.trucking_company_id)
  $$;

  -- Who has an interest in some stays, as their records are now. Only those ways count whose bits 'of' has.
  CREATE FUNCTION interests_in_stays(organization bigint, stays bigint[], of integer)
  RETURNS TABLE (party_id bigint, stay_id bigint, way integer) LANGUAGE plpgsql STABLE ${PLANNED_ONCE} ${ALONG_INDEXES} AS $$
  BEGIN
    ${Object.entries({
      lines: WAY.line,
      agents: WAY.agent,
      consignees: WAY.consignee,
      bills: WAY.bill,
      items: WAY.item,
      visits: WAY.visit,
      announcements: WAY.announcement,
    })
      .map(
        ([name, bit]) => `
    IF of & ${bit} > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, ${bit} FROM stays_of_${name}(organization, stays) w;
    END IF;`,
      )
      .join('')}
  END $$;

  -- Who has an interest in some bills: the consignee; the line of the manifest, the lines above it, and its agent.
  CREATE FUNCTION interests_in_bills(organization bigint, bills bigint[])
  RETURNS TABLE (party_id bigint, bill_of_lading_id bigint, way integer) LANGUAGE sql STABLE AS $$
    WITH RECURSIVE of_line AS (
      SELECT b.organization_id, b.id, m.shipping_line_id FROM bill_of_ladings b
      JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
      WHERE b.organization_id = organization AND b.id = ANY (bills)
    ), above(line_id, above_id) AS (
      SELECT o.shipping_line_id, o.shipping_line_id FROM of_line o
      UNION
      SELECT a.line_id, l.parent_id FROM above a
      JOIN shipping_lines l ON l.organization_id = organization AND l.id = a.above_id
      WHERE l.parent_id IS NOT NULL)
    SELECT p.id, o.id, ${WAY.line} FROM of_line o
    JOIN above a ON a.line_id = o.shipping_line_id
    JOIN parties p ON p.organization_id = o.organization_id AND p.shipping_line_id = a.above_id
    UNION ALL
    SELECT p.id, o.id, ${WAY.agent} FROM of_line o
    JOIN shipping_lines l ON l.organization_id = o.organization_id AND l.id = o.shipping_line_id
    JOIN parties p ON p.organization_id = l.organization_id AND p.agent_id = l.agent_id
    UNION ALL
    SELECT p.id, b.id, ${WAY.consignee} FROM bill_of_ladings b
    JOIN parties p ON p.organization_id = b.organization_id AND p.consignee_id = b.consignee_id
    WHERE b.organization_id = organization AND b.id = ANY (bills)
  $$;
`;

const level = (ways: string) => `CASE WHEN ${ways} & ${OF_OWNER} > 0 THEN 'owner' ELSE 'carrier' END`;

/** Writing interests. Whoever writes those of a stay has locked its container, and of a bill the bill, by id. */
const KEEPING = `
  -- Makes the rows of some stays say who has an interest in them by the ways 'of'. Other ways stay as they are.
  CREATE FUNCTION write_stay_parties(organization bigint, stays bigint[], of integer) RETURNS void LANGUAGE plpgsql ${PLANNED_ONCE} AS $$
  BEGIN
    WITH found AS MATERIALIZED (
      SELECT i.party_id, i.stay_id, bit_or(i.way) AS ways FROM interests_in_stays(organization, stays, of) i
      GROUP BY i.party_id, i.stay_id
    ), gone AS (
      DELETE FROM stay_parties p
      WHERE p.organization_id = organization AND p.stay_id = ANY (stays) AND p.ways & ~of = 0
        AND NOT EXISTS (SELECT FROM found f WHERE f.party_id = p.party_id AND f.stay_id = p.stay_id)
    ), less AS (
      UPDATE stay_parties p SET ways = p.ways & ~of, level = ${level('p.ways & ~of')}
      WHERE p.organization_id = organization AND p.stay_id = ANY (stays) AND p.ways & of > 0 AND p.ways & ~of > 0
        AND NOT EXISTS (SELECT FROM found f WHERE f.party_id = p.party_id AND f.stay_id = p.stay_id)
    )
    INSERT INTO stay_parties AS p (organization_id, party_id, stay_id, container_id, level, ways, shown)
    SELECT s.organization_id, f.party_id, s.id, s.container_id, ${level('f.ways')}, f.ways,
      c.stay_id IS NOT DISTINCT FROM s.id
    FROM found f
    JOIN container_stays s ON s.organization_id = organization AND s.id = f.stay_id
    JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    ORDER BY s.id, f.party_id
    ON CONFLICT (organization_id, party_id, stay_id) DO UPDATE
      SET ways = p.ways & ~of | excluded.ways, level = ${level('(p.ways & ~of | excluded.ways)')}
      WHERE p.ways & of <> excluded.ways;
  END $$;

  -- Does so after locking the containers. Of a stay that has ended nothing changes, unless 'ended' is set.
  CREATE FUNCTION keep_stay_parties(organization bigint, stays bigint[], of integer, ended boolean)
  RETURNS void LANGUAGE plpgsql ${PLANNED_ONCE} AS $$
  BEGIN
    PERFORM FROM containers c WHERE c.organization_id = organization AND c.id IN (
      SELECT s.container_id FROM container_stays s WHERE s.organization_id = organization AND s.id = ANY (stays))
    ORDER BY c.id FOR NO KEY UPDATE;
    IF NOT ended THEN
      stays := ARRAY(SELECT s.id FROM container_stays s
        WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.status ${IS_OPEN});
    END IF;
    IF cardinality(stays) > 0 THEN PERFORM write_stay_parties(organization, stays, of); END IF;
  END $$;

  CREATE FUNCTION keep_bill_parties(organization bigint, bills bigint[]) RETURNS void LANGUAGE plpgsql ${PLANNED_ONCE} AS $$
  BEGIN
    PERFORM FROM bill_of_ladings b WHERE b.organization_id = organization AND b.id = ANY (bills)
    ORDER BY b.id FOR NO KEY UPDATE;
    WITH found AS MATERIALIZED (
      SELECT i.party_id, i.bill_of_lading_id, bit_or(i.way) AS ways FROM interests_in_bills(organization, bills) i
      GROUP BY i.party_id, i.bill_of_lading_id
    ), gone AS (
      DELETE FROM bill_parties p WHERE p.organization_id = organization AND p.bill_of_lading_id = ANY (bills)
        AND NOT EXISTS (
          SELECT FROM found f WHERE f.party_id = p.party_id AND f.bill_of_lading_id = p.bill_of_lading_id)
    )
    INSERT INTO bill_parties AS p (organization_id, party_id, bill_of_lading_id, level, ways)
    SELECT organization, f.party_id, f.bill_of_lading_id, ${level('f.ways')}, f.ways FROM found f
    ORDER BY f.bill_of_lading_id, f.party_id
    ON CONFLICT (organization_id, party_id, bill_of_lading_id) DO UPDATE
      SET ways = excluded.ways, level = excluded.level WHERE p.ways <> excluded.ways;
  END $$;
`;

/** Comparing and repairing: by the same functions. Of a stay that has ended only these ways are still known. */
const KNOWN = WAY.visit | WAY.announcement;

const CHECKING = `
  -- Where the rows of some stays differ from their records: the ways that are kept, and those that hold.
  CREATE FUNCTION differing_stay_parties(organization bigint, stays bigint[])
  RETURNS TABLE (party_id bigint, stay_id bigint, kept integer, holds integer) LANGUAGE sql STABLE AS $$
    WITH s AS MATERIALIZED (
      SELECT s.id, s.container_id, c.stay_id IS NOT DISTINCT FROM s.id AS shown,
        CASE WHEN s.status ${IS_OPEN} THEN ${ALL} ELSE ${KNOWN} END AS ways
      FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      WHERE s.organization_id = organization AND s.id = ANY (stays)
    ), holding AS (
      SELECT i.party_id, i.stay_id, bit_or(i.way) AS ways FROM (
        SELECT * FROM interests_in_stays(organization, ARRAY(SELECT s.id FROM s WHERE s.ways = ${ALL}), ${ALL})
        UNION ALL
        SELECT * FROM interests_in_stays(organization, ARRAY(SELECT s.id FROM s WHERE s.ways = ${KNOWN}), ${KNOWN})
      ) i GROUP BY i.party_id, i.stay_id
    ), keeping AS (
      SELECT p.party_id, p.stay_id, p.ways & s.ways AS ways,
        p.shown <> s.shown OR p.container_id <> s.container_id AS elsewhere
      FROM s JOIN stay_parties p ON p.organization_id = organization AND p.stay_id = s.id
    )
    SELECT coalesce(k.party_id, h.party_id), coalesce(k.stay_id, h.stay_id), coalesce(k.ways, 0), coalesce(h.ways, 0)
    FROM keeping k FULL JOIN holding h ON h.party_id = k.party_id AND h.stay_id = k.stay_id
    WHERE k.elsewhere OR coalesce(k.ways, 0) <> coalesce(h.ways, 0)
  $$;

  CREATE FUNCTION differing_bill_parties(organization bigint, bills bigint[])
  RETURNS TABLE (party_id bigint, bill_of_lading_id bigint, kept integer, holds integer) LANGUAGE sql STABLE AS $$
    SELECT coalesce(k.party_id, h.party_id), coalesce(k.bill_of_lading_id, h.bill_of_lading_id), coalesce(k.ways, 0),
      coalesce(h.ways, 0)
    FROM (
      SELECT p.party_id, p.bill_of_lading_id, p.ways FROM bill_parties p
      WHERE p.organization_id = organization AND p.bill_of_lading_id = ANY (bills)
    ) k FULL JOIN (
      SELECT i.party_id, i.bill_of_lading_id, bit_or(i.way) AS ways FROM interests_in_bills(organization, bills) i
      GROUP BY i.party_id, i.bill_of_lading_id
    ) h ON h.party_id = k.party_id AND h.bill_of_lading_id = k.bill_of_lading_id
    WHERE coalesce(k.ways, 0) <> coalesce(h.ways, 0)
  $$;

  CREATE FUNCTION repair_stay_parties(organization bigint, stays bigint[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_stay_parties(organization, stays, ${ALL}, false);
    PERFORM keep_stay_parties(organization, stays, ${KNOWN}, true);
    UPDATE stay_parties p SET container_id = s.container_id, shown = c.stay_id IS NOT DISTINCT FROM s.id
    FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    WHERE p.organization_id = organization AND p.stay_id = ANY (stays)
      AND s.organization_id = p.organization_id AND s.id = p.stay_id
      AND (p.container_id <> s.container_id OR p.shown <> (c.stay_id IS NOT DISTINCT FROM s.id));
  END $$;
`;

/** What a trigger does for rows that are written by one statement: in the table 'changed', by organization. */
const forEach = (ids: string, where: string, work: string) => `
  DECLARE
    organization bigint;
    ids bigint[];
  BEGIN
    FOR organization, ids IN SELECT r.organization_id, array_agg(DISTINCT ${ids}) FROM changed r
      WHERE ${where} GROUP BY r.organization_id
    LOOP
      ${work}
    END LOOP;
    RETURN NULL;
  END`;

const TRIGGER_FUNCTIONS = `
  -- Rows of container_bills, packing_list_items or interchanges came or went: their way (its bit, and whether it is kept
  -- for stays that have ended).
  CREATE FUNCTION keep_parties_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  ${forEach(
    'r.stay_id',
    'r.stay_id IS NOT NULL',
    'PERFORM keep_stay_parties(organization, ids, TG_ARGV[0]::integer, TG_ARGV[1]::boolean);',
  )} $$;

  -- one changed
  CREATE FUNCTION keep_parties_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_stay_parties(NEW.organization_id, ARRAY[OLD.stay_id, NEW.stay_id], TG_ARGV[0]::integer, TG_ARGV[1]::boolean);
    RETURN NULL;
  END $$;

  -- What refers to a new stay comes after it.
  CREATE FUNCTION keep_parties_of_new_stays() RETURNS trigger LANGUAGE plpgsql AS $$
  ${forEach(
    'r.id',
    'true',
    `PERFORM write_stay_parties(organization, ids, ${WAY.line | WAY.agent | WAY.consignee | WAY.announcement});`,
  )} $$;

  -- A stay that goes on has its parties calculated anew; one that ends keeps them, but for announcements, which speak of
  -- open ones. Who corrects what a stay says that has ended changes those of it.
  CREATE FUNCTION keep_parties_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    of integer := 0;
  BEGIN
    IF OLD.container_id <> NEW.container_id THEN
      UPDATE stay_parties p SET container_id = NEW.container_id, shown = EXISTS (
        SELECT FROM containers c WHERE c.organization_id = NEW.organization_id AND c.id = NEW.container_id
          AND c.stay_id = NEW.id)
      WHERE p.organization_id = NEW.organization_id AND p.stay_id = NEW.id;
      IF NEW.status ${IS_OPEN} THEN of := ${WAY.announcement}; END IF;
    END IF;
    IF NEW.status ${IS_OPEN} THEN
      IF OLD.status NOT ${IS_OPEN} THEN of := ${ALL}; END IF;
    ELSIF OLD.status ${IS_OPEN} AND EXISTS (SELECT FROM stay_parties p
      WHERE p.organization_id = NEW.organization_id AND p.stay_id = NEW.id AND p.ways & ${WAY.announcement} > 0)
    THEN of := ${WAY.announcement};
    END IF;
    IF OLD.shipping_line_id IS DISTINCT FROM NEW.shipping_line_id THEN of := of | ${WAY.line | WAY.agent}; END IF;
    IF OLD.consignee_id IS DISTINCT FROM NEW.consignee_id THEN of := of | ${WAY.consignee}; END IF;
    IF of > 0 THEN PERFORM keep_stay_parties(NEW.organization_id, ARRAY[NEW.id], of, true); END IF;
    RETURN NULL;
  END $$;

  CREATE FUNCTION keep_shown_stay() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE stay_parties p SET shown = NOT p.shown
    WHERE p.organization_id = NEW.organization_id AND p.stay_id IN (OLD.stay_id, NEW.stay_id)
      AND p.shown <> (p.stay_id IS NOT DISTINCT FROM NEW.stay_id);
    RETURN NULL;
  END $$;

  CREATE FUNCTION keep_parties_of_new_bills() RETURNS trigger LANGUAGE plpgsql AS $$
  ${forEach('r.id', 'true', 'PERFORM keep_bill_parties(organization, ids);')} $$;

  CREATE FUNCTION keep_parties_of_bill() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_bill_parties(NEW.organization_id, ARRAY[NEW.id]);
    IF OLD.consignee_id IS DISTINCT FROM NEW.consignee_id THEN
      PERFORM keep_stay_parties(NEW.organization_id, ARRAY(
        SELECT l.stay_id FROM container_bills l
        WHERE l.organization_id = NEW.organization_id AND l.bill_of_lading_id = NEW.id), ${WAY.bill}, false);
    END IF;
    RETURN NULL;
  END $$;

  CREATE FUNCTION keep_parties_of_manifest() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_bill_parties(NEW.organization_id, ARRAY(
      SELECT b.id FROM bill_of_ladings b WHERE b.organization_id = NEW.organization_id AND b.manifest_id = NEW.id));
    RETURN NULL;
  END $$;

  -- the line, and each line below it
  CREATE FUNCTION lines_below(organization bigint, line bigint) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    WITH RECURSIVE below(id) AS (
      SELECT line
      UNION
      SELECT l.id FROM below b JOIN shipping_lines l ON l.organization_id = organization AND l.parent_id = b.id)
    SELECT b.id FROM below b
  $$;

  CREATE FUNCTION keep_parties_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := NEW.organization_id;
    lines bigint[] := ARRAY[NEW.id];
    of integer := 0;
  BEGIN
    IF OLD.agent_id IS DISTINCT FROM NEW.agent_id THEN of := ${WAY.agent}; END IF;
    IF OLD.parent_id IS DISTINCT FROM NEW.parent_id THEN
      of := of | ${WAY.line};
      lines := ARRAY(SELECT lines_below(organization, NEW.id));
    END IF;
    PERFORM keep_stay_parties(organization, ARRAY(
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = organization AND s.shipping_line_id = ANY (lines) AND s.status ${IS_OPEN}), of, false);
    PERFORM keep_bill_parties(organization, ARRAY(
      SELECT b.id FROM manifests m
      JOIN bill_of_ladings b ON b.organization_id = m.organization_id AND b.manifest_id = m.id
      WHERE m.organization_id = organization AND m.shipping_line_id = ANY (lines)));
    RETURN NULL;
  END $$;

  CREATE FUNCTION keep_parties_of_visit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_stay_parties(NEW.organization_id, ARRAY(
      SELECT i.stay_id FROM interchanges i
      WHERE i.organization_id = NEW.organization_id AND i.truck_visit_id = NEW.id AND i.stay_id IS NOT NULL),
      ${WAY.visit}, true);
    RETURN NULL;
  END $$;

  -- the open stays of these containers
  CREATE FUNCTION keep_parties_of_announced(organization bigint, containers_named bigint[]) RETURNS void
  LANGUAGE plpgsql AS $$
  BEGIN
    IF cardinality(containers_named) = 0 THEN RETURN; END IF;
    PERFORM FROM containers c WHERE c.organization_id = organization AND c.id = ANY (containers_named)
    ORDER BY c.id FOR NO KEY UPDATE;
    PERFORM keep_stay_parties(organization, ARRAY(
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = organization AND s.container_id = ANY (containers_named) AND s.status ${IS_OPEN}),
      ${WAY.announcement}, false);
  END $$;

  CREATE FUNCTION keep_parties_of_new_purposes() RETURNS trigger LANGUAGE plpgsql AS $$
  ${forEach(
    'r.container_id',
    'r.container_id IS NOT NULL AND r.grants_interest',
    'PERFORM keep_parties_of_announced(organization, ids);',
  )} $$;

  -- Their announcements may be gone as well, so that the rows tell which containers count.
  CREATE FUNCTION keep_parties_of_gone_purposes() RETURNS trigger LANGUAGE plpgsql AS $$
  ${forEach(
    'r.container_id',
    'r.container_id IS NOT NULL',
    `ids := ARRAY(
        SELECT s.container_id FROM container_stays s
        JOIN stay_parties p ON p.organization_id = s.organization_id AND p.stay_id = s.id
        WHERE s.organization_id = organization AND s.container_id = ANY (ids) AND s.status ${IS_OPEN}
          AND p.ways & ${WAY.announcement} > 0);
      PERFORM keep_parties_of_announced(organization, ids);`,
  )} $$;

  CREATE FUNCTION keep_parties_of_purpose() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_parties_of_announced(NEW.organization_id, ARRAY[OLD.container_id, NEW.container_id]);
    RETURN NULL;
  END $$;

  ${['pre_advice', 'appointment']
    .map(
      (what) => `
  CREATE FUNCTION keep_parties_of_${what}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_parties_of_announced(NEW.organization_id, ARRAY(
      SELECT u.container_id FROM purposes u
      WHERE u.organization_id = NEW.organization_id AND u.${what}_id = NEW.id AND u.grants_interest
        AND u.container_id IS NOT NULL));
    RETURN NULL;
  END $$;`,
    )
    .join('')}

  ${['truck', 'truck_driver']
    .map(
      (what) => `
  CREATE FUNCTION keep_parties_of_${what}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_parties_of_announced(NEW.organization_id, ARRAY(
      SELECT u.container_id FROM pre_advices a
      JOIN purposes u ON u.organization_id = a.organization_id AND u.pre_advice_id = a.id
        AND u.container_id IS NOT NULL AND u.grants_interest
      WHERE a.organization_id = NEW.organization_id AND a.${what}_id = NEW.id AND a.used_at IS NULL
      UNION
      SELECT u.container_id FROM appointments a
      JOIN purposes u ON u.organization_id = a.organization_id AND u.appointment_id = a.id
        AND u.container_id IS NOT NULL AND u.grants_interest
      WHERE a.organization_id = NEW.organization_id AND a.${what}_id = NEW.id AND a.used_at IS NULL));
    RETURN NULL;
  END $$;`,
    )
    .join('')}

  -- Before what interests follow from changes: whoever refers to it just now comes first, so that nobody is missed.
  CREATE FUNCTION lock_for_parties() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('SELECT FROM %I WHERE organization_id = $1 AND id = $2 FOR UPDATE', TG_TABLE_NAME)
      USING OLD.organization_id, OLD.id;
    RETURN NEW;
  END $$;

  CREATE FUNCTION lock_lines_for_parties() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM shipping_lines l
    WHERE l.organization_id = OLD.organization_id AND l.id IN (SELECT lines_below(OLD.organization_id, OLD.id))
    ORDER BY l.id FOR UPDATE;
    RETURN NEW;
  END $$;
`;

const differ = (columns: string[]) =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');

/** Triggers on an update of columns that count, one before it that locks and one after it. */
interface OnUpdate {
  table: string;
  /** Those that an update names: with container_id, since another trigger finds its stay. */
  columns: string[];
  work: string;
  /** The function that locks the row before; none where nobody else refers to it. */
  lock?: string;
  when?: string;
}

const ANNOUNCEMENT = ['used_at', 'trucking_company_id', 'truck_id', 'truck_driver_id'];
const PURPOSE = ['container_id', 'pre_advice_id', 'appointment_id', 'grants_interest'];
const LOCK = 'lock_for_parties()';

const ON_UPDATE: OnUpdate[] = [
  {
    table: 'container_stays',
    columns: ['shipping_line_id', 'consignee_id', 'container_id', 'status'],
    when: `OLD.shipping_line_id IS DISTINCT FROM NEW.shipping_line_id OR OLD.consignee_id IS DISTINCT FROM NEW.consignee_id
      OR OLD.container_id <> NEW.container_id OR (OLD.status ${IS_OPEN}) <> (NEW.status ${IS_OPEN})`,
    work: 'keep_parties_of_stay()',
  },
  { table: 'containers', columns: ['stay_id'], work: 'keep_shown_stay()' },
  {
    table: 'container_bills',
    columns: ['stay_id', 'bill_of_lading_id'],
    work: `keep_parties_of_row(${WAY.bill}, false)`,
  },
  {
    table: 'packing_list_items',
    columns: ['stay_id', 'container_id', 'consignee_id'],
    when: `${differ(['stay_id', 'consignee_id'])} AND (OLD.consignee_id IS NOT NULL OR NEW.consignee_id IS NOT NULL)`,
    work: `keep_parties_of_row(${WAY.item}, false)`,
  },
  {
    table: 'interchanges',
    columns: ['stay_id', 'container_id', 'truck_visit_id', 'completed', 'reversed_at'],
    when: `${differ(['stay_id', 'truck_visit_id'])} OR ${reversed('OLD')} <> ${reversed('NEW')}`,
    work: `keep_parties_of_row(${WAY.visit}, true)`,
  },
  {
    table: 'bill_of_ladings',
    columns: ['consignee_id', 'manifest_id'],
    work: 'keep_parties_of_bill()',
    lock: LOCK,
  },
  { table: 'manifests', columns: ['shipping_line_id'], work: 'keep_parties_of_manifest()', lock: LOCK },
  {
    table: 'shipping_lines',
    columns: ['agent_id', 'parent_id'],
    work: 'keep_parties_of_line()',
    lock: 'lock_lines_for_parties()',
  },
  {
    table: 'truck_visits',
    columns: ['trucking_company_id', 'cancelled_at'],
    work: 'keep_parties_of_visit()',
    lock: LOCK,
  },
  {
    table: 'purposes',
    columns: PURPOSE,
    when: `(OLD.grants_interest OR NEW.grants_interest) AND (${differ(PURPOSE)})`,
    work: 'keep_parties_of_purpose()',
  },
  {
    table: 'pre_advices',
    columns: ANNOUNCEMENT,
    work: 'keep_parties_of_pre_advice()',
    lock: LOCK,
  },
  {
    table: 'appointments',
    columns: [...ANNOUNCEMENT, 'cancelled_at'],
    work: 'keep_parties_of_appointment()',
    lock: LOCK,
  },
  { table: 'trucks', columns: ['trucking_company_id'], work: 'keep_parties_of_truck()', lock: LOCK },
  {
    table: 'truck_drivers',
    columns: ['trucking_company_id'],
    work: 'keep_parties_of_truck_driver()',
    lock: LOCK,
  },
];

/** What is done after rows came and after rows went. A row that goes with its stay or bill needs nothing. */
const ON_ROWS: { table: string; came?: string; went?: string }[] = [
  { table: 'container_stays', came: 'keep_parties_of_new_stays()' },
  { table: 'bill_of_ladings', came: 'keep_parties_of_new_bills()' },
  ...[
    { table: 'container_bills', work: `keep_parties_of_rows(${WAY.bill}, false)` },
    { table: 'packing_list_items', work: `keep_parties_of_rows(${WAY.item}, false)` },
    { table: 'interchanges', work: `keep_parties_of_rows(${WAY.visit}, true)` },
  ].map(({ table, work }) => ({ table, came: work, went: work })),
  { table: 'purposes', came: 'keep_parties_of_new_purposes()', went: 'keep_parties_of_gone_purposes()' },
];

const TRIGGERS = [
  ...ON_UPDATE.flatMap(({ table, columns, work, lock, when = differ(columns) }) => {
    const on = `UPDATE OF ${columns.join(', ')} ON ${table} FOR EACH ROW WHEN (${when})`;
    const after = `CREATE TRIGGER keep_parties_changed AFTER ${on} EXECUTE FUNCTION ${work}`;
    return lock ? [`CREATE TRIGGER lock_for_parties BEFORE ${on} EXECUTE FUNCTION ${lock}`, after] : [after];
  }),
  ...ON_ROWS.flatMap(({ table, came, went }) => {
    const trigger = (name: string, on: string, rows: string, work: string) =>
      `CREATE TRIGGER keep_parties_${name} AFTER ${on} ON ${table} REFERENCING ${rows} TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION ${work}`;
    return [
      ...(came ? [trigger('came', 'INSERT', 'NEW', came)] : []),
      ...(went ? [trigger('went', 'DELETE', 'OLD', went)] : []),
    ];
  }),
];

/**
 * Who has an interest in which stay and bill: tables, and the triggers that keep them from now on. The next migration adds
 * the rows of what is there.
 */
export class Interests1799400000000 implements MigrationInterface {
  name = 'Interests1799400000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const statements of [TABLES, WAYS, KEEPING, CHECKING, TRIGGER_FUNCTIONS, ...TRIGGERS])
      await queryRunner.query(statements);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    const names = [...TRIGGER_FUNCTIONS.matchAll(/CREATE FUNCTION (\w+)/g)].map(([, name]) => name);
    await queryRunner.query(`DROP FUNCTION ${names.join(', ')} CASCADE`);
    const others = [...`${WAYS}${KEEPING}${CHECKING}`.matchAll(/CREATE FUNCTION (\w+)/g)].map(
      ([, name]) => name,
    );
    await queryRunner.query(`DROP FUNCTION ${others.join(', ')}`);
    await queryRunner.query(`DROP TABLE stay_parties, bill_parties`);
    await queryRunner.query(`ALTER TABLE purposes DROP COLUMN grants_interest`);
  }
}
