-- Brings the items of an open tally up to date with the lists of its voyage, where a tally is read or written. Whoever
-- counts has locked the tally and does it as well, so a reader waits for nobody.
CREATE FUNCTION catch_up_tally_items(organization bigint, tally bigint) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
  BEGIN
    PERFORM FROM tallies t WHERE t.organization_id = organization AND t.id = tally AND t.closed_at IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM FROM tally_items_due(organization, tally) LIMIT 1;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM FROM tallies t WHERE t.organization_id = organization AND t.id = tally AND t.closed_at IS NULL
      FOR NO KEY UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM renew_tally_items(organization, tally);
  END $$;

-- What happened to the container of a crane move after that move, as the end of a sentence; null for nothing. That others
-- were taken out from above or below it is nothing of its own.
CREATE FUNCTION container_since_move(organization bigint, container bigint, move bigint, movement bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT said FROM (
      (SELECT 1 AS place, 'it moved again at ' || to_char(m.moved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          || ' (' || m.movement_type || ')' AS said
        FROM container_movements m
        WHERE m.organization_id = organization AND m.container_id = container AND m.id > movement
          AND m.movement_type <> 'restow'
        ORDER BY m.id LIMIT 1)
      UNION ALL
      (SELECT 2, 'tally move ' || m.reference || ' came after it' FROM tally_moves m
        WHERE m.organization_id = organization AND m.container_id = container AND m.id > move AND m.undone_at IS NULL
        ORDER BY m.id LIMIT 1)
      UNION ALL
      (SELECT 3, 'it is on truck visit ' || v.id FROM interchanges i
        JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
        JOIN tally_moves m ON m.organization_id = i.organization_id AND m.id = move
        WHERE i.organization_id = organization AND i.container_id = container AND i.reversed_at IS NULL
          AND CASE WHEN i.completed THEN i.updated_at > m.created_at ELSE v.gated_out_at IS NULL END
        ORDER BY v.id LIMIT 1)
      UNION ALL
      (SELECT 4, 'packages were stripped from it' FROM packing_list_items i
        JOIN tally_moves m ON m.organization_id = i.organization_id AND m.id = move
        WHERE i.organization_id = organization AND i.container_id = container AND i.updated_at > m.created_at
          AND (i.has_been_stripped OR i.stripped_quantity > 0)
        LIMIT 1)
      UNION ALL
      (SELECT 5, 'it was plugged in or out' FROM reefer_plug_movements p
        JOIN tally_moves m ON m.organization_id = p.organization_id AND m.id = move
        WHERE p.organization_id = organization AND p.container_id = container AND p.created_at > m.created_at
        LIMIT 1)) after
    ORDER BY place LIMIT 1
  $$;

-- How many containers the cranes moved on a voyage: no gear, and none that was stowed again.
CREATE FUNCTION crane_moves(organization bigint, voyage bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT count(*) FROM tally_moves
    WHERE organization_id = organization AND voyage_id = voyage AND kind <> 'special_lift' AND NOT restow
      AND undone_at IS NULL
  $$;

-- A list item goes; what a tally noted of it stays.
CREATE FUNCTION let_go_of_tally_items() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE tally_items SET load_list_item_id = NULL
    WHERE organization_id = OLD.organization_id AND load_list_item_id = OLD.id;
    RETURN OLD;
  END $$;

-- Gives a tally without items, open or closed, those of the lists of its voyage, and counts the moves that it has. Empty
-- containers that no list names are the empties of their type and line, the oldest first.
CREATE FUNCTION make_tally_items(organization bigint, tally bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE filled record;
  BEGIN
    INSERT INTO tally_items (organization_id, tally_id, cargo_type, container_id, vehicle_id, breakbulk_id, quantity,
      done_quantity, beyond, container_type_id, shipping_line_id)
    SELECT organization, tally, CASE WHEN n.container_id IS NOT NULL THEN 'container'
        WHEN n.vehicle_id IS NOT NULL THEN 'vehicle' ELSE 'breakbulk' END,
      n.container_id, n.vehicle_id, n.breakbulk_id, 0, n.pieces, true, c.container_type_id,
      coalesce(c.shipping_line_id, v.shipping_line_id)
    FROM (
      SELECT m.container_id, m.vehicle_id, m.breakbulk_id, min(m.id) AS first,
        CASE WHEN m.breakbulk_id IS NULL THEN 1 ELSE sum(coalesce(m.quantity, 1)) END AS pieces
      FROM tallies t
      JOIN tally_moves m ON m.organization_id = t.organization_id AND m.voyage_id = t.voyage_id
        AND m.tally_type = t.tally_type
      WHERE t.organization_id = organization AND t.id = tally AND m.kind = 'tally' AND m.undone_at IS NULL
        AND num_nonnulls(m.container_id, m.vehicle_id, m.breakbulk_id) = 1
      GROUP BY m.container_id, m.vehicle_id, m.breakbulk_id) n
    LEFT JOIN containers c ON c.organization_id = organization AND c.id = n.container_id
    LEFT JOIN vehicles v ON v.organization_id = organization AND v.id = n.vehicle_id
    ORDER BY n.first;
    PERFORM renew_tally_items(organization, tally);
    FOR filled IN
      SELECT o.id AS over_id, o.container_id, e.id FROM (
        SELECT i.*, row_number() OVER (PARTITION BY i.container_type_id, i.shipping_line_id ORDER BY i.id) AS n
        FROM tally_items i
        JOIN tallies t ON t.organization_id = i.organization_id AND t.id = i.tally_id AND t.tally_type = 'loading'
        WHERE i.organization_id = organization AND i.tally_id = tally AND i.cargo_type = 'container' AND i.beyond
          AND (
            SELECT coalesce(m.status, s.container_status, c.container_status) FROM tally_moves m
            JOIN containers c ON c.organization_id = m.organization_id AND c.id = m.container_id
            LEFT JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id
            WHERE m.organization_id = i.organization_id AND m.container_id = i.container_id
              AND m.voyage_id = t.voyage_id AND m.tally_type = 'loading' AND m.kind = 'tally' AND m.undone_at IS NULL
            ORDER BY m.id LIMIT 1) = 'empty') o
      JOIN (
        SELECT i.*, row_number() OVER (PARTITION BY i.container_type_id, i.shipping_line_id ORDER BY i.id) AS n
        FROM tally_items i
        WHERE i.organization_id = organization AND i.tally_id = tally AND i.cargo_type = 'empties'
          AND i.done_quantity = 0) e
        ON e.container_type_id = o.container_type_id AND e.shipping_line_id = o.shipping_line_id AND e.n = o.n
    LOOP
      DELETE FROM tally_items i WHERE i.organization_id = organization AND i.id = filled.over_id;
      UPDATE tally_items i SET container_id = filled.container_id, done_quantity = 1, updated_at = now()
      WHERE i.organization_id = organization AND i.id = filled.id;
    END LOOP;
    UPDATE tallies t SET short = (
      SELECT count(*) FROM tally_items i
      WHERE i.organization_id = organization AND i.tally_id = tally AND i.done_quantity < i.quantity)
    WHERE t.organization_id = organization AND t.id = tally AND t.closed_at IS NOT NULL;
  END $$;

-- Makes the items of a tally what they should be, open or closed. The caller has locked the tally.
CREATE FUNCTION renew_tally_items(organization bigint, tally bigint) RETURNS void LANGUAGE sql AS $$
    WITH due AS MATERIALIZED (
      SELECT * FROM tally_items_due(organization, tally)
    ), gone AS (
      DELETE FROM tally_items i USING due d
      WHERE i.organization_id = organization AND i.id = d.id AND d.gone
    ), changed AS (
      UPDATE tally_items i SET quantity = d.quantity, done_quantity = d.done_quantity, beyond = d.quantity = 0,
        container_type_id = d.container_type_id, shipping_line_id = d.shipping_line_id,
        load_list_item_id = d.load_list_item_id, updated_at = now()
      FROM due d WHERE i.organization_id = organization AND i.id = d.id AND NOT d.gone
    )
    INSERT INTO tally_items (organization_id, tally_id, cargo_type, container_id, vehicle_id, breakbulk_id, quantity,
      done_quantity, beyond, container_type_id, shipping_line_id, load_list_item_id)
    SELECT organization, tally, d.cargo_type, CASE d.cargo_type WHEN 'container' THEN d.ref END,
      CASE d.cargo_type WHEN 'vehicle' THEN d.ref END, CASE d.cargo_type WHEN 'breakbulk' THEN d.ref END, d.quantity,
      d.done_quantity, d.quantity = 0, d.container_type_id, d.shipping_line_id, d.load_list_item_id
    FROM due d WHERE d.id IS NULL
    ORDER BY d.cargo_type, d.ref
  $$;

-- `tally_expects`, with SQL of the stays that come with the voyage beside those on bills.
CREATE FUNCTION tally_expects(organization bigint, voyage bigint, kind text) RETURNS TABLE(cargo_type text, ref bigint, inside boolean, quantity integer, container_type_id bigint, shipping_line_id bigint, load_list_item_id bigint) LANGUAGE sql STABLE AS $$
    WITH bills AS (
      SELECT b.id FROM manifests f
      JOIN bill_of_ladings b ON b.organization_id = f.organization_id AND b.manifest_id = f.id
      WHERE f.organization_id = organization AND f.voyage_id = voyage AND kind = 'discharge'
    ), listed AS (
      SELECT i.* FROM load_lists l
      JOIN load_list_items i ON i.organization_id = l.organization_id AND i.load_list_id = l.id
      WHERE l.organization_id = organization AND l.voyage_id = voyage AND kind = 'loading'
    )
    (SELECT DISTINCT ON (c.id) 'container', c.id, false, 1, c.container_type_id, s.shipping_line_id, NULL::bigint
      FROM (
        SELECT s.* FROM container_stays s
        WHERE s.organization_id = organization AND s.status <> 'cancelled' AND s.id = ANY(ARRAY(
          SELECT l.stay_id FROM container_bills l
          WHERE l.organization_id = organization AND l.bill_of_lading_id = ANY(ARRAY(SELECT id FROM bills))
          UNION ALL
          SELECT i.stay_id FROM discharge_lists d
          JOIN discharge_list_items i ON i.organization_id = d.organization_id AND i.discharge_list_id = d.id
          WHERE d.organization_id = organization AND d.voyage_id = voyage AND kind = 'discharge'))
        OFFSET 0) s
      JOIN containers c ON c.organization_id = organization AND c.id = s.container_id
      ORDER BY c.id, s.number DESC)
    UNION ALL
    (SELECT DISTINCT ON (v.id) 'vehicle', v.id,
        v.stripped_from_container_id IS NOT NULL OR v.current_location_type IS NOT DISTINCT FROM 'Container'
          OR EXISTS (SELECT FROM cargo_movements m WHERE m.organization_id = organization AND m.vehicle_id = v.id
            AND m.from_location_type = 'Container'), 1,
        NULL::bigint, v.shipping_line_id, NULL::bigint
      FROM bills
      JOIN vehicle_bills l ON l.organization_id = organization AND l.bill_of_lading_id = bills.id
      JOIN vehicles v ON v.organization_id = organization AND v.id = l.vehicle_id
      ORDER BY v.id)
    UNION ALL
    SELECT 'breakbulk', k.id, k.current_location_type IS NOT DISTINCT FROM 'Container'
        OR EXISTS (SELECT FROM cargo_movements m WHERE m.organization_id = organization AND m.breakbulk_id = k.id
          AND m.from_location_type = 'Container'), coalesce(k.quantity, 1),
      NULL::bigint, NULL::bigint, NULL::bigint
    FROM bills
    JOIN breakbulks k ON k.organization_id = organization AND k.bill_of_lading_id = bills.id
    WHERE k.quantity IS DISTINCT FROM 0
    UNION ALL
    (SELECT DISTINCT ON (c.id) 'container', c.id, false, 1, c.container_type_id,
        CASE WHEN i.stay_id IS NULL THEN c.shipping_line_id ELSE s.shipping_line_id END, i.id
      FROM listed i
      JOIN containers c ON c.organization_id = organization AND c.id = i.container_id
      LEFT JOIN container_stays s ON s.organization_id = organization AND s.id = i.stay_id
      ORDER BY c.id, i.id)
    UNION ALL
    (SELECT DISTINCT ON (v.id) 'vehicle', v.id, v.current_location_type IS NOT DISTINCT FROM 'Container', 1,
        NULL::bigint, v.shipping_line_id, i.id
      FROM listed i JOIN vehicles v ON v.organization_id = organization AND v.id = i.vehicle_id
      ORDER BY v.id, i.id)
    UNION ALL
    (SELECT DISTINCT ON (k.id) 'breakbulk', k.id, k.current_location_type IS NOT DISTINCT FROM 'Container',
        coalesce(k.quantity, 1), NULL::bigint, i.shipping_line_id, i.id
      FROM listed i JOIN breakbulks k ON k.organization_id = organization AND k.id = i.breakbulk_id
      WHERE k.quantity IS DISTINCT FROM 0
      ORDER BY k.id, i.id)
    UNION ALL
    SELECT 'empties', i.id, false, 1, i.container_type_id, i.shipping_line_id, i.id
    FROM listed i WHERE i.load_list_item_type = 'empties'
  $$;

-- The items of a tally that differ from what they should be: those that are gone, those that change, and new ones (id
-- null). What was counted stays: as much of it as is expected is done, the rest is beyond that.
CREATE FUNCTION tally_items_due(organization bigint, tally bigint) RETURNS TABLE(id bigint, gone boolean, cargo_type text, ref bigint, quantity integer, done_quantity integer, container_type_id bigint, shipping_line_id bigint, load_list_item_id bigint) LANGUAGE sql STABLE AS $$
    WITH kept AS (
      SELECT i.*, i.beyond AND i.cargo_type = 'breakbulk' AS beside, CASE i.cargo_type
          WHEN 'container' THEN i.container_id WHEN 'vehicle' THEN i.vehicle_id WHEN 'breakbulk' THEN i.breakbulk_id
          ELSE coalesce(i.load_list_item_id, -i.id) END AS ref
      FROM tally_items i WHERE i.organization_id = organization AND i.tally_id = tally
    ), counted AS (
      SELECT k.cargo_type, k.ref, sum(k.done_quantity)::integer AS done FROM kept k GROUP BY k.cargo_type, k.ref
    ), wanted AS (
      SELECT e.* FROM tallies t
      CROSS JOIN LATERAL tally_expects(t.organization_id, t.voyage_id, t.tally_type) e
      LEFT JOIN counted d ON d.cargo_type = e.cargo_type AND d.ref = e.ref
      WHERE t.organization_id = organization AND t.id = tally AND (NOT e.inside OR d.done > 0)
        -- a container that was loaded as one of several empties is not expected once more
        AND NOT (e.cargo_type = 'container' AND EXISTS (
          SELECT FROM kept k WHERE k.cargo_type = 'empties' AND k.container_id = e.ref))
    ), total AS (
      SELECT cargo_type, ref, coalesce(w.quantity, 0) AS expected, coalesce(d.done, 0) AS done, w.container_type_id,
        w.shipping_line_id, w.load_list_item_id
      FROM wanted w FULL JOIN counted d USING (cargo_type, ref)
    ), target AS (
      SELECT n.cargo_type, n.ref, false AS beside, n.expected AS quantity,
        CASE n.cargo_type WHEN 'breakbulk' THEN least(n.done, n.expected) ELSE n.done END AS done_quantity,
        n.container_type_id, n.shipping_line_id, n.load_list_item_id
      FROM total n WHERE n.expected > 0 OR n.done > 0 AND n.cargo_type <> 'breakbulk'
      UNION ALL
      SELECT n.cargo_type, n.ref, true, 0, n.done - n.expected, NULL, NULL, NULL
      FROM total n WHERE n.cargo_type = 'breakbulk' AND n.done > n.expected
    ), due AS (
      SELECT k.id, n.cargo_type IS NULL AS gone, n.cargo_type, n.ref, n.quantity, n.done_quantity,
        CASE WHEN n.quantity > 0 THEN n.container_type_id ELSE k.container_type_id END AS container_type_id,
        CASE WHEN n.quantity > 0 THEN n.shipping_line_id ELSE k.shipping_line_id END AS shipping_line_id,
        n.load_list_item_id
      FROM target n FULL JOIN kept k ON k.cargo_type = n.cargo_type AND k.ref = n.ref AND k.beside = n.beside
    )
    SELECT d.* FROM due d LEFT JOIN kept k ON k.id = d.id
    WHERE d.gone OR k.id IS NULL
      OR (d.quantity, d.done_quantity, d.container_type_id, d.shipping_line_id, d.load_list_item_id) IS DISTINCT FROM
        (k.quantity, k.done_quantity, k.container_type_id, k.shipping_line_id, k.load_list_item_id)
  $$;

CREATE TRIGGER let_go_of_tally_items BEFORE DELETE ON load_list_items FOR EACH ROW EXECUTE FUNCTION let_go_of_tally_items();
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON tally_moves FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
