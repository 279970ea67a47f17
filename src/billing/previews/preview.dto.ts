import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../../cargo/containers/container-words';
import { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { CARRIERS } from '../../cargo/stays/stay-words';
import { In } from '../../common/input/in';

export class ChargePreviewQuery {
  @In.time({ description: 'When it leaves: from its arrival to 365 days ahead; now unless given' })
  at?: string;
  @In.int({ min: 1, description: 'The number of the stay; the open one or the last unless given' })
  stay?: number;
}

/** A container that does not exist, for a quotation. */
export class ContainerQuoted {
  @In.text({ description: 'The code of its type', example: '40DV' }) container_type?: string | null;
  @In.oneOf(CONTAINER_STATUSES, { required: true }) container_status: string;
  @In.oneOf(CONTAINER_USAGES, { required: true }) usage: string;
  @In.text({ description: 'The code of the shipping line', example: 'WHA' }) shipping_line?: string | null;
  @In.time({ required: true, description: 'When it comes' }) in_at: string;
  @In.time({ description: 'When it leaves; `at` unless given', from: 'in_at' }) out_at?: string | null;
  @In.number({ min: 0, description: "In the organization's weight unit" }) weight?: number | null;
  @In.bool() operating_reefer?: boolean | null;
  @In.oneOf(CARRIERS, { description: 'What it comes with' }) arrived_by?: string | null;
  @In.oneOf(CARRIERS, { description: 'What it leaves with' }) departed_by?: string | null;
  @In.text({ description: 'The name of the consignee' }) consignee?: string | null;
}

export class CreateChargePreviews {
  @In.texts({ description: 'Up to 100 numbers of containers', example: ['WHAU4142033'] })
  container_numbers?: string[] | null;
  @In.object(() => BillKey, { description: 'The containers of a bill of lading' })
  bill_of_lading?: BillKey | null;
  @In.text({ description: 'The containers for a booking, by its number' }) booking?: string | null;
  @In.text({ description: 'A voyage, by its number: its call, and the containers that came or left by it' })
  voyage?: string | null;
  @In.object(() => ContainerQuoted, { description: 'A container that does not exist' })
  container?: ContainerQuoted | null;
  @In.time({ description: 'When they leave; now unless given' }) at?: string | null;
  @In.text({
    description: 'A draft that is asked as if it were published, by its name',
    example: 'Public 2027',
  })
  tariff?: string | null;
}
