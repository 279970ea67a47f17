import { In } from '../../common/input/in';
import { FieldMap, reference } from '../../common/write/field-map';
import { idLookupOf, lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { ManifestFields } from './manifest.dto';
import { Manifest } from './manifest.entity';

class ManifestLine {
  @In.text({ required: true }) shipping_line: string;
  @In.text() voyage_number?: string | null;
  /** The same as `voyage_number`. */
  @In.text() voyage?: string | null;
}

const VOYAGE = lookupOf(Voyage, 'number');

/**
 * The voyage, by its number or, in a request, by its id. One of them is required. If both are given, they name the same
 * voyage.
 */
const voyage: FieldMap = {
  ...reference('voyage_number', VOYAGE, { column: 'voyage_id' }),
  idField: 'voyage_id',
  put: (row) => {
    const { voyage_id: id, voyage_number, voyage: alias } = row.values;
    const options = { what: 'Voyage' };
    if (id)
      row.want('voyage_id', idLookupOf(VOYAGE.kind), id, (found) => row.set('voyage_id', found), options);
    const take = (found: number) => {
      const { columns } = row as RowOf<Manifest>;
      if (id && columns.voyage_id !== found)
        row.invalid('voyage_number', 'must be that of the voyage that voyage_id names');
      else columns.voyage_id = found;
    };
    if (voyage_number) row.want('voyage_number', VOYAGE, voyage_number, take, options);
    else if (alias) row.want('voyage', VOYAGE, alias, take, options);
  },
  prepare: (rows, { history }) => {
    for (const row of rows)
      if (!row.wanted.some(({ lookup }) => lookup.kind === VOYAGE.kind))
        row.invalid('voyage_number', history ? 'is required' : 'is required, or voyage_id');
    return Promise.resolve();
  },
};

export const manifestModel = new WriteModel({
  entity: Manifest,
  input: [ManifestFields, ManifestLine],
  key: ['client_identifier'],
  maps: {
    shipping_line: reference('shipping_line', lookupOf(ShippingLine, 'code')),
    voyage_number: voyage,
    voyage: { columns: [], put: () => undefined },
  },
});
