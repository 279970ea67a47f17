import { OmitType } from '@nestjs/swagger';
import { asImdgGoods, imdgGoodsInput, type ImdgGoodsFields } from '../../cargo/imdg-goods';
import { CONDITIONS, CONTAINER_STATUSES } from '../../cargo/containers/container-words';
import { VGM_METHODS } from '../../cargo/stays/stay-words';
import { In } from '../../common/input/in';
import { INVOICE_LANGUAGES, type InvoiceLanguage } from '../../common/languages/invoice-languages';
import { SEVERITIES } from '../damages/damage-words';
import type { DamageOfReceipt, ReceiptDocument } from './receipt-document';

class NamedLine {
  @In.text({ required: true }) code: string;
  @In.note() name?: string | null;
}

class TypeLine extends OmitType(NamedLine, ['name']) {
  @In.text() iso_type_code?: string | null;
  @In.note() description?: string | null;
}

class TerminalLine {
  @In.text({ required: true }) name: string;
  @In.note() address?: string | null;
}

class ReeferLine {
  @In.bool({ required: true }) operating: boolean;
  @In.number() set_point?: number | null;
  @In.number() temperature?: number | null;
  @In.number() supply?: number | null;
}

class ContainerLine {
  @In.text({ required: true }) number: string;
  @In.object(() => TypeLine) type?: TypeLine | null;
  @In.oneOf(CONTAINER_STATUSES) status?: string | null;
  @In.object(() => NamedLine) shipping_line?: NamedLine | null;
  @In.texts() seals?: string[] | null;
  @In.number() weight?: number | null;
  @In.number() vgm?: number | null;
  @In.oneOf(VGM_METHODS) vgm_method?: string | null;
  @In.object(() => ReeferLine) reefer?: ReeferLine | null;
  @imdgGoodsInput() dangerous_goods?: ImdgGoodsFields[] | null;
}

class DamageLine {
  @In.int({ required: true }) id: number;
  @In.object(() => NamedLine, { required: true }) damage_type: NamedLine;
  @In.object(() => NamedLine, { required: true }) component: NamedLine;
  @In.text({ required: true }) location: string;
  @In.oneOf(SEVERITIES, { required: true }) severity: string;
  @In.int({ required: true }) quantity: number;
  @In.number() length_cm?: number | null;
  @In.number() width_cm?: number | null;
  @In.number() depth_cm?: number | null;
  @In.note() notes?: string | null;
}

/** What a line of a file says that a receipt states. */
export class DocumentLine {
  @In.note({ required: true }) organization: string;
  @In.oneOf(INVOICE_LANGUAGES, { required: true }) language: InvoiceLanguage;
  @In.text({ required: true }) time_zone: string;
  @In.text({ required: true }) weight_unit: string;
  @In.time({ required: true }) completed_at: string;
  @In.object(() => TerminalLine) terminal?: TerminalLine | null;
  @In.text({ required: true }) gate: string;
  @In.text({ required: true }) truck: string;
  @In.object(() => NamedLine) trucking_company?: NamedLine | null;
  @In.object(() => ContainerLine) container?: ContainerLine | null;
  @In.text() chassis?: string | null;
  @In.text() genset?: string | null;
  @In.text() booking?: string | null;
  @In.texts() bills_of_lading?: string[] | null;
  @In.text() delivery_order?: string | null;
  @In.text() dock_receipt?: string | null;
  @In.note() cargo?: string | null;
  @In.oneOf(CONDITIONS) condition?: string | null;
  @In.bool() is_clean?: boolean | null;
  @In.bool() seals_as_announced?: boolean | null;
  @In.objects(() => DamageLine) damages?: DamageLine[] | null;
  @In.objects(() => DamageLine) known?: DamageLine[] | null;
  @In.note() remarks?: string | null;
  @In.note() released_by?: string | null;
}

/** The document of a line, with every key: what the line leaves out is none. */
export function documentOf(line: DocumentLine): ReceiptDocument {
  const { terminal, trucking_company, container } = line;
  return {
    organization: line.organization,
    language: line.language,
    time_zone: line.time_zone,
    weight_unit: line.weight_unit,
    completed_at: line.completed_at,
    terminal: terminal ? { name: terminal.name, address: terminal.address ?? null } : null,
    gate: line.gate,
    truck: line.truck,
    trucking_company: trucking_company ? named(trucking_company) : null,
    container: container ? containerOf(container) : null,
    chassis: line.chassis ?? null,
    genset: line.genset ?? null,
    booking: line.booking ?? null,
    bills_of_lading: line.bills_of_lading ?? [],
    delivery_order: line.delivery_order ?? null,
    dock_receipt: line.dock_receipt ?? null,
    cargo: line.cargo ?? null,
    condition: line.condition ?? null,
    is_clean: line.is_clean ?? null,
    seals_as_announced: line.seals_as_announced ?? null,
    damages: (line.damages ?? []).map(damageOf),
    known: (line.known ?? []).map(damageOf),
    remarks: line.remarks ?? null,
    released_by: line.released_by ?? null,
  };
}

const named = ({ code, name }: NamedLine) => ({ code, name: name ?? null });

function containerOf({
  number,
  type,
  reefer,
  shipping_line,
  ...line
}: ContainerLine): ReceiptDocument['container'] {
  return {
    number,
    type: type
      ? { code: type.code, iso_type_code: type.iso_type_code ?? null, description: type.description ?? null }
      : null,
    status: line.status ?? null,
    shipping_line: shipping_line ? named(shipping_line) : null,
    seals: line.seals ?? [],
    weight: line.weight ?? null,
    vgm: line.vgm ?? null,
    vgm_method: line.vgm_method ?? null,
    reefer: reefer
      ? {
          operating: reefer.operating,
          set_point: reefer.set_point ?? null,
          temperature: reefer.temperature ?? null,
          supply: reefer.supply ?? null,
        }
      : null,
    dangerous_goods: asImdgGoods(line.dangerous_goods ?? []),
  };
}

const damageOf = (line: DamageLine): DamageOfReceipt => ({
  ...line,
  damage_type: named(line.damage_type),
  component: named(line.component),
  length_cm: line.length_cm ?? null,
  width_cm: line.width_cm ?? null,
  depth_cm: line.depth_cm ?? null,
  notes: line.notes ?? null,
});
