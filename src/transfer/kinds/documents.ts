import { CreateBill, CreateBillBody } from '../../cargo/bills-of-lading/bill-of-lading.dto';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { ManifestFields } from '../../cargo/manifests/manifest.dto';
import { Manifest } from '../../cargo/manifests/manifest.entity';
import { In } from '../../common/input/in';
import { alias, reference } from '../field-map';
import { BILL, lookupOf } from '../lookups';
import { TableKind } from '../table-kind';
import { ConsigneeLine } from './consignee-reference';

class ManifestLine {
  @In.text({ required: true }) shipping_line: string;
  @In.text() voyage_number?: string | null;
  /** The number, too: a request may give `voyage_id`. */
  @In.text() voyage?: string | null;
}

const voyage = (field: string) => reference(field, lookupOf('voyages', 'number'), { column: 'voyage_id' });

export const manifests = () =>
  new TableKind({
    entity: Manifest,
    input: [ManifestFields, ManifestLine],
    key: ['client_identifier'],
    maps: {
      shipping_line: reference('shipping_line', lookupOf('shipping_lines', 'code')),
      voyage_number: voyage('voyage_number'),
      voyage: alias(voyage('voyage')),
    },
    derived: {
      columns: [],
      fill: ({ line }) => {
        const { voyage_number, voyage } = line.values;
        if (!voyage_number && !voyage) line.refuse('voyage_number', 'is required');
      },
    },
  });

class BillLine {
  @In.text({ required: true }) manifest: string;
}

/** A port that is not known is ignored, as it is in a request (decision 35). */
const port = (name: string) =>
  reference(`${name}_locode`, lookupOf('ports', 'locode'), { column: `${name}_id`, optional: true });

export const billOfLadings = () =>
  new TableKind({
    entity: BillOfLading,
    input: [BillLine, CreateBill, CreateBillBody, ConsigneeLine],
    key: ['manifest', 'number'],
    named: BILL,
    maps: {
      bill_of_lading: null,
      manifest: reference('manifest', lookupOf('manifests', 'client_identifier')),
      package_code: reference('package_code', lookupOf('package_types', 'code'), {
        column: 'package_type_id',
      }),
      consignee: reference('consignee', lookupOf('consignees', 'name')),
      exporter: reference('exporter', lookupOf('exporters', 'name')),
      port_of_loading_locode: port('port_of_loading'),
      port_of_discharge_locode: port('port_of_discharge'),
      port_of_delivery_locode: port('port_of_delivery'),
    },
  });
