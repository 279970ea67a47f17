import { toId } from '../../common/database/sql/conditions';
import { humanize } from '../../common/errors/humanize';
import { FieldMap } from '../../common/write/field-map';
import { idLookupOf, Lookup, lookupOf } from '../../common/write/lookups';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import { LOCATIONS } from './locations';
import type { Located } from './located';
import { COMMON } from '../../common/errors/codes';

/** A type of place that has records in the service. */
type PlaceType = keyof typeof LOCATIONS;

const isPlace = (type: string): type is PlaceType => type in LOCATIONS;
const lookup = (type: PlaceType): Lookup => lookupOf(LOCATIONS[type].table, LOCATIONS[type].key);

/** The location as the input states it: the type of the place, and the place by key or by id. */
interface Said {
  current_location_type?: string | null;
  /** In a file, a deleted consignee is an object. */
  current_location?: string | object | null;
  current_location_id?: number | null;
}

/**
 * The location of a record: the type of the place, and the place by its key, or in a request by its id. A place without
 * a type has the type that the record has, so the model has to compare. A type without records in the service takes the
 * terminal's own number instead.
 */
export const location: Record<string, FieldMap> = {
  current_location_type: {
    columns: ['current_location_type'],
    value: () => 't.current_location_type',
    put: () => undefined,
  },
  current_location: {
    columns: ['current_location_id'],
    kinds: Object.values(LOCATIONS).map(({ table }) => table),
    idField: 'current_location_id',
    value: () => placeNamed('t.current_location_type', 't.current_location_id'),
    put: () => undefined,
    complete: (rows, { history }) => {
      for (const row of rows as RowOf<Located>[])
        if (row.said<Said>().current_location === undefined) placeById(row);
        else placeByName(row, history);
    },
  },
};

/** The field by which a row states its location. A refusal of the location names this field. */
export function placeFieldOf({ values }: Pick<WriteRow, 'values'>): string {
  const fields = ['current_location', 'current_location_id', 'current_location_type'];
  return fields.find((field) => values[field] !== undefined) ?? 'current_location';
}

/** SQL: the key that an export writes for the place in these columns. */
function placeNamed(type: string, id: string): string {
  const names = (Object.keys(LOCATIONS) as PlaceType[]).map(
    (each) => `WHEN '${each}' THEN to_json(${lookup(each).name(id)})`,
  );
  return `CASE ${type} ${names.join(' ')} ELSE to_json(${id}::text) END`;
}

/**
 * An earlier location, which only a file states: the type of the place in `<field>_type`, and the place by its key in
 * `field`. Without the key, only the type is known.
 */
export function placeBefore(field: string): Record<string, FieldMap> {
  const [type, id] = [`${field}_type`, `${field}_id`];
  return {
    [field]: {
      columns: [id],
      kinds: Object.values(LOCATIONS).map(({ table }) => table),
      value: () => placeNamed(`t.${type}`, `t.${id}`),
      put: (row, named) => {
        if (named === undefined) return;
        row.set(id, null);
        if (named !== null) wantPlace(row, field, row.values[type], named, (found) => row.set(id, found));
      },
    },
  };
}

function place(row: WriteRow, type: string | null, id: number | null): void {
  row.set('current_location_type', type);
  row.set('current_location_id', id);
}

function placeByName(row: RowOf<Located>, history: boolean): void {
  const { current_location: name, current_location_type: sent } = row.said<Said>();
  const { before } = row;
  const type = (sent === undefined && name ? before?.current_location_type : sent) ?? null;
  if (!name) return place(row, type, null);
  const take = (id: number) => place(row, type, id);
  // In a file, a bare name means the consignee that is not deleted.
  const current = !history && before?.current_location_type === type ? before?.current_location_id : null;
  wantPlace(row, 'current_location', type, name, take, current);
}

/**
 * Looks up the place of this type that a field names. A type without records in the service takes a number.
 * @param current the id of the place where the record is, when that is of this type
 */
function wantPlace(
  row: Pick<WriteRow, 'want' | 'refuse' | 'invalid'>,
  field: string,
  type: unknown,
  name: unknown,
  take: (id: number) => void,
  current?: number | null,
): void {
  if (typeof type !== 'string') return row.invalid(`${field}_type`, `is required with ${field}`);
  if (typeof name === 'object' && type !== 'Consignee') return row.invalid(field, 'must be text');
  if (isPlace(type)) return row.want(field, lookup(type), name, take, { what: humanize(type), current });
  const id = toId(name as string);
  if (id) return take(id);
  row.refuse(field, {
    code: COMMON.unknown_reference,
    sentence: `${humanize(type)} '${name as string}' is unknown: it goes by a number.`,
  });
}

/**
 * A type alone leaves the place unknown. An id alone is a place of the type that the record has. A changed type clears
 * the id.
 */
function placeById(row: RowOf<Located>): void {
  const before = {
    type: row.before?.current_location_type ?? null,
    id: row.before?.current_location_id ?? null,
  };
  const { current_location_type: type = before.type, current_location_id: sent } = row.said<Said>();
  const id = sent === undefined ? (type === before.type ? before.id : null) : sent;
  if (type === before.type && id === before.id) return;
  if (type === null) {
    if (sent) row.invalid('current_location_type', 'is required with current_location_id');
    else place(row, null, null);
  } else if (id !== null && isPlace(type))
    row.want('current_location_id', idLookupOf(LOCATIONS[type].table), id, () => place(row, type, id), {
      what: humanize(type),
    });
  else place(row, type, id);
}
