import { OpenTo } from '../../common/party-wall/open-to';
import { ApiProperty } from '@nestjs/swagger';
import { BIG_INTEGER } from '../../common/schema/integers';
import { PARTIES } from '../../common/view/compiler';
import { type Of, view } from '../../common/view/view';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { Exporter } from '../../parties/setup/exporter.kind';
import { Port } from '../../places/setup/port.kind';
import { Manifest } from '../manifests/manifest.entity';
import { PackageType } from '../setup/package-type.kind';
import { BillOfLading } from './bill-of-lading.entity';
import { jsonArray, jsonObject } from '../../common/view/json-sql';

const ManifestOut = view(Manifest);

/** The manifest of a bill of lading. */
@OpenTo.parties({ fields: ['client_identifier'] })
export class BillManifest {
  @ManifestOut.text({ example: 'WHA-WP2611' }) client_identifier: string;
}

const PortOut = view(Port);

/** A port of a bill of lading. */
@OpenTo.parties({ fields: ['locode'] })
export class BillPort {
  @PortOut.text({ nullable: true, example: 'NLVLI' }) locode: string | null;
}

const ConsigneeOut = view(Consignee);

/** A consignee by name. */
@OpenTo.parties({ fields: ['name'] })
export class BillConsignee {
  @ConsigneeOut.text({ nullable: true }) name: string | null;
}

const ExporterOut = view(Exporter);

/** An exporter by name. */
@OpenTo.parties({ fields: ['name'] })
export class BillExporter {
  @ExporterOut.text({ nullable: true }) name: string | null;
}

const PackageTypeOut = view(PackageType);

/** How goods are packed. */
@OpenTo.parties({ fields: ['code', 'description'] })
export class BillPackageType {
  @PackageTypeOut.text({ nullable: true, example: 'BG' }) code: string | null;
  @PackageTypeOut.text({ example: 'Bag' }) description: string | null;
}

const Out = view(BillOfLading);

/** What parties see of a bill: all but the remarks of the terminal. */
export const OPEN_OF_BILL = [
  'id',
  'number',
  'weight',
  'volume_in_cubic_meters',
  'goods_description',
  'type_of_contract',
  'destination_code',
  'usage',
  'consignee_address',
  'exporter_address',
  'shipping_marks',
  'manifest',
  'port_of_loading',
  'port_of_discharge',
  'port_of_delivery',
  'consignee',
  'exporter',
  'package_type',
];

/** A bill of lading, as its manifest shows it. */
@OpenTo.parties({ fields: OPEN_OF_BILL })
export class BillOfLadingShow {
  @Out.id() id: number;
  @Out.text({ example: 'WHA26110041' }) number: string;
  @Out.text() remarks: string | null;
  @Out.number({ description: "In the organization's weight unit", example: 96660 }) weight: number | null;
  @Out.text({ example: '165.0' }) volume_in_cubic_meters: string | null;
  @Out.text({ example: '1,600 bags green coffee' }) goods_description: string | null;
  @Out.text({
    description: 'Who packs and who unpacks: FCL a full container, LCL less than one',
    example: 'FCL/FCL',
  })
  type_of_contract: string | null;
  @Out.text({ description: 'Where the goods finally go, as the line writes it', example: 'NLVLI' })
  destination_code: string | null;
  @Out.text({ description: 'What the cargo is here for', example: 'import' }) usage: string | null;
  @Out.text() consignee_address: string | null;
  @Out.text() exporter_address: string | null;
  @Out.text() shipping_marks: string | null;
  @Out.one('manifest', () => BillManifest) manifest: BillManifest;
  @Out.one('port_of_loading', () => BillPort) port_of_loading: BillPort;
  @Out.one('port_of_discharge', () => BillPort) port_of_discharge: BillPort;
  @Out.one('port_of_delivery', () => BillPort) port_of_delivery: BillPort;
  @Out.one('consignee', () => BillConsignee) consignee: BillConsignee | null;
  @Out.one('exporter', () => BillExporter) exporter: BillExporter | null;
  @Out.one('package_type', () => BillPackageType) package_type: BillPackageType;
}

/** The voyage of a bill of lading. */
export class VoyageOfBill {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WP2611' }) number: string;
}

export class ContainerOfBill {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WHAU4142033' }) number: string;
}

/** The most containers of a bill in a list. */
const MOST_CONTAINERS = 100;

/**
 * SQL: the containers on the bill, in order of their ids; null where there are too many.
 * @param among SQL: a further condition on their stays `s`
 */
const containers = (of: Of, among?: string) => {
  const onBill = `FROM container_bills l
    JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
    JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    WHERE l.organization_id = ${of('organization_id')} AND l.bill_of_lading_id = ${of('id')}${among ? ` AND ${among}` : ''}`;
  return `(SELECT CASE WHEN count(*) <= ${MOST_CONTAINERS} THEN
      ${jsonArray(`${jsonObject({ id: 'k.id', number: 'k.number' })} ORDER BY k.id`)} END
    FROM (SELECT DISTINCT c.id, c.number ${onBill} LIMIT ${MOST_CONTAINERS + 1}) k)`;
};

/** SQL: whether the stay `s` is one of the actor's parties, at any level or as an owner. */
export const stayIsTheirs = (level = 'true') => `EXISTS (SELECT FROM stay_parties p
  WHERE p.organization_id = s.organization_id AND p.party_id = ANY(${PARTIES}) AND p.stay_id = s.id AND ${level})`;

/** A bill of lading in the list of all manifests' bills. */
@OpenTo.parties({
  fields: [...OPEN_OF_BILL, 'voyage'],
  instead: { containers: (of) => containers(of, stayIsTheirs()) },
})
export class BillItem extends BillOfLadingShow {
  @Out.shaped(
    (of) => jsonObject({ id: of('manifest.voyage_id'), number: of('manifest.voyage.number') }),
    () => VoyageOfBill,
  )
  voyage: VoyageOfBill;
  @Out.shaped((of) => containers(of), () => ContainerOfBill, {
    isArray: true,
    omitted: true,
    description: `The containers on it; left out where there are more than ${MOST_CONTAINERS}`,
  })
  containers?: ContainerOfBill[];
}
