import { PageQuery, searchParameter } from '../../common/pagination/page-query';
import { IntersectionType } from '@nestjs/swagger';
import { In } from '../../common/input/in';

const IGNORED = 'The locode of a port; one that is not known is ignored';

/** The own fields of a bill of lading, except its number. */
class BillFields {
  @In.note() remarks?: string | null;
  @In.number({ min: 0, description: "In the organization's weight unit", example: 96660 })
  weight?: number | null;
  @In.textOrNumber({ example: '165.0' }) volume_in_cubic_meters?: string | null;
  @In.note({ example: '1,600 bags green coffee' }) goods_description?: string | null;
  @In.note() shipping_marks?: string | null;
  @In.text({ example: 'BG' }) package_code?: string | null;
  @In.note() consignee_address?: string | null;
  @In.note() exporter_address?: string | null;
  @In.text({ description: 'Where the goods finally go, as the line writes it', example: 'NLVLI' })
  destination_code?: string | null;
  @In.text({
    description: 'Who packs and who unpacks: FCL a full container, LCL less than one',
    example: 'FCL/FCL',
  })
  type_of_contract?: string | null;
  @In.text({ description: 'What the cargo is here for, in words of the terminal', example: 'import' })
  usage?: string | null;
}

/** The fields beside `bill_of_lading` in the body of a request. */
class BillLinks {
  @In.text({ description: IGNORED, example: 'BRSSZ' }) port_of_loading_locode?: string | null;
  @In.text({ description: IGNORED, example: 'NLVLI' }) port_of_discharge_locode?: string | null;
  @In.text({ description: IGNORED, example: 'NLVLI' }) port_of_delivery_locode?: string | null;
  @In.text({ description: 'The name of a consignee' }) consignee?: string | null;
  @In.text({ description: 'The name of an exporter' }) exporter?: string | null;
  @In.text({ description: 'As in bill_of_lading, which goes first' }) usage?: string | null;
}

/** An update takes the ports under these names too. */
class BillUpdateLinks extends BillLinks {
  @In.text({ description: IGNORED }) port_of_loading?: string | null;
  @In.text({ description: IGNORED }) port_of_discharge?: string | null;
  @In.text({ description: IGNORED }) port_of_delivery?: string | null;
  @In.id({ description: 'Only while the bill has no consignee' }) consignee_id?: number | null;
  @In.id({ description: 'Only while the bill has no exporter' }) exporter_id?: number | null;
}

export class CreateBill extends BillFields {
  @In.text({
    identifier: 'visible',
    required: true,
    example: 'WHA26110041',
  })
  number: string;
}

export class CreateBillBody extends BillLinks {
  @In.object(() => CreateBill, { required: true }) bill_of_lading: CreateBill;
}

class UpdateBill extends IntersectionType(BillFields, BillUpdateLinks) {
  @In.text({ required: true, description: "The manifest's, for confirmation", example: 'WHA-WP2611' })
  client_identifier: string;
}

export class UpdateBillBody extends BillUpdateLinks {
  @In.object(() => UpdateBill, { required: true }) bill_of_lading: UpdateBill;
}

/** The fields of a creation or update in one object. Those inside `bill_of_lading` take precedence. */
export type BillInput = Partial<BillFields & BillUpdateLinks>;

export class BillQuery extends PageQuery {
  @searchParameter(['number']) q?: string;
  @In.text({ description: 'The whole number, in any case', example: 'WHA26110041' }) number?: string;
  @In.text({ description: 'The number of a container that is or was on it' }) container_number?: string;
  @In.text({ description: "Part of the consignee's name, in any case" }) consignee?: string;
}
