import sql from 'sql-template-tag';
import { Breakbulk } from '../../cargo/breakbulks/breakbulk.kind';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { Vehicle } from '../../cargo/vehicles/vehicle.kind';
import { In } from '../../common/input/in';
import { type FieldMap, reference } from '../../common/write/field-map';
import { joinKey, type Lookup, lookupOf, partsOf, tableOfKeys } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { CARGO_TYPES, TALLY_TYPES } from './tally-words';
import { TallyItem } from './tally-item.entity';

/** A line of an item. Only files state items; those of requests follow from lists and moves. */
class TallyItemLine {
  @In.text({ required: true }) voyage: string;
  @In.oneOf(TALLY_TYPES, { required: true }) tally_type: string;
  @In.oneOf(CARGO_TYPES, { required: true }) cargo_type: string;
  @In.text() container?: string | null;
  @In.text() vehicle?: string | null;
  @In.text() breakbulk?: string | null;
  @In.text() container_type?: string | null;
  @In.text() shipping_line?: string | null;
  @In.text() load_list?: string | null;
  /** Which item of the load list, from 1. */
  @In.int({ min: 1 }) load_list_item?: number | null;
  @In.int({ required: true, min: 0 }) quantity: number;
  @In.int({ min: 0 }) done_quantity?: number;
}

/** The look-up of a tally by voyage and type. */
const TALLY: Lookup = {
  kind: 'tallies',
  what: 'Tally',
  keyOf: (named) => joinKey(...(named as [string, string])),
  find: (organization_id, keys) => sql`
    SELECT k.key, t.id FROM ${tableOfKeys(keys)}
    JOIN voyages v ON v.organization_id = ${organization_id} AND v.number = k.key::json ->> 0
    JOIN tallies t ON t.organization_id = v.organization_id AND t.voyage_id = v.id
      AND t.tally_type = k.key::json ->> 1`,
  name: (column) => `(SELECT v.number FROM tallies y
    JOIN voyages v ON v.organization_id = y.organization_id AND v.id = y.voyage_id
    WHERE y.organization_id = t.organization_id AND y.id = ${column})`,
  unknown: (key) => `${partsOf(key).reverse().join(' of voyage ')} is unknown`,
};

/** The look-up of a load list item by the name of its list and its place in it, from 1. */
const LIST_ITEM: Lookup = {
  kind: 'load_list_items',
  what: 'Load list item',
  keyOf: (named) => joinKey(...(named as [string, number])),
  find: (organization_id, keys) => sql`
    SELECT k.key, i.id FROM ${tableOfKeys(keys)}
    JOIN load_lists l ON l.organization_id = ${organization_id} AND l.name = k.key::json ->> 0
    CROSS JOIN LATERAL (
      SELECT i.id FROM load_list_items i
      WHERE i.organization_id = l.organization_id AND i.load_list_id = l.id
      ORDER BY i.id OFFSET (k.key::json ->> 1)::integer - 1 LIMIT 1) i`,
  name: (column) => `(SELECT count(*) FROM load_list_items i
    JOIN load_list_items o ON o.organization_id = i.organization_id AND o.load_list_id = i.load_list_id AND o.id <= i.id
    WHERE i.organization_id = t.organization_id AND i.id = ${column} HAVING count(*) > 0)`,
  unknown: (key) => `${partsOf(key).reverse().join(' of ')} is unknown`,
};

const tally: Record<'voyage' | 'tally_type', FieldMap> = {
  voyage: {
    columns: ['tally_id'],
    kinds: [TALLY.kind],
    value: () => TALLY.name('t.tally_id'),
    put: (row, voyage) =>
      row.want('voyage', TALLY, [voyage, row.values.tally_type], (id) => row.set('tally_id', id)),
  },
  tally_type: {
    columns: [],
    value: () =>
      `(SELECT y.tally_type FROM tallies y WHERE y.organization_id = t.organization_id AND y.id = t.tally_id)`,
    put: () => undefined,
  },
};

const listItem: Record<'load_list' | 'load_list_item', FieldMap> = {
  load_list: {
    columns: [],
    kinds: ['load_lists'],
    value: () => `(SELECT l.name FROM load_list_items i
      JOIN load_lists l ON l.organization_id = i.organization_id AND l.id = i.load_list_id
      WHERE i.organization_id = t.organization_id AND i.id = t.load_list_item_id)`,
    put: () => undefined,
  },
  load_list_item: {
    columns: ['load_list_item_id'],
    value: () => LIST_ITEM.name('t.load_list_item_id'),
    put: (row, at) => {
      const { load_list } = row.values;
      if (at === undefined) return;
      row.set('load_list_item_id', null);
      if (typeof at === 'number' && load_list)
        row.want('load_list_item', LIST_ITEM, [load_list, at], (id) => row.set('load_list_item_id', id));
    },
  },
};

/** The write model of the items of tallies, for files alone. */
export const tallyItemModel = new WriteModel({
  entity: TallyItem,
  input: [TallyItemLine],
  key: [
    'voyage',
    'tally_type',
    'cargo_type',
    'container',
    'vehicle',
    'breakbulk',
    'load_list_item',
    'quantity',
  ],
  match: [
    'tally_id',
    'cargo_type',
    'container_id',
    'vehicle_id',
    'breakbulk_id',
    'load_list_item_id',
    'beyond',
  ],
  several: true,
  maps: {
    ...tally,
    ...listItem,
    container: reference('container', lookupOf(Container, 'number')),
    vehicle: reference('vehicle', lookupOf(Vehicle, 'vin_number')),
    breakbulk: reference('breakbulk', lookupOf(Breakbulk, 'reference_number')),
    container_type: reference('container_type', lookupOf(ContainerType, 'code')),
    shipping_line: reference('shipping_line', lookupOf(ShippingLine, 'code')),
  },
  derived: {
    columns: ['beyond'],
    fill: (row) => row.set('beyond', row.columns.quantity === 0),
  },
});
