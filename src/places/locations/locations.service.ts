import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { toId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { Invalid, Refused, Unknown } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Row, RowClass } from '../../common/schema/columns';
import { LOCATIONS } from './locations';

/** The columns of a record's location. */
export interface LocationColumns {
  current_location_type?: string | null;
  current_location_id?: number | null;
}

/** The location fields of a request: the place by its name, or by its id. */
export interface LocationInput extends LocationColumns {
  current_location?: string | null;
}

/** A type of place that the service keeps records of. */
type PlaceType = keyof typeof LOCATIONS;

/** Finds the place that a request names, by its name or by its id. */
@Injectable()
export class LocationsService {
  constructor(private readonly db: Db) {}

  /**
   * The location columns that a request writes; none when it does not speak of the location. A place alone is one
   * of the type that the record has.
   * @param id the record that is updated
   * @throws Invalid when a place is named without its type, Refused when there is no such place
   */
  async columns(
    sent: LocationInput,
    entity: RowClass<Row & LocationColumns>,
    id?: number,
  ): Promise<LocationColumns> {
    const { current_location: name, current_location_type, current_location_id } = sent;
    if ([name, current_location_type, current_location_id].every((each) => each === undefined)) return {};
    const current: LocationColumns = (id ? await this.db.find(entity, { id }, { lock: true }) : null) ?? {};
    if (name === undefined) return this.columnsById(sent, current);
    const type =
      current_location_type === undefined && name ? current.current_location_type : current_location_type;
    if (!name) return { current_location_type: type ?? null, current_location_id: null };
    if (!type) throw new Invalid({ current_location_type: ['is required with current_location'] });
    return { current_location_type: type, current_location_id: await this.named(type, name) };
  }

  /**
   * The location columns that a request writes which gives the place by its id. A type alone says what kind of
   * place it is; an id alone is a place of the type that the record has; a change of the type forgets the id.
   * None when the request leaves the location as it is.
   * @throws Invalid when a place is given without a type, Refused when there is no such place
   */
  async columnsById(sent: LocationColumns, current: LocationColumns = {}): Promise<LocationColumns> {
    const before = { type: current.current_location_type ?? null, id: current.current_location_id ?? null };
    const { current_location_type: type = before.type } = sent;
    const { current_location_id: id = type === before.type ? before.id : null } = sent;
    if (type === before.type && id === before.id) return {};
    if (type === null && sent.current_location_id)
      throw new Invalid({ current_location_type: ['is required with current_location_id'] });
    if (type !== null && id !== null && type in LOCATIONS)
      await this.idOf(type as PlaceType, 'id', id, 'current_location_id');
    return { current_location_type: type, current_location_id: type === null ? null : id };
  }

  private async named(type: string, name: string): Promise<number> {
    if (type in LOCATIONS)
      return this.idOf(
        type as PlaceType,
        'key',
        type === 'Container' ? normalizeContainerNumber(name) : name,
        'current_location',
      );
    const id = toId(name);
    if (!id)
      throw new Refused(`${type} '${name}' is unknown: it goes by a number.`, { field: 'current_location' });
    return id;
  }

  private async idOf(
    type: PlaceType,
    by: 'key' | 'id',
    value: string | number,
    field: string,
  ): Promise<number> {
    const { table, key } = LOCATIONS[type];
    const column = raw(by === 'key' ? key : 'id');
    const alive = type === 'Consignee' ? sql`AND deleted_at IS NULL` : sql``;
    const [row] = await this.db.query<{ id: number }>(sql`
      SELECT id FROM ${raw(table)}
      WHERE organization_id = ${this.db.actor.organization_id} AND ${column} = ${value} ${alive}`);
    if (!row) throw new Unknown(type, value, field);
    return row.id;
  }
}
