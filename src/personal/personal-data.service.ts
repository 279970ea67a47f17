import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import { User } from '../common/auth/user.kind';
import { Db } from '../common/database/db';
import { NotFound } from '../common/errors/errors';
import { humanize } from '../common/errors/humanize';
import { Json } from '../common/json';
import type { ColumnName, Columns, Row, RowClass } from '../common/schema/columns';
import { kindOf } from '../common/setup/kind';
import { kindClasses } from '../common/setup/kind-classes';
import { jsonArray } from '../common/view/json-sql';
import { asTime } from '../common/view/view';
import { TruckDriver } from '../parties/setup/truck-driver.kind';

/** A driver or a user, whose personal data can be erased. */
export type Person = TruckDriver | User;

/** The most records of each list. */
const MOST = 500;

/** The SQL of lists by their names: each selects rows with an `id`, of which the newest are shown. */
type Lists = Record<string, Sql>;

/** Shows what is kept about a driver or a user. */
@Injectable()
export class PersonalDataService {
  constructor(private readonly db: Db) {}

  /** @throws NotFound */
  async ofDriver(idOrKey: string): Promise<Json> {
    const { id } = await this.find(TruckDriver, idOrKey);
    const { organization_id } = this.db.actor;
    return this.told(TruckDriver, id, {
      trucks: sql`SELECT t.id, t.license_plate FROM trucks t
        WHERE t.organization_id = ${organization_id} AND t.truck_driver_id = ${id}`,
      truck_visits: sql`
        SELECT v.id, (
            SELECT json_build_object('id', t.id, 'license_plate', t.license_plate) FROM trucks t
            WHERE t.organization_id = v.organization_id AND t.id = v.truck_id) AS truck,
          ${time('v.gated_in_at')}, ${time('v.gated_out_at')}, v.cancelled_at IS NOT NULL AS cancelled
        FROM truck_visits v WHERE v.organization_id = ${organization_id} AND v.truck_driver_id = ${id}`,
      pre_advices: sql`
        SELECT a.id, a.advice_number AS number, ${time('a.created_at')}, ${time('a.used_at')}
        FROM pre_advices a WHERE a.organization_id = ${organization_id} AND a.truck_driver_id = ${id}`,
      appointments: sql`
        SELECT a.id, a.number, ${time('a.created_at')}, ${time('a.used_at')}
        FROM appointments a WHERE a.organization_id = ${organization_id} AND a.truck_driver_id = ${id}`,
      receipts: sql`
        SELECT r.id, r.number, ${time('r.issued_at')}
        FROM receipts r WHERE r.organization_id = ${organization_id} AND r.truck_driver_id = ${id}`,
      gate_refusals: sql`
        SELECT r.id, ${time('r.at')}, r.action,
          ARRAY(SELECT s ->> 'sentence' FROM jsonb_array_elements(r.reasons) s) AS sentences
        FROM gate_refusals r WHERE r.organization_id = ${organization_id} AND r.truck_driver_id = ${id}`,
      events: sql`
        SELECT e.id, e.type, ${time('e.occurred_at')}, e.subject_path FROM events e
        WHERE e.organization_id = ${organization_id} AND e.concerns @> ARRAY[${`truck_driver:${id}`}]`,
      audit_entries: this.traces('truck_drivers', id),
    });
  }

  /** @throws NotFound */
  async ofUser(idOrKey: string): Promise<Json> {
    const { id } = await this.find(User, idOrKey);
    const { organization_id } = this.db.actor;
    return this.told(User, id, {
      tokens: sql`
        SELECT k.id, k.prefix, k.description, ${time('k.created_at')}, ${time('k.last_used_at')}, ${time('k.revoked_at')}
        FROM tokens k WHERE k.organization_id = ${organization_id} AND k.user_id = ${id}`,
      identities: sql`
        SELECT i.id, (
            SELECT json_build_object('id', s.id, 'name', s.name) FROM identity_issuers s
            WHERE s.organization_id = i.organization_id AND s.id = i.issuer_id) AS issuer,
          i.sub, ${time('i.created_at')}, ${time('i.last_seen_at')}
        FROM user_identities i WHERE i.organization_id = ${organization_id} AND i.user_id = ${id}`,
      events: sql`
        SELECT e.id, e.type, ${time('e.occurred_at')}, e.subject_path FROM events e
        WHERE e.organization_id = ${organization_id} AND e.user_id = ${id}`,
      audit_entries: this.traces('users', id),
      writes: sql`
        SELECT a.id, ${time('a.created_at')}, a.operation, a.action, a.record_type, a.record_id FROM audit_entries a
        WHERE a.organization_id = ${organization_id} AND a.user_id = ${id}`,
    });
  }

  /** The person that a path names by id or by key. Throws NotFound. */
  async find<E extends Person>(
    entity: RowClass<E>,
    idOrKey: string,
    options?: { lock?: boolean },
  ): Promise<Columns<E> & Pick<Row, 'id'>> {
    const { key, singular } = kindOf(entity);
    const found = await this.db.findByIdOrKey(entity, key as ColumnName<E>, idOrKey.trim(), options);
    if (!found) throw new NotFound(humanize(singular), idOrKey);
    return found as Columns<E> & Pick<Row, 'id'>;
  }

  show(entity: RowClass<Person>, id: number): Promise<Json> {
    const kind = kindOf(entity);
    return this.db.show(kindClasses(kind).Show as Type, id, humanize(kind.singular));
  }

  private traces(table: string, id: number): Sql {
    return sql`
      SELECT a.id, ${time('a.created_at')}, a.operation, a.action, a.before, a.after FROM audit_entries a
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.record_type = ${table} AND a.record_id = ${id}`;
  }

  private async told(entity: RowClass<Person>, id: number, lists: Lists): Promise<Json> {
    const record = await this.show(entity, id);
    const names = Object.keys(lists);
    const each = names.map(
      (name, nth) => sql`
        (SELECT ${raw(jsonArray('l ORDER BY l.id DESC'))}::text
         FROM (SELECT * FROM (${lists[name]!}) a ORDER BY a.id DESC LIMIT ${MOST + 1}) l) AS ${raw(`list_${nth}`)}`,
    );
    const [row] = await this.db.query<Record<string, string>>(sql`SELECT ${join(each)}`);
    const shown = names.map((name, nth) => {
      const all = JSON.parse(row![`list_${nth}`]!) as unknown[];
      return { name, all: all.slice(0, MOST), isCut: all.length > MOST };
    });
    return Json.object({
      record,
      ...Object.fromEntries(shown.map(({ name, all }) => [name, all])),
      more: shown.filter(({ isCut }) => isCut).map(({ name }) => name),
    });
  }
}

/** SQL: a time as answers have it, under the name of its column. */
function time(column: string): Sql {
  const name = column.slice(column.indexOf('.') + 1);
  return raw(`${asTime(column)} AS ${name}`);
}
