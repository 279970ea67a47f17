import sql from 'sql-template-tag';
import { In } from '../../common/input/in';
import { type FieldMap, reference } from '../../common/write/field-map';
import { joinKey, type Lookup, lookupOf, partsOf, tableOfKeys } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { CELL, cellInput } from '../cell';
import { CONTAINER_STATUSES } from '../containers/container-words';
import { dangerousGoods, dangerousInput, type DangerousGoodsFields } from '../dangerous-goods';
import { BayplanCell } from './bayplan-cell.entity';
import { Bayplan, LEGS } from './bayplan.entity';

/** A bayplan in a file. Its cells stand in a file of their own. */
class BayplanLine {
  @In.text({ required: true, description: 'The number of the voyage' }) voyage: string;
  @In.oneOf(LEGS, { required: true }) leg: string;
  @In.text() document_number?: string | null;
  @In.time() document_date?: string | null;
  @In.text() port_of_departure?: string | null;
  @In.text() next_port?: string | null;
  @In.int({ min: 0 }) cells_count?: number;
  @In.int({ min: 0 }) for_here_count?: number;
}

/** A cell of a bayplan in a file. */
class BayplanCellLine {
  @In.text({ required: true, description: 'The number of the voyage' }) voyage: string;
  @In.oneOf(LEGS, { required: true }) leg: string;
  @cellInput() cell: string;
  @In.text() container_number?: string | null;
  @In.text() size_type?: string | null;
  @In.oneOf(CONTAINER_STATUSES) container_status?: string | null;
  @In.number({ min: 0 }) weight?: number | null;
  @In.text() port_of_loading?: string | null;
  @In.text() port_of_discharge?: string | null;
  @In.bool() for_here?: boolean;
  @In.text() shipping_line?: string | null;
  @In.number() temperature?: number | null;
  @dangerousInput() dangerous?: DangerousGoodsFields[] | null;
}

export const bayplanModel = new WriteModel({
  entity: Bayplan,
  input: [BayplanLine],
  key: ['voyage', 'leg'],
  maps: { voyage: reference('voyage', lookupOf(Voyage, 'number')) },
});

/** The look-up of a bayplan by voyage and leg. */
const BAYPLAN: Lookup = {
  kind: 'bayplans',
  what: 'Bayplan',
  keyOf: (named) => joinKey(...(named as [string, string])),
  find: (organization_id, keys) => sql`
    SELECT k.key, p.id FROM ${tableOfKeys(keys)}
    JOIN voyages v ON v.organization_id = ${organization_id} AND v.number = k.key::json ->> 0
    JOIN bayplans p ON p.organization_id = v.organization_id AND p.voyage_id = v.id AND p.leg = k.key::json ->> 1`,
  name: (column) => `(SELECT v.number FROM bayplans p
    JOIN voyages v ON v.organization_id = p.organization_id AND v.id = p.voyage_id
    WHERE p.organization_id = t.organization_id AND p.id = ${column})`,
  unknown: (key) => `${partsOf(key).reverse().join(' of voyage ')} is unknown`,
};

const ofPlan: Record<'voyage' | 'leg', FieldMap> = {
  voyage: {
    columns: ['bayplan_id'],
    kinds: [BAYPLAN.kind],
    value: () => BAYPLAN.name('t.bayplan_id'),
    put: (row, voyage) =>
      row.want('voyage', BAYPLAN, [voyage, row.values.leg], (id) => row.set('bayplan_id', id)),
  },
  leg: {
    columns: [],
    value: () =>
      `(SELECT p.leg FROM bayplans p WHERE p.organization_id = t.organization_id AND p.id = t.bayplan_id)`,
    put: () => undefined,
  },
};

/** The write model of the cells of bayplans, for files alone. A cell may have several containers, as bundled flats are. */
export const bayplanCellModel = new WriteModel({
  entity: BayplanCell,
  input: [BayplanCellLine],
  key: ['voyage', 'leg', 'cell', 'container_number'],
  match: ['bayplan_id', 'cell', 'container_number'],
  several: true,
  required: ['cell'],
  maps: { ...ofPlan, dangerous: dangerousGoods },
  derived: {
    columns: ['bay'],
    fill: (row) => {
      const { cell } = row.columns;
      if (cell && CELL.test(cell)) row.set('bay', Number(cell.slice(0, 3)));
    },
  },
});
