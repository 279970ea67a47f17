import type { Row, RowClass } from '../schema/columns';
import { FieldMap, reference } from '../write/field-map';
import { lookupOf } from '../write/lookups';
import { WriteModel, WriteOptions } from '../write/write-model';
import { kindOf } from './kind';
import { kindClasses } from './kind-classes';

/**
 * Makes the write model of a set-up kind from its definition. A request names references by key or id. Mappings of
 * custom fields, and rules, are passed in.
 */
export function kindModel<E extends Row>(
  entity: RowClass<E>,
  particular: Partial<WriteOptions<E>> = {},
): WriteModel<E> {
  const kind = kindOf(entity);
  const maps: Record<string, FieldMap | null> = { ...particular.maps };
  const required = kind.fields.filter((field) => field.reference?.required).map(({ name }) => name);
  const known = new Set(Object.values(maps).map((map) => map?.idField));
  for (const { name, reference: to, custom } of kind.fields) {
    if (custom && maps[name] === undefined && !known.has(name))
      throw new Error(`How is ${name} of ${kind.plural} kept?`);
    if (to) maps[name] ??= reference(name, lookupOf(to.target(), to.key), { byId: 'checked' });
  }
  const key = [...[kind.within ?? []].flat(), kind.key];
  const input = [kindClasses(kind).Create, ...(particular.input ?? [])];
  return new WriteModel({ ...particular, entity, input, key, maps, required });
}
