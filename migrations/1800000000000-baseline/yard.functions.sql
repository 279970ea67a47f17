-- A slot that gets tiers gives them to what stands there, in the order in which it came; one without takes them.
CREATE FUNCTION give_tiers() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM containers c
    WHERE c.organization_id = NEW.organization_id AND c.current_location_type = 'YardSlot'
      AND c.current_location_id = NEW.id
    ORDER BY c.id FOR NO KEY UPDATE;
    UPDATE containers c SET tier = CASE WHEN NEW.tiers IS NOT NULL THEN came.turn END, updated_at = now()
    FROM (
      SELECT c.id, row_number() OVER (ORDER BY coalesce(last.moved_at, s.in_at), last.id, c.id) AS turn
      FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      LEFT JOIN LATERAL (
        SELECT m.id, m.moved_at FROM container_movements m
        WHERE m.organization_id = c.organization_id AND m.container_id = c.id
        ORDER BY m.id DESC LIMIT 1) last ON true
      WHERE c.organization_id = NEW.organization_id AND c.current_location_type = 'YardSlot'
        AND c.current_location_id = NEW.id
    ) came
    WHERE c.organization_id = NEW.organization_id AND c.id = came.id;
    RETURN NULL;
  END $$;

-- What would not suit a slot as it is to be: the field, and a container that does not suit it, if it is one.
CREATE FUNCTION unsuited_stacks(organization bigint, slot bigint, tiers integer, teu integer, reefer_plug boolean, maximum_weight numeric) RETURNS TABLE(field text, number text) LANGUAGE sql STABLE AS $$
    WITH standing AS (
      SELECT c.number, c.tier, c.weight, c.operating_reefer, CASE WHEN y.size > 20 THEN 2 WHEN y.size > 0 THEN 1 END AS teu
      FROM containers c
      LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
      WHERE c.organization_id = organization AND c.current_location_type = 'YardSlot'
        AND c.current_location_id = unsuited_stacks.slot
    )
    SELECT 'tiers', NULL FROM standing HAVING greatest(count(*), max(standing.tier)) > unsuited_stacks.tiers
    UNION ALL
    SELECT 'teu', min(standing.number) FROM standing
    HAVING count(DISTINCT standing.teu) > 1 AND unsuited_stacks.tiers IS NOT NULL AND unsuited_stacks.teu IS NULL
    UNION ALL
    SELECT 'teu', min(standing.number) FROM standing
    WHERE standing.teu <> unsuited_stacks.teu AND unsuited_stacks.tiers IS NOT NULL HAVING count(*) > 0
    UNION ALL
    SELECT 'reefer_plug', min(standing.number) FROM standing
    WHERE standing.operating_reefer AND NOT unsuited_stacks.reefer_plug AND unsuited_stacks.tiers IS NOT NULL
    HAVING count(*) > 0
    UNION ALL
    SELECT 'maximum_weight', NULL FROM standing
    HAVING sum(standing.weight) > unsuited_stacks.maximum_weight AND unsuited_stacks.tiers IS NOT NULL
  $$;

CREATE TRIGGER give_tiers AFTER UPDATE OF tiers ON yard_slots FOR EACH ROW WHEN (((old.tiers IS NULL) <> (new.tiers IS NULL))) EXECUTE FUNCTION give_tiers();
