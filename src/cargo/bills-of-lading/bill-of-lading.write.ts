import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { humanize } from '../../common/errors/humanize';
import { In } from '../../common/input/in';
import type { RowClass } from '../../common/schema/columns';
import { FieldMap, reference } from '../../common/write/field-map';
import { idLookupOf, lookupOf, tableOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { ConsigneeLine } from '../../parties/consignees/consignee-reference';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { Exporter } from '../../parties/setup/exporter.kind';
import { Port } from '../../places/setup/port.kind';
import { Manifest } from '../manifests/manifest.entity';
import { PackageType } from '../setup/package-type.kind';
import { BILL } from './bill-lookup';
import { CreateBill, CreateBillBody } from './bill-of-lading.dto';
import { BillOfLading } from './bill-of-lading.entity';
import { COMMON } from '../../common/errors/codes';

class BillLine {
  @In.text({ required: true }) manifest: string;
}

/**
 * A port by its locode. An update also takes the locode under the name of the port. An unknown locode is ignored
 * (decision 35).
 */
function port(name: string): FieldMap {
  const column = `${name}_id`;
  const map = reference(`${name}_locode`, lookupOf(Port, 'locode'), { column, optional: true });
  const put: FieldMap['put'] = (row, locode) => {
    const named = row.values[name];
    // Null under either name clears the port, unless the other name has a locode.
    map.put(row, named ?? (locode === undefined ? named : locode));
  };
  return { ...map, put };
}

/** A consignee or an exporter. A bill keeps the one that it has (decision 35). */
function party(field: 'consignee' | 'exporter', entity: RowClass): FieldMap {
  const table = tableOf(entity);
  const lookup = lookupOf(entity, 'name');
  const column = `${field}_id` as const;
  const what = humanize(field);

  const put = (row: RowOf<BillOfLading>, names: Map<number, string>) => {
    const { [field]: name, [column]: id } = row.values;
    if (name === undefined && id === undefined) return;
    const said = id === undefined ? field : column;
    const current = row.before?.[column];
    const keep = (isSame: boolean) =>
      isSame ||
      row.refuse(said, {
        code: COMMON.cannot_change,
        sentence: `${what} of a bill of lading cannot be changed.`,
      });
    const take = (found: number) => (current ? keep(found === current) : row.set(column, found));
    if (current && (id || typeof name !== 'object' || name === null))
      keep(id ? id === current : Boolean(name) && name === names.get(current));
    else if (id) row.want(column, idLookupOf(table), id, take, { what });
    else if (name) row.want(field, lookup, name, take);
    else row.set(column, null);
  };

  return {
    columns: [column],
    kinds: [table],
    idField: column,
    value: () => lookup.name(`t.${column}`),
    put: () => undefined,
    complete: async (rows, { db }) => {
      const bills = rows as RowOf<BillOfLading>[];
      const ids = bills.flatMap(({ before }) => before?.[column] ?? []);
      // Not through the look-up, which would miss a consignee that was deleted meanwhile.
      const known = ids.length
        ? await db.query<{ id: number; name: string }>(sql`
            SELECT id, name FROM ${raw(table)}
            WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)}`)
        : [];
      const names = new Map(known.map(({ id, name }) => [id, name]));
      for (const row of bills) put(row, names);
    },
  };
}

export const billOfLadingModel = new WriteModel({
  entity: BillOfLading,
  input: [BillLine, CreateBill, CreateBillBody, ConsigneeLine],
  key: ['manifest', 'number'],
  named: BILL,
  compares: true,
  maps: {
    bill_of_lading: null,
    manifest: reference('manifest', lookupOf(Manifest, 'client_identifier'), { byId: 'plain' }),
    package_code: reference('package_code', lookupOf(PackageType, 'code'), { column: 'package_type_id' }),
    consignee: party('consignee', Consignee),
    exporter: party('exporter', Exporter),
    port_of_loading_locode: port('port_of_loading'),
    port_of_discharge_locode: port('port_of_discharge'),
    port_of_delivery_locode: port('port_of_delivery'),
  },
});
