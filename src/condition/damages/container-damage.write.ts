import sql from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import { StayLine, stayOrNone } from '../../cargo/stays/container-stay.write';
import { User } from '../../common/auth/user.kind';
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
  for (const row of rows) {
    const named = (field: 'damage_type_id' | 'component_id') =>
      row.columns[field] === row.before?.[field] ? 0 : (row.columns[field] ?? 0);
    const [type, component] = [named('damage_type_id'), named('component_id')];
    if (!type && !component) continue;
    const { organization_id } = db.actor;
    const inactive = await db.query<{ field: 'damage_type' | 'component'; code: string }>(sql`
      SELECT 'damage_type' AS field, y.code FROM damage_types y
      WHERE y.organization_id = ${organization_id} AND y.id = ${type} AND NOT y.active
      UNION ALL
      SELECT 'component', p.code FROM damage_components p
      WHERE p.organization_id = ${organization_id} AND p.id = ${component} AND NOT p.active`);
    for (const { field, code } of inactive)
      row.refuse(field, {
        code: CONDITION.damage_word_inactive,
        sentence: CONDITION_SAYS[`damage_word_inactive.${field}`]({ code }),
        records: naming(field === 'component' ? 'damage_component' : field, code),
      });
  }
}

/** A second look is not a second dent: an open damage of one type, component and location is there once, or `again`. */
async function refuseKnown(rows: RowOf<ContainerDamage>[], { db }: WriteRun): Promise<void> {
  for (const row of rows) {
    const type = row.after('damage_type_id')!;
    const component = row.after('component_id')!;
    const location = row.after('location')!;
    const isMoved =
      row.before?.damage_type_id !== type ||
      row.before.component_id !== component ||
      row.before.location !== location;
    if (row.after('again') || !isMoved) continue;
    const [known] = await db.query<Known>(sql`
      SELECT d.id, c.number AS container, y.code AS damage_type, p.code AS component, d.location
      FROM container_damages d
      JOIN containers c ON c.organization_id = d.organization_id AND c.id = d.container_id
      JOIN damage_types y ON y.organization_id = d.organization_id AND y.id = d.damage_type_id
      JOIN damage_components p ON p.organization_id = d.organization_id AND p.id = d.component_id
      WHERE d.organization_id = ${db.actor.organization_id} AND d.container_id = ${row.after('container_id')!}
        AND d.status = 'open' AND d.damage_type_id = ${type} AND d.component_id = ${component}
        AND d.location = ${location} AND d.id <> ${row.id ?? 0}
      ORDER BY d.id LIMIT 1`);
    if (!known) continue;
    const { id, ...said } = known;
    row.conflict('damage_type', {
      code: CONDITION.damage_known,
      sentence: CONDITION_SAYS.damage_known(said),
      records: naming('container_damage', id),
    });
  }
}

interface Known {
  id: number;
  container: string;
  damage_type: string;
  component: string;
  location: string;
}
