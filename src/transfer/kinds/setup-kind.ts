import type { RowClass } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { FieldMap, reference } from '../field-map';
import { lookupOf, tableOf } from '../lookups';
import { TableKind, TableKindOptions } from '../table-kind';

/**
 * A set-up kind, from its definition. Its references are named by key; how its custom fields are kept is
 * given beside it.
 */
export function setupKind(entity: RowClass, particular: Partial<TableKindOptions> = {}): TableKind {
  const kind = kindOf(entity);
  const maps: Record<string, FieldMap | null> = { ...particular.maps };
  const required = kind.fields.filter((field) => field.reference?.required).map(({ name }) => name);
  for (const { name, reference: to, custom } of kind.fields) {
    if (custom && maps[name] === undefined) throw new Error(`How is ${name} of ${kind.plural} kept?`);
    if (!to) continue;
    maps[name] = reference(name, lookupOf(tableOf(to.target()), to.key));
    maps[`${name}_id`] = null;
  }
  const key = kind.within ? [kind.within, kind.key] : [kind.key];
  const input = [kindClasses(kind).Create, ...(particular.input ?? [])];
  return new TableKind({ ...particular, entity, input, key, maps, required });
}
