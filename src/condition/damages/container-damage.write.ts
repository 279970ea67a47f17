import sql from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import { StayLine, stayOrNone } from '../../cargo/stays/container-stay.write';
import { User } from '../../common/auth/user.kind';
import { among } from '../../common/database/sql/conditions';
import { naming } from '../../common/errors/errors';
import { FilesOfLine, filesOf } from '../../common/files/files-of';
import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { daily, WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';
import { inspectionOfContainer } from '../inspections/inspection-lookup';
import { CreateContainerDamage } from './container-damage.dto';
import { ContainerDamage } from './container-damage.entity';
import { DamageComponent } from './damage-component.kind';
import { DamageFile } from './damage-file.entity';
import { DamageType } from './damage-type.kind';
import { DAMAGE_STATUSES, FOUND_DURING } from './damage-words';

/** What only a file states of a damage: a request finds, repairs or withdraws one. */
class ContainerDamageLine extends StayLine {
  @In.text({ required: true }) container: string;
  @In.int({ min: 1, required: true }) sequence: number;
  @In.oneOf(DAMAGE_STATUSES) status?: string | null;
  @In.text() found_by?: string | null;
  @In.oneOf(FOUND_DURING, { required: true }) found_during: string;
  @In.int({ min: 1 }) inspection?: number | null;
  @In.text() shipping_line?: string | null;
  @In.time() repaired_at?: string | null;
  @In.note() repair_notes?: string | null;
  @In.time() withdrawn_at?: string | null;
  @In.note() withdraw_reason?: string | null;
}

export const containerDamageModel = new WriteModel({
  entity: ContainerDamage,
  input: [CreateContainerDamage, ContainerDamageLine, FilesOfLine],
  key: ['container', 'sequence'],
  required: ['found_at'],
  internal: ['found_by_id', 'inspection_id', 'stay_id', 'shipping_line_id'],
  maps: {
    container: reference('container', lookupOf(Container, 'number'), { byId: 'plain' }),
    damage_type: reference('damage_type', lookupOf(DamageType, 'code')),
    component: reference('component', lookupOf(DamageComponent, 'code')),
    found_by: reference('found_by', lookupOf(User, 'email')),
    inspection: inspectionOfContainer,
    stay: stayOrNone('container_damages'),
    shipping_line: reference('shipping_line', lookupOf(ShippingLine, 'code')),
    ...filesOf({
      link: DamageFile,
      relation: 'damage',
      about: { type: 'container', column: 'container_id' },
    }),
  },
  checks: [daily(refuseInactive), daily(refuseKnown)],
});

/** Words that are no longer in use name no new damage. */
async function refuseInactive(rows: RowOf<ContainerDamage>[], { db }: WriteRun): Promise<void> {
  const { organization_id } = db.actor;
  const newly = (row: RowOf<ContainerDamage>, field: 'damage_type_id' | 'component_id') =>
    row.columns[field] === row.before?.[field] ? undefined : row.columns[field];
  const [types, components] = (['damage_type_id', 'component_id'] as const).map((field) => [
    ...new Set(rows.flatMap((row) => newly(row, field) ?? [])),
  ]);
  if (!types!.length && !components!.length) return;
  const inactive = await db.query<{ field: 'damage_type' | 'component'; id: number; code: string }>(sql`
    SELECT 'damage_type' AS field, y.id, y.code FROM damage_types y
    WHERE y.organization_id = ${organization_id} AND ${among('y.id', types!)} AND NOT y.active
    UNION ALL
    SELECT 'component', p.id, p.code FROM damage_components p
    WHERE p.organization_id = ${organization_id} AND ${among('p.id', components!)} AND NOT p.active`);
  for (const row of inactive.length ? rows : [])
    for (const { field, code } of inactive.filter(({ field, id }) => newly(row, `${field}_id`) === id))
      row.refuse(field, {
        code: CONDITION.damage_word_inactive,
        sentence: CONDITION_SAYS[`damage_word_inactive.${field}`]({ code }),
        records: naming(field === 'component' ? 'damage_component' : field, code),
      });
}

/**
 * A second look is not a second dent: an open damage of one type, component and location is there once, or `again`. Those that are
 * sent together count as well.
 */
async function refuseKnown(rows: RowOf<ContainerDamage>[], { db }: WriteRun): Promise<void> {
  const sent = new Set<string>();
  const asked = rows.flatMap((row, at) => {
    const what = {
      container_id: row.after('container_id')!,
      damage_type_id: row.after('damage_type_id')!,
      component_id: row.after('component_id')!,
      location: row.after('location')!,
    };
    const { before } = row;
    const isMoved =
      before?.damage_type_id !== what.damage_type_id ||
      before.component_id !== what.component_id ||
      before.location !== what.location;
    const key = JSON.stringify(what);
    const repeats = sent.has(key);
    sent.add(key);
    return row.after('again') || !isMoved ? [] : { at, id: row.id ?? 0, ...what, repeats };
  });
  if (!asked.length) return;
  const { organization_id } = db.actor;
  const known = await db.query<Known>(sql`
    SELECT r.at, k.id, c.number AS container, y.code AS damage_type, p.code AS component, r.location
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS r(at integer, id bigint, container_id bigint,
      damage_type_id bigint, component_id bigint, location text, repeats boolean)
    JOIN containers c ON c.organization_id = ${organization_id} AND c.id = r.container_id
    JOIN damage_types y ON y.organization_id = ${organization_id} AND y.id = r.damage_type_id
    JOIN damage_components p ON p.organization_id = ${organization_id} AND p.id = r.component_id
    LEFT JOIN LATERAL (
      SELECT d.id FROM container_damages d
      WHERE d.organization_id = ${organization_id} AND d.container_id = r.container_id AND d.status = 'open'
        AND d.damage_type_id = r.damage_type_id AND d.component_id = r.component_id AND d.location = r.location
        AND d.id <> r.id
      ORDER BY d.id LIMIT 1) k ON true
    WHERE k.id IS NOT NULL OR r.repeats
    ORDER BY r.at`);
  for (const { at, id, ...said } of known)
    rows[at]!.conflict('damage_type', {
      code: CONDITION.damage_known,
      sentence: CONDITION_SAYS.damage_known(said),
      records: id === null ? [] : naming('container_damage', id),
    });
}

interface Known {
  /** The index of the row. */
  at: number;
  /** The damage that is there; null where it is sent a second time. */
  id: number | null;
  container: string;
  damage_type: string;
  component: string;
  location: string;
}
