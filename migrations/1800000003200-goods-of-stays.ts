import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lists state of dangerous goods stands on the stay of the container (decision 814). */
export class GoodsOfStays1800000003200 implements MigrationInterface {
  name = 'GoodsOfStays1800000003200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Dangerous goods as lists state them, in the shape of stays: what does not parse is kept as remarks.
      CREATE FUNCTION imdg_goods(dangerous jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT coalesce(jsonb_agg(jsonb_build_object(
          'un_number', CASE WHEN is_number THEN g.un_number END,
          'proper_shipping_name', NULL,
          'imdg_class', CASE WHEN is_class THEN g.imdg_class END,
          'subsidiary_classes', '[]'::jsonb,
          'packing_group', g.packing_group,
          'flashpoint_celsius', CASE WHEN degrees IS NOT NULL
            THEN CASE degrees[2] WHEN 'FAH' THEN round((degrees[1]::numeric - 32) * 5 / 9, 1) ELSE degrees[1]::numeric END END,
          'marine_pollutant', false,
          'limited_quantity', false,
          'net_weight', NULL,
          'ems', NULL,
          'contact', NULL,
          'remarks', nullif(concat_ws(', ', CASE WHEN NOT is_number THEN 'UN ' || g.un_number END,
            CASE WHEN NOT is_class THEN 'class ' || g.imdg_class END,
            CASE WHEN degrees IS NULL THEN 'flashpoint ' || g.flashpoint END), '')) ORDER BY e.at), '[]')
        FROM jsonb_array_elements(dangerous) WITH ORDINALITY AS e(value, at)
        CROSS JOIN LATERAL jsonb_to_record(e.value)
          AS g(imdg_class text, un_number text, flashpoint text, packing_group text)
        CROSS JOIN LATERAL (
          SELECT g.un_number ~ '^[0-9]{4}$' AS is_number,
            g.imdg_class ~ '^(1\\.[1-6][A-HJ-LNS]?|2\\.[1-3]|3|4\\.[1-3]|5\\.[12]|6\\.[12]|7|8|9)$' AS is_class,
            regexp_match(g.flashpoint, '^(-?[0-9]{1,4}(?:\\.[0-9]{1,3})?) ?(CEL|FAH)?$') AS degrees) p
      $$;

      -- A list says what is in the container of a stay of which nothing is known, or only what the list said before.
      CREATE FUNCTION keep_goods_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE container_stays s SET dangerous_goods = imdg_goods(NEW.dangerous), updated_at = now()
          WHERE s.organization_id = NEW.organization_id AND s.id = NEW.stay_id AND s.status IN ('announced', 'here')
            AND s.dangerous_goods IN ('[]', CASE WHEN TG_OP = 'UPDATE' THEN imdg_goods(OLD.dangerous) ELSE '[]' END)
            AND s.dangerous_goods <> imdg_goods(NEW.dangerous);
          RETURN NULL;
        END $$;

      CREATE TRIGGER keep_goods_of_stay AFTER INSERT ON load_list_items FOR EACH ROW
        WHEN (new.stay_id IS NOT NULL AND new.dangerous <> '[]') EXECUTE FUNCTION keep_goods_of_stay();
      CREATE TRIGGER keep_goods_of_stay_changed AFTER UPDATE OF dangerous ON load_list_items FOR EACH ROW
        WHEN (new.stay_id IS NOT NULL AND old.dangerous <> new.dangerous) EXECUTE FUNCTION keep_goods_of_stay();
      CREATE TRIGGER keep_goods_of_stay AFTER INSERT ON discharge_list_items FOR EACH ROW
        WHEN (new.stay_id IS NOT NULL AND new.dangerous <> '[]') EXECUTE FUNCTION keep_goods_of_stay();
      CREATE TRIGGER keep_goods_of_stay_changed AFTER UPDATE OF dangerous ON discharge_list_items FOR EACH ROW
        WHEN (new.stay_id IS NOT NULL AND old.dangerous <> new.dangerous) EXECUTE FUNCTION keep_goods_of_stay();

      UPDATE container_stays s SET dangerous_goods = imdg_goods(i.dangerous)
      FROM (
        SELECT organization_id, stay_id, dangerous FROM discharge_list_items
        WHERE stay_id IS NOT NULL AND dangerous <> '[]'
        UNION ALL
        SELECT organization_id, stay_id, dangerous FROM load_list_items WHERE stay_id IS NOT NULL AND dangerous <> '[]') i
      WHERE s.organization_id = i.organization_id AND s.id = i.stay_id AND s.status IN ('announced', 'here')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER keep_goods_of_stay ON load_list_items;
      DROP TRIGGER keep_goods_of_stay_changed ON load_list_items;
      DROP TRIGGER keep_goods_of_stay ON discharge_list_items;
      DROP TRIGGER keep_goods_of_stay_changed ON discharge_list_items;
      DROP FUNCTION keep_goods_of_stay();
      DROP FUNCTION imdg_goods(jsonb);`);
  }
}
