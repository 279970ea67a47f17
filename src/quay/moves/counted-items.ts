import sql from 'sql-template-tag';
import { all, effect, known, type Query } from '../../common/database/sql/query';
import { currentScope } from '../../common/tenancy/scope';
import type { PlannedMove } from './counting.rules';

/**
 * Counts planned moves in the items of their tally. That each piece is counted once, the table keeps
 * (`ck_tally_items_done_quantity`).
 */
export function counting(tally_id: number, planned: PlannedMove[]): Query<unknown> {
  const { organization_id } = currentScope().actor;
  const filled = [...filledBy(planned)].map(([id, each]) => ({ id, ...each }));
  const beyond = [...beyondOf(planned).values()];
  return all(
    filled.length
      ? effect(sql`
          UPDATE tally_items i SET done_quantity = i.done_quantity + f.quantity, updated_at = now(),
            container_id = coalesce(i.container_id, f.container_id)
          FROM jsonb_to_recordset(${JSON.stringify(filled)}::jsonb) AS f(id bigint, quantity integer, container_id bigint)
          WHERE i.organization_id = ${organization_id} AND i.id = f.id`)
      : known(undefined),
    beyond.length
      ? effect(sql`
          INSERT INTO tally_items (organization_id, tally_id, cargo_type, container_id, vehicle_id, breakbulk_id,
            container_type_id, shipping_line_id, quantity, done_quantity, beyond)
          SELECT ${organization_id}, ${tally_id}, b.type, c.id, v.id, k.id, c.container_type_id,
            coalesce(c.shipping_line_id, v.shipping_line_id), 0, b.pieces, true
          FROM jsonb_to_recordset(${JSON.stringify(beyond)}::jsonb) AS b(type text, id bigint, pieces integer)
          LEFT JOIN containers c ON c.organization_id = ${organization_id} AND c.id = b.id AND b.type = 'container'
          LEFT JOIN vehicles v ON v.organization_id = ${organization_id} AND v.id = b.id AND b.type = 'vehicle'
          LEFT JOIN breakbulks k ON k.organization_id = ${organization_id} AND k.id = b.id AND b.type = 'breakbulk'
          ON CONFLICT (organization_id, tally_id, breakbulk_id, beyond)
            DO UPDATE SET done_quantity = tally_items.done_quantity + excluded.done_quantity, updated_at = now()`)
      : known(undefined),
  );
}

/** What the moves count of each expected item. */
function filledBy(planned: PlannedMove[]): Map<number, { quantity: number; container_id: number | null }> {
  const items = new Map<number, { quantity: number; container_id: number | null }>();
  for (const { filled, asked } of planned) {
    if (!filled) continue;
    const quantity = (items.get(filled.item.id)?.quantity ?? 0) + filled.quantity;
    const container_id = asked.cargo?.type === 'container' ? asked.cargo.id! : null;
    items.set(filled.item.id, { quantity, container_id });
  }
  return items;
}

/** How many pieces of each cargo are beyond what is expected. */
function beyondOf(planned: PlannedMove[]): Map<string, { type: string; id: number; pieces: number }> {
  const cargo = new Map<string, { type: string; id: number; pieces: number }>();
  for (const { asked, beyond } of planned) {
    if (!beyond || !asked.cargo) continue;
    const { type, id } = asked.cargo;
    const key = `${type} ${id}`;
    cargo.set(key, { type, id: id!, pieces: (cargo.get(key)?.pieces ?? 0) + beyond });
  }
  return cargo;
}
