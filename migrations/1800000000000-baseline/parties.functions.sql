-- whether one of these parties named a bill, by its number, when it announced that container
CREATE FUNCTION bill_was_named_by(organization bigint, container bigint, bill text, hauliers bigint[]) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM purposes u 
    LEFT JOIN pre_advices a ON a.organization_id = u.organization_id AND a.id = u.pre_advice_id
    LEFT JOIN appointments n ON n.organization_id = u.organization_id AND n.id = u.appointment_id
    LEFT JOIN truck_visits v ON v.organization_id = u.organization_id AND v.id = u.truck_visit_id
    JOIN parties p ON p.organization_id = u.organization_id AND p.id = ANY (hauliers)
      AND p.trucking_company_id = coalesce(a.company_id, n.company_id, v.trucking_company_id)
      WHERE u.organization_id = organization AND u.container_id = container AND u.bill_of_lading = bill)
  $$;

-- whether a bill of a stay that has ended was that of a party which was the consignee of one of them
CREATE FUNCTION bill_was_of(organization bigint, party bigint, stay bigint, bill bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM container_stays s
      WHERE s.organization_id = organization AND s.id = stay AND s.status NOT IN ('announced', 'here')
    ) AND NOT EXISTS (
      SELECT FROM container_bills l
      JOIN bill_parties b ON b.organization_id = l.organization_id AND b.bill_of_lading_id = l.bill_of_lading_id
        AND b.party_id = party
      WHERE l.organization_id = organization AND l.stay_id = stay
    ) AND NOT EXISTS (
      SELECT FROM bill_parties b
      JOIN stay_parties p ON p.organization_id = b.organization_id AND p.party_id = b.party_id
        AND p.stay_id = stay AND p.ways & 8 > 0
      WHERE b.organization_id = organization AND b.bill_of_lading_id = bill
    )
  $$;

CREATE FUNCTION differing_bill_parties(organization bigint, bills bigint[]) RETURNS TABLE(party_id bigint, bill_of_lading_id bigint, kept integer, holds integer) LANGUAGE sql STABLE AS $$
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

-- Where the rows of some stays differ from their records: the ways that are kept, and those that hold.
CREATE FUNCTION differing_stay_parties(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint, kept integer, holds integer) LANGUAGE sql STABLE AS $$
    WITH s AS MATERIALIZED (
      SELECT s.id, s.container_id, c.stay_id IS NOT DISTINCT FROM s.id AS shown,
        CASE WHEN s.status IN ('announced', 'here') THEN 511 ELSE 96 END AS ways
      FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      WHERE s.organization_id = organization AND s.id = ANY (stays)
    ), holding AS (
      SELECT i.party_id, i.stay_id, bit_or(i.way) AS ways FROM (
        SELECT * FROM interests_in_stays(organization, ARRAY(SELECT s.id FROM s WHERE s.ways = 511), 511)
        UNION ALL
        SELECT * FROM interests_in_stays(organization, ARRAY(SELECT s.id FROM s WHERE s.ways = 96), 96)
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

-- The function `end_nominations`: a stay that goes on after all has those again that ended with it, unless this holds.
CREATE FUNCTION end_nominations() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.status IN ('announced', 'here') THEN
      UPDATE nominations n SET updated_at = now(), ended_at = NULL, is_told = false, status = CASE WHEN EXISTS (
        SELECT FROM nominations b
        WHERE b.organization_id = n.organization_id AND b.parent_id = n.id AND b.status IN ('used', 'ended'))
        THEN 'passed_on' ELSE 'active' END
      WHERE n.organization_id = NEW.organization_id AND n.stay_id = NEW.id AND n.status IN ('used', 'ended')
        AND NOT EXISTS (
          WITH RECURSIVE above(id) AS (
            SELECT n.parent_id
            UNION
            SELECT c.parent_id FROM above b
            JOIN nominations c ON c.organization_id = n.organization_id AND c.id = b.id)
          SELECT FROM above b
          JOIN nominations a ON a.organization_id = n.organization_id AND a.id = b.id
          WHERE a.status IN ('revoked', 'expired'));
    ELSE
      UPDATE nominations n SET updated_at = now(), ended_at = now(), is_told = false, status = CASE WHEN n.status = 'active' AND EXISTS (
        SELECT FROM interchanges i
        JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
        JOIN parties p ON p.organization_id = v.organization_id AND p.trucking_company_id = v.trucking_company_id
        WHERE i.organization_id = n.organization_id AND i.stay_id = n.stay_id AND i.type = 'interchange_out'
          AND i.completed AND p.id = n.to_party_id)
        THEN 'used' ELSE 'ended' END
      WHERE n.organization_id = NEW.organization_id AND n.stay_id = NEW.id AND n.status IN ('active', 'passed_on');
    END IF;
    RETURN NULL;
  END $$;

-- Who has an interest in some bills: the consignee; the line of the manifest, the lines above it, and its agent.
CREATE FUNCTION interests_in_bills(organization bigint, bills bigint[]) RETURNS TABLE(party_id bigint, bill_of_lading_id bigint, way integer) LANGUAGE sql STABLE AS $$
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
    SELECT p.id, o.id, 1 FROM of_line o
    JOIN above a ON a.line_id = o.shipping_line_id
    JOIN parties p ON p.organization_id = o.organization_id AND p.shipping_line_id = a.above_id
    UNION ALL
    SELECT p.id, o.id, 2 FROM of_line o
    JOIN shipping_lines l ON l.organization_id = o.organization_id AND l.id = o.shipping_line_id
    JOIN parties p ON p.organization_id = l.organization_id AND p.agent_id = l.agent_id
    UNION ALL
    SELECT p.id, b.id, 4 FROM bill_of_ladings b
    JOIN parties p ON p.organization_id = b.organization_id AND p.consignee_id = b.consignee_id
    WHERE b.organization_id = organization AND b.id = ANY (bills)
    UNION ALL
    SELECT p.id, n.bill_of_lading_id, 128 FROM nominations n
    JOIN parties p ON p.organization_id = n.organization_id AND p.id = n.to_party_id AND p.freight_forwarder_id IS NOT NULL
    WHERE n.organization_id = organization AND n.bill_of_lading_id = ANY (bills) AND n.status IN ('active', 'passed_on')
  $$;

-- The functions that know all ways, as they were and as they are.
CREATE FUNCTION interests_in_stays(organization bigint, stays bigint[], of integer) RETURNS TABLE(party_id bigint, stay_id bigint, way integer) LANGUAGE plpgsql STABLE SET plan_cache_mode TO 'force_generic_plan' SET join_collapse_limit TO '1' SET enable_seqscan TO 'off' SET enable_hashjoin TO 'off' SET enable_mergejoin TO 'off' AS $$
  BEGIN
    
    IF of & 1 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 1 FROM stays_of_lines(organization, stays) w;
    END IF;
    IF of & 2 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 2 FROM stays_of_agents(organization, stays) w;
    END IF;
    IF of & 4 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 4 FROM stays_of_consignees(organization, stays) w;
    END IF;
    IF of & 8 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 8 FROM stays_of_bills(organization, stays) w;
    END IF;
    IF of & 16 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 16 FROM stays_of_items(organization, stays) w;
    END IF;
    IF of & 32 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 32 FROM stays_of_visits(organization, stays) w;
    END IF;
    IF of & 64 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, 64 FROM stays_of_announcements(organization, stays) w;
    END IF;
    IF of & 384 > 0 THEN
      RETURN QUERY SELECT w.party_id, w.stay_id, w.way FROM stays_of_nominations(organization, stays) w;
    END IF;
  END $$;

CREATE FUNCTION keep_bill_parties(organization bigint, bills bigint[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
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
    SELECT organization, f.party_id, f.bill_of_lading_id, CASE WHEN f.ways & 143 > 0 THEN 'owner' ELSE 'carrier' END, f.ways FROM found f
    ORDER BY f.bill_of_lading_id, f.party_id
    ON CONFLICT (organization_id, party_id, bill_of_lading_id) DO UPDATE
      SET ways = excluded.ways, level = excluded.level WHERE p.ways <> excluded.ways;
  END $$;

-- A truck or driver that changes its company takes along what is announced and not over: the trigger above finds the
-- company.
CREATE FUNCTION keep_company_of_visitor() RETURNS trigger LANGUAGE plpgsql AS $_$
  BEGIN
    
    EXECUTE format('UPDATE pre_advices a SET company_id = a.company_id
      WHERE a.organization_id = $1 AND a.%I = $2 AND a.trucking_company_id IS NULL AND NOT (a.used_at IS NOT NULL)', TG_ARGV[0])
      USING NEW.organization_id, NEW.id;
    EXECUTE format('UPDATE appointments a SET company_id = a.company_id
      WHERE a.organization_id = $1 AND a.%I = $2 AND a.trucking_company_id IS NULL AND NOT (coalesce(a.used_at, a.cancelled_at, a.missed_at) IS NOT NULL)', TG_ARGV[0])
      USING NEW.organization_id, NEW.id;
    RETURN NULL;
  END $_$;

-- The time at which a driver was made inactive; a file may state it.
CREATE FUNCTION keep_discarded_at() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.discarded_at := CASE WHEN NEW.active THEN NULL ELSE coalesce(NEW.discarded_at, clock_timestamp()) END;
        RETURN NEW;
      END $$;

-- the open stays of these containers
CREATE FUNCTION keep_parties_of_announced(organization bigint, containers_named bigint[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF cardinality(containers_named) = 0 THEN RETURN; END IF;
    PERFORM FROM containers c WHERE c.organization_id = organization AND c.id = ANY (containers_named)
    ORDER BY c.id FOR NO KEY UPDATE;
    PERFORM keep_stay_parties(organization, ARRAY(
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = organization AND s.container_id = ANY (containers_named) AND s.status IN ('announced', 'here')),
      64, false);
  END $$;

CREATE FUNCTION keep_parties_of_appointment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_parties_of_announced(NEW.organization_id, ARRAY(
      SELECT u.container_id FROM purposes u
      WHERE u.organization_id = NEW.organization_id AND u.appointment_id = NEW.id AND u.grants_interest
        AND u.container_id IS NOT NULL));
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_bill() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_bill_parties(NEW.organization_id, ARRAY[NEW.id]);
    IF OLD.consignee_id IS DISTINCT FROM NEW.consignee_id THEN
      PERFORM keep_stay_parties(NEW.organization_id, ARRAY(
        SELECT l.stay_id FROM container_bills l
        WHERE l.organization_id = NEW.organization_id AND l.bill_of_lading_id = NEW.id), 8, false);
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_booked_stay() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_stay_parties(NEW.organization_id, ARRAY[NEW.id], 384, false);
    RETURN NULL;
  END $$;

-- Their announcements may be gone as well, so that the rows tell which containers count.
CREATE FUNCTION keep_parties_of_gone_purposes() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    ids bigint[];
  BEGIN
    FOR organization, ids IN SELECT r.organization_id, array_agg(DISTINCT r.container_id) FROM changed r
      WHERE r.container_id IS NOT NULL GROUP BY r.organization_id
    LOOP
      ids := ARRAY(
        SELECT s.container_id FROM container_stays s
        JOIN stay_parties p ON p.organization_id = s.organization_id AND p.stay_id = s.id
        WHERE s.organization_id = organization AND s.container_id = ANY (ids) AND s.status IN ('announced', 'here')
          AND p.ways & 64 > 0);
      PERFORM keep_parties_of_announced(organization, ids);
    END LOOP;
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := NEW.organization_id;
    lines bigint[] := ARRAY[NEW.id];
    of integer := 0;
  BEGIN
    IF OLD.agent_id IS DISTINCT FROM NEW.agent_id THEN of := 2; END IF;
    IF OLD.parent_id IS DISTINCT FROM NEW.parent_id THEN
      of := of | 1;
      lines := ARRAY(SELECT lines_below(organization, NEW.id));
    END IF;
    PERFORM keep_stay_parties(organization, ARRAY(
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = organization AND s.shipping_line_id = ANY (lines) AND s.status IN ('announced', 'here')), of, false);
    PERFORM keep_bill_parties(organization, ARRAY(
      SELECT b.id FROM manifests m
      JOIN bill_of_ladings b ON b.organization_id = m.organization_id AND b.manifest_id = m.id
      WHERE m.organization_id = organization AND m.shipping_line_id = ANY (lines)));
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_manifest() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_bill_parties(NEW.organization_id, ARRAY(
      SELECT b.id FROM bill_of_ladings b WHERE b.organization_id = NEW.organization_id AND b.manifest_id = NEW.id));
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_new_bills() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    ids bigint[];
  BEGIN
    FOR organization, ids IN SELECT r.organization_id, array_agg(DISTINCT r.id) FROM changed r
      WHERE true GROUP BY r.organization_id
    LOOP
      PERFORM keep_bill_parties(organization, ids);
    END LOOP;
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_new_purposes() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    ids bigint[];
  BEGIN
    FOR organization, ids IN SELECT r.organization_id, array_agg(DISTINCT r.container_id) FROM changed r
      WHERE r.container_id IS NOT NULL AND r.grants_interest GROUP BY r.organization_id
    LOOP
      PERFORM keep_parties_of_announced(organization, ids);
    END LOOP;
    RETURN NULL;
  END $$;

-- What refers to a new stay comes after it.
CREATE FUNCTION keep_parties_of_new_stays() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint;
    ids bigint[];
  BEGIN
    FOR organization, ids IN SELECT r.organization_id, array_agg(DISTINCT r.id) FROM changed r
      WHERE true GROUP BY r.organization_id
    LOOP
      PERFORM write_stay_parties(organization, ids, 455);
    END LOOP;
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_nomination() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_stay_parties(NEW.organization_id, ARRAY(
      SELECT NEW.stay_id WHERE NEW.stay_id IS NOT NULL
      UNION
      SELECT l.stay_id FROM container_bills l
      WHERE l.organization_id = NEW.organization_id AND l.bill_of_lading_id = NEW.bill_of_lading_id
      UNION
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = NEW.organization_id AND s.booking_id = NEW.booking_id AND s.status IN ('announced', 'here')),
      384, false);
    IF NEW.bill_of_lading_id IS NOT NULL THEN
      PERFORM keep_bill_parties(NEW.organization_id, ARRAY[NEW.bill_of_lading_id]);
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_pre_advice() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_parties_of_announced(NEW.organization_id, ARRAY(
      SELECT u.container_id FROM purposes u
      WHERE u.organization_id = NEW.organization_id AND u.pre_advice_id = NEW.id AND u.grants_interest
        AND u.container_id IS NOT NULL));
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_purpose() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_parties_of_announced(NEW.organization_id, ARRAY[OLD.container_id, NEW.container_id]);
    RETURN NULL;
  END $$;

-- one changed
CREATE FUNCTION keep_parties_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_stay_parties(NEW.organization_id, ARRAY[OLD.stay_id, NEW.stay_id], TG_ARGV[0]::integer, TG_ARGV[1]::boolean);
    RETURN NULL;
  END $$;

-- Rows of container_bills, packing_list_items or interchanges came or went: their way (its bit, and whether it is kept for
-- stays that have ended).
CREATE FUNCTION keep_parties_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    ids bigint[];
  BEGIN
    FOR organization, ids IN SELECT r.organization_id, array_agg(DISTINCT r.stay_id) FROM changed r
      WHERE r.stay_id IS NOT NULL GROUP BY r.organization_id
    LOOP
      PERFORM keep_stay_parties(organization, ids, TG_ARGV[0]::integer, TG_ARGV[1]::boolean);
    END LOOP;
    RETURN NULL;
  END $$;

-- A stay that goes on has its parties calculated anew; one that ends keeps them, but for announcements, which speak of open
-- ones. Who corrects what a stay says that has ended changes those of it.
CREATE FUNCTION keep_parties_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    of integer := 0;
  BEGIN
    IF OLD.container_id <> NEW.container_id THEN
      UPDATE stay_parties p SET container_id = NEW.container_id, shown = EXISTS (
        SELECT FROM containers c WHERE c.organization_id = NEW.organization_id AND c.id = NEW.container_id
          AND c.stay_id = NEW.id)
      WHERE p.organization_id = NEW.organization_id AND p.stay_id = NEW.id;
      IF NEW.status IN ('announced', 'here') THEN of := 64; END IF;
    END IF;
    IF NEW.status IN ('announced', 'here') THEN
      IF OLD.status NOT IN ('announced', 'here') THEN of := 511; END IF;
    ELSIF OLD.status IN ('announced', 'here') AND EXISTS (SELECT FROM stay_parties p
      WHERE p.organization_id = NEW.organization_id AND p.stay_id = NEW.id AND p.ways & 64 > 0)
    THEN of := 64;
    END IF;
    IF OLD.shipping_line_id IS DISTINCT FROM NEW.shipping_line_id THEN of := of | 3; END IF;
    IF OLD.consignee_id IS DISTINCT FROM NEW.consignee_id THEN of := of | 4; END IF;
    IF of > 0 THEN PERFORM keep_stay_parties(NEW.organization_id, ARRAY[NEW.id], of, true); END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_truck() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_parties_of_announced(NEW.organization_id, ARRAY(
      SELECT u.container_id FROM pre_advices a
      JOIN purposes u ON u.organization_id = a.organization_id AND u.pre_advice_id = a.id
        AND u.container_id IS NOT NULL AND u.grants_interest
      WHERE a.organization_id = NEW.organization_id AND a.truck_id = NEW.id AND a.used_at IS NULL
      UNION
      SELECT u.container_id FROM appointments a
      JOIN purposes u ON u.organization_id = a.organization_id AND u.appointment_id = a.id
        AND u.container_id IS NOT NULL AND u.grants_interest
      WHERE a.organization_id = NEW.organization_id AND a.truck_id = NEW.id AND a.used_at IS NULL));
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_truck_driver() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_parties_of_announced(NEW.organization_id, ARRAY(
      SELECT u.container_id FROM pre_advices a
      JOIN purposes u ON u.organization_id = a.organization_id AND u.pre_advice_id = a.id
        AND u.container_id IS NOT NULL AND u.grants_interest
      WHERE a.organization_id = NEW.organization_id AND a.truck_driver_id = NEW.id AND a.used_at IS NULL
      UNION
      SELECT u.container_id FROM appointments a
      JOIN purposes u ON u.organization_id = a.organization_id AND u.appointment_id = a.id
        AND u.container_id IS NOT NULL AND u.grants_interest
      WHERE a.organization_id = NEW.organization_id AND a.truck_driver_id = NEW.id AND a.used_at IS NULL));
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_parties_of_visit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_stay_parties(NEW.organization_id, ARRAY(
      SELECT i.stay_id FROM interchanges i
      WHERE i.organization_id = NEW.organization_id AND i.truck_visit_id = NEW.id AND i.stay_id IS NOT NULL),
      32, true);
    RETURN NULL;
  END $$;

CREATE FUNCTION keep_plate_parting() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.license_plate_parting := plate_parting(NEW.license_plate);
        RETURN NEW;
      END $$;

-- Does so after locking the containers. Of a stay that has ended nothing changes, unless 'ended' is set.
CREATE FUNCTION keep_stay_parties(organization bigint, stays bigint[], of integer, ended boolean) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
  BEGIN
    PERFORM FROM containers c WHERE c.organization_id = organization AND c.id IN (
      SELECT s.container_id FROM container_stays s WHERE s.organization_id = organization AND s.id = ANY (stays))
    ORDER BY c.id FOR NO KEY UPDATE;
    IF NOT ended THEN
      stays := ARRAY(SELECT s.id FROM container_stays s
        WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.status IN ('announced', 'here'));
    END IF;
    IF cardinality(stays) > 0 THEN PERFORM write_stay_parties(organization, stays, of); END IF;
  END $$;

-- the line, and each line below it
CREATE FUNCTION lines_below(organization bigint, line bigint) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    WITH RECURSIVE below(id) AS (
      SELECT line
      UNION
      SELECT l.id FROM below b JOIN shipping_lines l ON l.organization_id = organization AND l.parent_id = b.id)
    SELECT b.id FROM below b
  $$;

-- The function that locks, with what else it does.
CREATE FUNCTION lock_for_nomination() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM bill_of_ladings b WHERE b.organization_id = NEW.organization_id AND b.id = NEW.bill_of_lading_id FOR UPDATE;
    PERFORM FROM bookings b WHERE b.organization_id = NEW.organization_id AND b.id = NEW.booking_id FOR UPDATE;
    
    RETURN NEW;
  END $$;

-- Before what interests follow from changes: whoever refers to it just now comes first, so that nobody is missed.
CREATE FUNCTION lock_for_parties() RETURNS trigger LANGUAGE plpgsql AS $_$
  BEGIN
    EXECUTE format('SELECT FROM %I WHERE organization_id = $1 AND id = $2 FOR UPDATE', TG_TABLE_NAME)
      USING OLD.organization_id, OLD.id;
    RETURN NEW;
  END $_$;

CREATE FUNCTION lock_lines_for_parties() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM shipping_lines l
    WHERE l.organization_id = OLD.organization_id AND l.id IN (SELECT lines_below(OLD.organization_id, OLD.id))
    ORDER BY l.id FOR UPDATE;
    RETURN NEW;
  END $$;

-- Who sees a nomination: those above in its chain, its giver, and its taker. Nobody is in it twice.
CREATE FUNCTION make_nomination_parties() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO nomination_parties (organization_id, party_id, nomination_id)
    SELECT NEW.organization_id, a.party_id, NEW.id FROM (
      SELECT NEW.to_party_id AS party_id
      UNION ALL
      SELECT NEW.from_party_id WHERE NEW.parent_id IS NULL
      UNION ALL
      SELECT p.party_id FROM nomination_parties p
      WHERE p.organization_id = NEW.organization_id AND p.nomination_id = NEW.parent_id
    ) a;
    RETURN NULL;
  END $$;

-- An import learns of the one above afterwards: whoever sees a nomination and those behind it is found anew.
CREATE FUNCTION make_nomination_parties_anew() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    behind bigint[] := ARRAY(
      WITH RECURSIVE b(id) AS (
        SELECT NEW.id
        UNION
        SELECT n.id FROM b JOIN nominations n ON n.organization_id = NEW.organization_id AND n.parent_id = b.id)
      SELECT b.id FROM b);
  BEGIN
    DELETE FROM nomination_parties p WHERE p.organization_id = NEW.organization_id AND p.nomination_id = ANY (behind);
    INSERT INTO nomination_parties (organization_id, party_id, nomination_id)
    WITH RECURSIVE chain(nomination_id, id) AS (
      SELECT b.id, b.id FROM unnest(behind) b(id)
      UNION
      SELECT c.nomination_id, n.parent_id FROM chain c
      JOIN nominations n ON n.organization_id = NEW.organization_id AND n.id = c.id
      WHERE n.parent_id IS NOT NULL)
    SELECT NEW.organization_id, n.from_party_id, c.nomination_id FROM chain c
    JOIN nominations n ON n.organization_id = NEW.organization_id AND n.id = c.id
    UNION
    SELECT NEW.organization_id, n.to_party_id, c.nomination_id FROM chain c
    JOIN nominations n ON n.organization_id = NEW.organization_id AND n.id = c.id;
    RETURN NULL;
  END $$;

CREATE FUNCTION make_party_of_agents() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO parties (organization_id, agent_id) VALUES (NEW.organization_id, NEW.id);
          RETURN NULL;
        END $$;

CREATE FUNCTION make_party_of_consignees() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO parties (organization_id, consignee_id) VALUES (NEW.organization_id, NEW.id);
          RETURN NULL;
        END $$;

CREATE FUNCTION make_party_of_freight_forwarders() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO parties (organization_id, freight_forwarder_id) VALUES (NEW.organization_id, NEW.id);
          RETURN NULL;
        END $$;

CREATE FUNCTION make_party_of_shipping_lines() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO parties (organization_id, shipping_line_id) VALUES (NEW.organization_id, NEW.id);
          RETURN NULL;
        END $$;

CREATE FUNCTION make_party_of_trucking_companies() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO parties (organization_id, trucking_company_id) VALUES (NEW.organization_id, NEW.id);
          RETURN NULL;
        END $$;

-- The nominations that count for the collection of some stays: those for the stay itself, else for one of its bills, else
-- for its booking. Only the last of a chain counts.
CREATE FUNCTION nominations_of_stays(organization bigint, stays bigint[]) RETURNS TABLE(stay_id bigint, nomination_id bigint, to_party_id bigint) LANGUAGE sql STABLE AS $$
    SELECT r.stay_id, r.id, r.to_party_id FROM (
      SELECT f.stay_id, f.id, f.to_party_id, f.turn, min(f.turn) OVER (PARTITION BY f.stay_id) AS first FROM (
        SELECT o.stay_id, o.id, o.to_party_id, 1 AS turn FROM nominations o
        WHERE o.organization_id = organization AND o.stay_id = ANY (stays) AND o.status = 'active'
        UNION ALL
        SELECT l.stay_id, o.id, o.to_party_id, 2 FROM container_bills l
        JOIN nominations o ON o.organization_id = l.organization_id AND o.bill_of_lading_id = l.bill_of_lading_id
          AND o.status = 'active'
        WHERE l.organization_id = organization AND l.stay_id = ANY (stays)
        UNION ALL
        SELECT s.id, o.id, o.to_party_id, 3 FROM container_stays s
        JOIN nominations o ON o.organization_id = s.organization_id AND o.booking_id = s.booking_id
          AND o.status = 'active'
        WHERE s.organization_id = organization AND s.id = ANY (stays)
      ) f
    ) r WHERE r.turn = r.first
  $$;

-- Parties that lost an interest in this transaction, so that one that has it again at its end is not told of it.
CREATE FUNCTION note_parties_gone() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    gone text;
  BEGIN
    FOR organization IN SELECT DISTINCT r.organization_id FROM changed r
    LOOP
      CONTINUE WHEN NOT EXISTS (
        SELECT FROM parties v WHERE v.organization_id = organization AND v.used_since IS NOT NULL);
      SELECT string_agg(c.stay_id || ':' || c.party_id || ' ', '') INTO gone FROM changed c
      JOIN parties p ON p.organization_id = organization AND p.id = c.party_id AND p.used_since IS NOT NULL
      WHERE c.organization_id = organization;
      IF gone IS NOT NULL THEN
        PERFORM set_config('wharfinger.parties_gone',
          coalesce(current_setting('wharfinger.parties_gone', true), '') || gone, true);
      END IF;
    END LOOP;
    RETURN NULL;
  END $$;

-- A container that leaves a bill or a booking leaves its nomination, which goes on for the rest.
CREATE FUNCTION note_right_lost(organization bigint, stay bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE container_stays s SET right_lost = true
    WHERE s.organization_id = organization AND s.id = stay AND NOT s.right_lost
      AND EXISTS (SELECT FROM appointments_without_right(organization, ARRAY[stay]));
  END $$;

CREATE FUNCTION note_right_lost_of_container_bills() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM note_right_lost(OLD.organization_id, OLD.stay_id);
    RETURN NULL;
  END $$;

CREATE FUNCTION note_right_lost_of_container_stays() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM note_right_lost(NEW.organization_id, NEW.id);
    RETURN NULL;
  END $$;

CREATE FUNCTION note_use_by_identity_issuers() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    
  BEGIN
    FOR organization IN SELECT DISTINCT r.organization_id FROM changed r
    LOOP
      
  UPDATE parties p SET used_since = now() FROM changed c
  WHERE p.organization_id = organization AND c.organization_id = organization AND p.id = ANY (ARRAY(SELECT i::bigint FROM jsonb_array_elements(c.grants) g
      CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(nullif(g -> 'party_ids', 'null'), '[]')) i))
    AND p.used_since IS NULL;
    END LOOP;
    RETURN NULL;
  END $$;

CREATE FUNCTION note_use_by_token_parties() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    
  BEGIN
    FOR organization IN SELECT DISTINCT r.organization_id FROM changed r
    LOOP
      
  UPDATE parties p SET used_since = now() FROM changed c
  WHERE p.organization_id = organization AND c.organization_id = organization AND p.id = ANY (ARRAY[c.party_id])
    AND p.used_since IS NULL;
    END LOOP;
    RETURN NULL;
  END $$;

CREATE FUNCTION note_use_by_user_parties() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    
  BEGIN
    FOR organization IN SELECT DISTINCT r.organization_id FROM changed r
    LOOP
      
  UPDATE parties p SET used_since = now() FROM changed c
  WHERE p.organization_id = organization AND c.organization_id = organization AND p.id = ANY (ARRAY[c.party_id])
    AND p.used_since IS NULL;
    END LOOP;
    RETURN NULL;
  END $$;

-- Notes that the parties of an endpoint are in use, as `note_use_by_user_parties` does for those of a user.
CREATE FUNCTION note_use_by_webhook_endpoint_parties() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint;
  BEGIN
    FOR organization IN SELECT DISTINCT r.organization_id FROM changed r
    LOOP
      UPDATE parties p SET used_since = now() FROM changed c
      WHERE p.organization_id = organization AND c.organization_id = organization AND p.id = c.party_id
        AND p.used_since IS NULL;
    END LOOP;
    RETURN NULL;
  END $$;

CREATE FUNCTION pass_line_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE interchanges SET shipping_line_id = NEW.shipping_line_id
        WHERE organization_id = NEW.organization_id AND stay_id = NEW.id
          AND shipping_line_id IS DISTINCT FROM NEW.shipping_line_id;
        RETURN NULL;
      END $$;

CREATE FUNCTION plate_parting(plate text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        -- bit n: spaces or hyphens part the plate behind its nth letter; NULL: nothing parts it
        SELECT CASE WHEN count(*) > 1
          THEN coalesce(sum(1::bigint << place) FILTER (WHERE NOT is_last AND place <= 52), 0)::bigint END
        FROM (
          SELECT (sum(length(part)) OVER (ORDER BY nth))::integer AS place, nth = max(nth) OVER () AS is_last
          FROM regexp_split_to_table(normalize(plate, NFC), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u002d\u058a\u05be\u1400\u1806\u2010-\u2015\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]+') WITH ORDINALITY AS p(part, nth)
          WHERE part <> '') parts
      $$;

CREATE FUNCTION repair_stay_parties(organization bigint, stays bigint[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keep_stay_parties(organization, stays, 511, false);
    PERFORM keep_stay_parties(organization, stays, 96, true);
    UPDATE stay_parties p SET container_id = s.container_id, shown = c.stay_id IS NOT DISTINCT FROM s.id
    FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    WHERE p.organization_id = organization AND p.stay_id = ANY (stays)
      AND s.organization_id = p.organization_id AND s.id = p.stay_id
      AND (p.container_id <> s.container_id OR p.shown <> (c.stay_id IS NOT DISTINCT FROM s.id));
  END $$;

-- Revokes those of some nominations whose giver has the right no longer, and all behind them: the first of a chain where
-- its giver is none of the owners any more, and one that gave a container on when that has left the bill or the booking.
CREATE FUNCTION revoke_without_right(organization bigint, ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    lost bigint[] := ARRAY(
      SELECT n.id FROM nominations n
      JOIN parties p ON p.organization_id = n.organization_id AND p.id = n.from_party_id
      LEFT JOIN nominations a ON a.organization_id = n.organization_id AND a.id = n.parent_id
      WHERE n.organization_id = organization AND n.id = ANY (ids) AND n.status IN ('active', 'passed_on')
        AND CASE WHEN a.id IS NULL THEN NOT EXISTS (
            SELECT FROM container_stays s WHERE s.organization_id = n.organization_id AND s.id = n.stay_id
              AND (s.consignee_id = p.consignee_id OR s.shipping_line_id = p.shipping_line_id))
          AND NOT EXISTS (
            SELECT FROM container_bills l
            JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
            WHERE l.organization_id = n.organization_id AND l.stay_id = n.stay_id AND b.consignee_id = p.consignee_id)
          AND NOT EXISTS (
            SELECT FROM bill_of_ladings b
            JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
            WHERE b.organization_id = n.organization_id AND b.id = n.bill_of_lading_id
              AND (b.consignee_id = p.consignee_id OR m.shipping_line_id = p.shipping_line_id))
          AND NOT EXISTS (
            SELECT FROM bookings b WHERE b.organization_id = n.organization_id AND b.id = n.booking_id
              AND b.shipping_line_id = p.shipping_line_id)
        ELSE n.stay_id IS NOT NULL AND a.stay_id IS NULL AND NOT EXISTS (
            SELECT FROM container_bills l WHERE l.organization_id = n.organization_id AND l.stay_id = n.stay_id
              AND l.bill_of_lading_id = a.bill_of_lading_id)
          AND NOT EXISTS (
            SELECT FROM container_stays s WHERE s.organization_id = n.organization_id AND s.id = n.stay_id
              AND s.booking_id = a.booking_id)
        END);
  BEGIN
    IF cardinality(lost) = 0 THEN RETURN; END IF;
    -- as whoever gives and revokes them: bills and bookings first, then containers
    PERFORM FROM bill_of_ladings b WHERE b.organization_id = organization AND b.id IN (
      SELECT n.bill_of_lading_id FROM nominations n WHERE n.organization_id = organization AND n.id = ANY (lost))
    ORDER BY b.id FOR UPDATE;
    PERFORM FROM bookings b WHERE b.organization_id = organization AND b.id IN (
      SELECT n.booking_id FROM nominations n WHERE n.organization_id = organization AND n.id = ANY (lost))
    ORDER BY b.id FOR UPDATE;
    PERFORM FROM containers c WHERE c.organization_id = organization AND c.id IN (
      SELECT s.container_id FROM nominations n
      JOIN container_stays s ON s.organization_id = n.organization_id AND s.id = n.stay_id
      WHERE n.organization_id = organization AND n.id = ANY (lost)
      UNION ALL
      SELECT s.container_id FROM nominations n
      JOIN container_bills l ON l.organization_id = n.organization_id AND l.bill_of_lading_id = n.bill_of_lading_id
      JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id
      WHERE n.organization_id = organization AND n.id = ANY (lost)
      UNION ALL
      SELECT s.container_id FROM nominations n
      JOIN container_stays s ON s.organization_id = n.organization_id AND s.booking_id = n.booking_id AND s.status IN ('announced', 'here')
      WHERE n.organization_id = organization AND n.id = ANY (lost))
    ORDER BY c.id FOR NO KEY UPDATE;
    UPDATE nominations n SET status = 'revoked', revoked_at = now(), ended_at = now(), updated_at = now(), is_told = false,
      revoke_reason = CASE WHEN n.id = ANY (lost) THEN 'The giver has the right no longer.' END
    WHERE n.organization_id = organization AND n.status IN ('active', 'passed_on') AND n.id IN (
      WITH RECURSIVE behind(id) AS (
        SELECT unnest(lost)
        UNION
        SELECT b.id FROM behind a JOIN nominations b ON b.organization_id = organization AND b.parent_id = a.id
          AND b.status IN ('active', 'passed_on'))
      SELECT b.id FROM behind b);
  END $$;

CREATE FUNCTION revoke_without_right_of_bill_of_ladings() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM revoke_without_right(NEW.organization_id, ARRAY(
      SELECT n.id FROM nominations n
      WHERE n.organization_id = NEW.organization_id AND (n.bill_of_lading_id = NEW.id OR n.stay_id = ANY (ARRAY(
      SELECT l.stay_id FROM container_bills l
      WHERE l.organization_id = NEW.organization_id AND l.bill_of_lading_id = NEW.id))) AND n.status IN ('active', 'passed_on')));
    RETURN NULL;
  END $$;

CREATE FUNCTION revoke_without_right_of_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM revoke_without_right(NEW.organization_id, ARRAY(
      SELECT n.id FROM nominations n
      WHERE n.organization_id = NEW.organization_id AND n.booking_id = NEW.id AND n.status IN ('active', 'passed_on')));
    RETURN NULL;
  END $$;

CREATE FUNCTION revoke_without_right_of_container_bills() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM revoke_without_right(OLD.organization_id, ARRAY(
      SELECT n.id FROM nominations n
      WHERE n.organization_id = OLD.organization_id AND n.stay_id = OLD.stay_id AND n.status IN ('active', 'passed_on')));
    RETURN NULL;
  END $$;

CREATE FUNCTION revoke_without_right_of_container_stays() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM revoke_without_right(NEW.organization_id, ARRAY(
      SELECT n.id FROM nominations n
      WHERE n.organization_id = NEW.organization_id AND n.stay_id = NEW.id AND n.status IN ('active', 'passed_on')));
    RETURN NULL;
  END $$;

CREATE FUNCTION revoke_without_right_of_manifests() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM revoke_without_right(NEW.organization_id, ARRAY(
      SELECT n.id FROM nominations n
      WHERE n.organization_id = NEW.organization_id AND n.bill_of_lading_id = ANY (ARRAY(
      SELECT b.id FROM bill_of_ladings b WHERE b.organization_id = NEW.organization_id AND b.manifest_id = NEW.id)) AND n.status IN ('active', 'passed_on')));
    RETURN NULL;
  END $$;

-- Whether anybody says that the container of a stay is to come: a bill, a list, a booking, an announcement of a truck that
-- was not used yet, or a truck inside.
CREATE FUNCTION stay_is_announced(organization bigint, stay bigint) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (SELECT FROM container_bills l
        JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
        JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
        JOIN voyages v ON v.organization_id = m.organization_id AND v.id = m.voyage_id
        WHERE l.organization_id = organization AND l.stay_id = stay AND NOT v.cancelled)
      OR EXISTS (SELECT FROM load_list_items i
        JOIN load_lists y ON y.organization_id = i.organization_id AND y.id = i.load_list_id
        LEFT JOIN voyages v ON v.organization_id = y.organization_id AND v.id = y.voyage_id
        WHERE i.organization_id = organization AND i.stay_id = stay AND i.loaded_at IS NULL
          AND v.cancelled IS NOT TRUE)
      -- the items of the stay first: a list may have 50,000
      OR EXISTS (SELECT FROM (
          SELECT i.organization_id, i.discharge_list_id FROM discharge_list_items i
          WHERE i.organization_id = organization AND i.stay_id = stay AND i.discharged_at IS NULL OFFSET 0) i
        JOIN discharge_lists y ON y.organization_id = i.organization_id AND y.id = i.discharge_list_id
        LEFT JOIN voyages v ON v.organization_id = y.organization_id AND v.id = y.voyage_id
        WHERE v.cancelled IS NOT TRUE)
      OR EXISTS (SELECT FROM booking_containers b WHERE b.organization_id = organization AND b.stay_id = stay)
      OR EXISTS (SELECT FROM container_stays s
        JOIN purposes p ON p.organization_id = s.organization_id AND p.container_id = s.container_id
        LEFT JOIN pre_advices a ON a.organization_id = p.organization_id AND a.id = p.pre_advice_id
        LEFT JOIN appointments n ON n.organization_id = p.organization_id AND n.id = p.appointment_id
        WHERE s.organization_id = organization AND s.id = stay AND p.purpose_type = 'drop off'
          AND coalesce(a.id, n.id) IS NOT NULL AND coalesce(a.used_at, n.used_at, n.cancelled_at) IS NULL)
      OR EXISTS (SELECT FROM interchanges i
        JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
        WHERE i.organization_id = organization AND i.stay_id = stay AND i.type = 'interchange_in' AND NOT i.completed
          AND v.gated_out_at IS NULL)
  $$;

-- whether one of these parties brings a container for a stay: it has announced that, or its truck came with it
CREATE FUNCTION stay_is_brought_by(organization bigint, stay bigint, hauliers bigint[]) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM interchanges i
      JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id AND v.cancelled_at IS NULL
      JOIN parties p ON p.organization_id = v.organization_id AND p.trucking_company_id = v.trucking_company_id
        AND p.id = ANY (hauliers)
      WHERE i.organization_id = organization AND i.stay_id = stay AND i.type = 'interchange_in'
        AND NOT (i.reversed_at IS NOT NULL AND NOT i.completed)
    ) OR EXISTS (
      SELECT FROM container_stays s
      JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
        AND u.purpose_type = 'drop off' AND u.grants_interest 
    LEFT JOIN pre_advices a ON a.organization_id = u.organization_id AND a.id = u.pre_advice_id
    LEFT JOIN appointments n ON n.organization_id = u.organization_id AND n.id = u.appointment_id
    LEFT JOIN truck_visits v ON v.organization_id = u.organization_id AND v.id = u.truck_visit_id
    JOIN parties p ON p.organization_id = u.organization_id AND p.id = ANY (hauliers)
      AND p.trucking_company_id = coalesce(a.company_id, n.company_id, v.trucking_company_id)
      WHERE s.organization_id = organization AND s.id = stay AND s.status = 'announced'
        AND (a.used_at IS NULL AND a.id IS NOT NULL OR n.id IS NOT NULL AND n.used_at IS NULL AND n.cancelled_at IS NULL))
  $$;

-- Whether a truck inside has taken the container of a stay.
CREATE FUNCTION stay_is_on_truck(organization bigint, stay bigint) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM interchanges i
    JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
    WHERE i.organization_id = organization AND i.stay_id = stay AND i.type = 'interchange_out' AND i.completed
      AND v.gated_out_at IS NULL)
$$;

-- the agent of its shipping line
CREATE FUNCTION stays_of_agents(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint) LANGUAGE sql STABLE AS $$
    SELECT p.id, s.id FROM container_stays s
    JOIN shipping_lines l ON l.organization_id = s.organization_id AND l.id = s.shipping_line_id
    JOIN parties p ON p.organization_id = l.organization_id AND p.agent_id = l.agent_id
    WHERE s.organization_id = organization AND s.id = ANY (stays)
  $$;

-- the companies of open announcements that name its container: their own, else that of the truck, else of the driver
CREATE FUNCTION stays_of_announcements(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint) LANGUAGE sql STABLE AS $$
    SELECT p.id, n.stay_id FROM (
      SELECT s.id AS stay_id, a.* FROM container_stays s
      JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
      JOIN LATERAL (SELECT a.trucking_company_id, a.company_id, a.truck_id, a.truck_driver_id FROM pre_advices a
        WHERE a.organization_id = u.organization_id AND a.id = u.pre_advice_id AND a.used_at IS NULL) a ON true
      WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.status IN ('announced', 'here') AND u.grants_interest
      UNION ALL
      SELECT s.id AS stay_id, a.* FROM container_stays s
      JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
      JOIN LATERAL (SELECT a.trucking_company_id, a.company_id, a.truck_id, a.truck_driver_id FROM appointments a
        WHERE a.organization_id = u.organization_id AND a.id = u.appointment_id AND a.used_at IS NULL AND a.cancelled_at IS NULL) a ON true
      WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.status IN ('announced', 'here') AND u.grants_interest
    ) n
    JOIN parties p ON p.organization_id = organization AND p.trucking_company_id = coalesce(n.company_id)
  $$;

-- the consignees of its bills
CREATE FUNCTION stays_of_bills(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint) LANGUAGE sql STABLE AS $$
    SELECT p.id, l.stay_id FROM container_bills l
    JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
    JOIN parties p ON p.organization_id = b.organization_id AND p.consignee_id = b.consignee_id
    WHERE l.organization_id = organization AND l.stay_id = ANY (stays)
  $$;

CREATE FUNCTION stays_of_consignees(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint) LANGUAGE sql STABLE AS $$
    SELECT p.id, s.id FROM container_stays s
    JOIN parties p ON p.organization_id = s.organization_id AND p.consignee_id = s.consignee_id
    WHERE s.organization_id = organization AND s.id = ANY (stays)
  $$;

-- the consignees of the packing list items in it
CREATE FUNCTION stays_of_items(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint) LANGUAGE sql STABLE AS $$
    SELECT p.id, i.stay_id FROM packing_list_items i
    JOIN parties p ON p.organization_id = i.organization_id AND p.consignee_id = i.consignee_id
    WHERE i.organization_id = organization AND i.stay_id = ANY (stays)
  $$;

-- its shipping line, and each line above that one, also where lines are above each other in a circle
CREATE FUNCTION stays_of_lines(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint) LANGUAGE sql STABLE AS $$
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

-- the forwarders and hauliers that hold a nomination, or have passed it on: for the stay, for a bill or the booking of it
CREATE FUNCTION stays_of_nominations(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint, way integer) LANGUAGE sql STABLE AS $$
    SELECT p.id, n.stay_id, CASE WHEN p.freight_forwarder_id IS NULL THEN 256 ELSE 128 END
    FROM (
      SELECT o.stay_id, o.to_party_id FROM nominations o
      WHERE o.organization_id = organization AND o.stay_id = ANY (stays) AND o.status IN ('active', 'passed_on')
      UNION ALL
      SELECT l.stay_id, o.to_party_id FROM container_bills l
      JOIN nominations o ON o.organization_id = l.organization_id AND o.bill_of_lading_id = l.bill_of_lading_id
        AND o.status IN ('active', 'passed_on')
      WHERE l.organization_id = organization AND l.stay_id = ANY (stays)
      UNION ALL
      SELECT s.id, o.to_party_id FROM container_stays s
      JOIN nominations o ON o.organization_id = s.organization_id AND o.booking_id = s.booking_id AND o.status IN ('active', 'passed_on')
      WHERE s.organization_id = organization AND s.id = ANY (stays)
    ) n
    JOIN parties p ON p.organization_id = organization AND p.id = n.to_party_id
  $$;

-- the companies of visits that were not cancelled, by interchanges that were not taken back
CREATE FUNCTION stays_of_visits(organization bigint, stays bigint[]) RETURNS TABLE(party_id bigint, stay_id bigint) LANGUAGE sql STABLE AS $$
    SELECT p.id, i.stay_id FROM interchanges i
    JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id AND v.cancelled_at IS NULL
    JOIN parties p ON p.organization_id = v.organization_id AND p.trucking_company_id = v.trucking_company_id
    WHERE i.organization_id = organization AND i.stay_id = ANY (stays) AND NOT (i.reversed_at IS NOT NULL AND NOT i.completed)
  $$;

-- An interest began: an event for the party alone. Commands write history, of which there are no events.
CREATE FUNCTION tell_parties_added() RETURNS trigger LANGUAGE plpgsql AS $$
  
  DECLARE
    organization bigint;
    
  BEGIN
    FOR organization IN SELECT DISTINCT r.organization_id FROM changed r
    LOOP
      CONTINUE WHEN coalesce(current_setting('wharfinger.operation', true), '') = '';
      CONTINUE WHEN NOT EXISTS (
        SELECT FROM parties v WHERE v.organization_id = organization AND v.used_since IS NOT NULL);
      INSERT INTO events_written (organization_id, type, occurred_at, recorded_at, subject_id, subject_key, subject_path,
        concerns, data_omitted, parties)
      SELECT organization, 'container_stay.party_added', now(), clock_timestamp(), s.id, k.number || ' ' || s.number,
        '/api/v1/container_stays/' || s.id, ARRAY['container_stay:' || s.id, 'container:' || k.id], false,
        jsonb_build_array(jsonb_build_object('party_id', c.party_id, 'level', c.level, 'level_before', NULL))
      FROM changed c
      JOIN parties p ON p.organization_id = organization AND p.id = c.party_id AND p.used_since IS NOT NULL
      JOIN container_stays s ON s.organization_id = organization AND s.id = c.stay_id
      JOIN containers k ON k.organization_id = organization AND k.id = s.container_id
      WHERE c.organization_id = organization AND c.stay_id || ':' || c.party_id NOT IN (
        SELECT unnest(string_to_array(coalesce(current_setting('wharfinger.parties_gone', true), ''), ' ')))
      ORDER BY s.id, c.party_id;
    END LOOP;
    RETURN NULL;
  END $$;

-- Whoever writes an event without saying whom it is told to, while a party is in use, has to begin anew.
CREATE FUNCTION tell_parties_again() RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'a party is in use' USING ERRCODE = 'serialization_failure', CONSTRAINT = 'parties_are_told';
  END $$;

CREATE FUNCTION with_line_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.shipping_line_id := (SELECT s.shipping_line_id FROM container_stays s
          WHERE s.organization_id = NEW.organization_id AND s.id = NEW.stay_id);
        RETURN NEW;
      END $$;

-- Makes the rows of some stays say who has an interest in them by the ways 'of'. Other ways stay as they are.
CREATE FUNCTION write_stay_parties(organization bigint, stays bigint[], of integer) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
  BEGIN
    WITH found AS MATERIALIZED (
      SELECT i.party_id, i.stay_id, bit_or(i.way) AS ways FROM interests_in_stays(organization, stays, of) i
      GROUP BY i.party_id, i.stay_id
    ), gone AS (
      DELETE FROM stay_parties p
      WHERE p.organization_id = organization AND p.stay_id = ANY (stays) AND p.ways & ~of = 0
        AND NOT EXISTS (SELECT FROM found f WHERE f.party_id = p.party_id AND f.stay_id = p.stay_id)
    ), less AS (
      UPDATE stay_parties p SET ways = p.ways & ~of, level = CASE WHEN p.ways & ~of & 143 > 0 THEN 'owner' ELSE 'carrier' END
      WHERE p.organization_id = organization AND p.stay_id = ANY (stays) AND p.ways & of > 0 AND p.ways & ~of > 0
        AND NOT EXISTS (SELECT FROM found f WHERE f.party_id = p.party_id AND f.stay_id = p.stay_id)
    )
    INSERT INTO stay_parties AS p (organization_id, party_id, stay_id, container_id, level, ways, shown)
    SELECT s.organization_id, f.party_id, s.id, s.container_id, CASE WHEN f.ways & 143 > 0 THEN 'owner' ELSE 'carrier' END, f.ways,
      c.stay_id IS NOT DISTINCT FROM s.id
    FROM found f
    JOIN container_stays s ON s.organization_id = organization AND s.id = f.stay_id
    JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    ORDER BY s.id, f.party_id
    ON CONFLICT (organization_id, party_id, stay_id) DO UPDATE
      SET ways = p.ways & ~of | excluded.ways, level = CASE WHEN (p.ways & ~of | excluded.ways) & 143 > 0 THEN 'owner' ELSE 'carrier' END
      WHERE p.ways & of <> excluded.ways;
  END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TRIGGER keep_company_changed AFTER UPDATE OF trucking_company_id ON truck_drivers FOR EACH ROW WHEN ((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id)) EXECUTE FUNCTION keep_company_of_visitor('truck_driver_id');
CREATE TRIGGER keep_company_changed AFTER UPDATE OF trucking_company_id ON trucks FOR EACH ROW WHEN ((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id)) EXECUTE FUNCTION keep_company_of_visitor('truck_id');
CREATE TRIGGER keep_discarded_at BEFORE INSERT OR UPDATE OF active, discarded_at ON truck_drivers FOR EACH ROW EXECUTE FUNCTION keep_discarded_at();
CREATE TRIGGER keep_location BEFORE DELETE ON consignees FOR EACH ROW EXECUTE FUNCTION keep_location('Consignee');
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF agent_id, parent_id ON shipping_lines FOR EACH ROW WHEN (((old.agent_id IS DISTINCT FROM new.agent_id) OR (old.parent_id IS DISTINCT FROM new.parent_id))) EXECUTE FUNCTION keep_parties_of_line();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF trucking_company_id ON truck_drivers FOR EACH ROW WHEN ((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id)) EXECUTE FUNCTION keep_parties_of_truck_driver();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF trucking_company_id ON trucks FOR EACH ROW WHEN ((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id)) EXECUTE FUNCTION keep_parties_of_truck();
CREATE TRIGGER keep_plate_parting BEFORE INSERT OR UPDATE OF license_plate, license_plate_parting ON trucks FOR EACH ROW EXECUTE FUNCTION keep_plate_parting();
CREATE TRIGGER lock_for_parties BEFORE UPDATE OF agent_id, parent_id ON shipping_lines FOR EACH ROW WHEN (((old.agent_id IS DISTINCT FROM new.agent_id) OR (old.parent_id IS DISTINCT FROM new.parent_id))) EXECUTE FUNCTION lock_lines_for_parties();
CREATE TRIGGER lock_for_parties BEFORE UPDATE OF trucking_company_id ON truck_drivers FOR EACH ROW WHEN ((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id)) EXECUTE FUNCTION lock_for_parties();
CREATE TRIGGER lock_for_parties BEFORE UPDATE OF trucking_company_id ON trucks FOR EACH ROW WHEN ((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id)) EXECUTE FUNCTION lock_for_parties();
CREATE TRIGGER make_party AFTER INSERT ON agents FOR EACH ROW EXECUTE FUNCTION make_party_of_agents();
CREATE TRIGGER make_party AFTER INSERT ON consignees FOR EACH ROW EXECUTE FUNCTION make_party_of_consignees();
CREATE TRIGGER make_party AFTER INSERT ON freight_forwarders FOR EACH ROW EXECUTE FUNCTION make_party_of_freight_forwarders();
CREATE TRIGGER make_party AFTER INSERT ON shipping_lines FOR EACH ROW EXECUTE FUNCTION make_party_of_shipping_lines();
CREATE TRIGGER make_party AFTER INSERT ON trucking_companies FOR EACH ROW EXECUTE FUNCTION make_party_of_trucking_companies();
CREATE TRIGGER note_use AFTER INSERT ON identity_issuers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_use_by_identity_issuers();
CREATE TRIGGER note_use AFTER INSERT ON token_parties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_use_by_token_parties();
CREATE TRIGGER note_use AFTER INSERT ON user_parties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_use_by_user_parties();
CREATE TRIGGER note_use_changed AFTER UPDATE ON identity_issuers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_use_by_identity_issuers();
