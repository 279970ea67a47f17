import { OpenTo } from '../../common/party-wall/open-to';
import { isOwnConsignee } from '../../common/party-wall/own-company';
import { Of, view } from '../../common/view/view';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { Exporter } from '../../parties/setup/exporter.kind';
import { PackingListItemOfBill } from '../packing-list-items/packing-list-item.view';
import { billCargo, BillCargo, BillCargoDetails } from './bill-cargo.view';
import * as counts from './bill-counts';
import { BillOfLading } from './bill-of-lading.entity';
import { BillOfLadingShow, OPEN_OF_BILL } from './bill-of-lading.view';

const ConsigneeOut = view(Consignee);

/** A consignee, as the bills of a voyage show it. Its address is its own: others read the one that stands on the bill. */
@OpenTo.parties({
  fields: ['id', 'name'],
  own: {
    address: (of) => isOwnConsignee(of('organization_id'), of('id')),
  },
})
export class VoyageBillConsignee {
  @ConsigneeOut.id() id: number;
  @ConsigneeOut.text() name: string;
  @ConsigneeOut.text() address: string | null;
}

const ExporterOut = view(Exporter);

/** An exporter, as the bills of a voyage show it. */
@OpenTo.parties({ fields: ['id', 'name'] })
export class VoyageBillExporter {
  @ExporterOut.id() id: number;
  @ExporterOut.text() name: string;
  @ExporterOut.text() address: string | null;
}

const Out = view(BillOfLading);

const count = (build: (of: Of) => string, description: string) =>
  Out.sql(build, 'bigInteger', { nullable: false, description, example: 1 });
const billsPath = (of: Of) =>
  `'/api/v1/voyages/' || url_encode(${of('manifest.voyage.number')}) || '/bill_of_ladings'`;

/** What parties see of a bill with its cargo. Counts are those of the whole bill, lists hold what is theirs. */
const OPEN = [...OPEN_OF_BILL, 'quantity', 'has_packing_list_items', 'packing_list_items', 'actions'];

/** A bill of lading with its cargo, as the list of a voyage shows it. */
@OpenTo.parties({ fields: OPEN, instead: { cargo: (of) => billCargo(of, { forParties: true }) } })
export class VoyageBillItem extends BillOfLadingShow {
  @Out.one('consignee', () => VoyageBillConsignee) override consignee: VoyageBillConsignee | null;
  @Out.one('exporter', () => VoyageBillExporter) override exporter: VoyageBillExporter | null;
  @count(counts.cargoCount, 'How many pieces of cargo: a container counts 1') quantity: number;
  @Out.sql(
    (of) =>
      `EXISTS (SELECT FROM packing_list_items i WHERE i.organization_id = ${of('organization_id')} AND i.bill_of_lading_id = ${of('id')})`,
    'boolean',
    { nullable: false },
  )
  has_packing_list_items: boolean;
  @Out.many('packing_list_items', () => PackingListItemOfBill) packing_list_items: PackingListItemOfBill[];
  @Out.shaped((of) => billCargo(of), () => BillCargo, { isArray: true }) cargo: BillCargo[];
  @Out.actions({
    show: [
      'GET',
      (of) =>
        `${billsPath(of)} || '/' || url_encode(${of('number')}) || '.json?manifest_client_identifier=' || url_encode(${of('manifest.client_identifier')})`,
    ],
    index: ['GET', (of) => `${billsPath(of)} || '.json'`],
  })
  actions: object;
}

/** A bill of lading of a voyage alone, with where its cargo is (decision 36). */
@OpenTo.parties({
  fields: [
    ...OPEN,
    'manifested_count',
    'cargo_at_terminal_destination_count',
    'cargo_at_terminal_count',
    'cargo_delivered_count',
    'packing_list_items_at_terminal_destination_count',
    'packing_list_items_at_terminal_count',
    'packing_list_items_delivered_count',
  ],
  instead: { cargo: (of) => billCargo(of, { details: true, forParties: true }) },
})
export class VoyageBillShow extends VoyageBillItem {
  @Out.shaped((of) => billCargo(of, { details: true }), () => BillCargoDetails, { isArray: true })
  override cargo: BillCargoDetails[];
  @count(counts.cargoCount, 'The cargo quantity of the bill') manifested_count: number;
  @count(
    counts.cargoAtDestination,
    'How many of the manifested pieces are at the terminal that the voyage discharges to',
  )
  cargo_at_terminal_destination_count: number;
  @count(counts.cargoAtTerminal, 'How many of the manifested pieces are at any terminal of the organization')
  cargo_at_terminal_count: number;
  @count(counts.cargoDelivered, 'How many of the manifested pieces were handed over to their receivers')
  cargo_delivered_count: number;
  @count(
    counts.packingListAtDestination,
    'How many packages of the packing list are at the terminal that the voyage discharges to',
  )
  packing_list_items_at_terminal_destination_count: number;
  @count(
    counts.packingListAtTerminal,
    'How many packages of the packing list are at any terminal of the organization',
  )
  packing_list_items_at_terminal_count: number;
  @count(
    counts.packingListDelivered,
    'How many packages of the packing list were handed over to their receivers',
  )
  packing_list_items_delivered_count: number;
}
