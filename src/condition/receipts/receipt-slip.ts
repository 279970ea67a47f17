import { dayAt, momentIn } from '../../common/documents/local-moment';
import { numberIn } from '../../common/documents/written';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import { damageSize } from '../damages/damage-size';
import type { ReceiptShow } from './receipt.view';
import type { ReceiptDocument } from './receipt-document';
import type { Slip, SlipPart } from './slip';
import { SLIP_WORDS, type SlipWords } from './slip-words';

type Container = NonNullable<ReceiptDocument['container']>;

/** What a receipt shows: its issue alone, so that the same issue is drawn alike whatever changes behind it (decision 924). */
export function receiptSlip(receipt: ReceiptShow): Slip {
  const { number, status, document, driver_name, driver_license } = receipt;
  const { language, time_zone } = document;
  const words = SLIP_WORDS[language];
  const moment = (at: string) => momentIn(language, at, time_zone);
  return {
    file: number.replaceAll('/', '-'),
    language,
    title: words.receipt,
    number: status === 'corrected' ? `${number} (${words.corrected})` : number,
    code: number,
    day: dayAt(receipt.issued_at, time_zone),
    across: status === 'cancelled' ? words.cancelled.toLocaleUpperCase(language) : null,
    from: issuerOf(document),
    parts: [
      {
        title: receipt.type === 'interchange_in' ? words.interchange_in : words.interchange_out,
        facts: [
          [words.handed_over, moment(document.completed_at)],
          [words.gate, document.gate],
          [words.truck, document.truck],
          [words.haulier, nameOf(document.trucking_company)],
          [words.driver, driver_name],
          [words.license, driver_license],
        ],
      },
      ...equipment(document, words),
      ...condition(document, words),
      {
        title: null,
        facts: [
          [words.booking, document.booking],
          [words.bills_of_lading, document.bills_of_lading.join(', ')],
          [words.delivery_order, document.delivery_order],
          [words.dock_receipt, document.dock_receipt],
          [words.released_by, document.released_by],
          [words.issued, moment(receipt.issued_at)],
        ],
      },
    ],
    signs: status === 'cancelled' ? null : { word: words.signature, name: driver_name ?? '' },
  };
}

function equipment(
  { container, chassis, genset, cargo, ...document }: ReceiptDocument,
  words: SlipWords,
): SlipPart[] {
  const beside: SlipPart['facts'] = [
    [words.chassis, chassis],
    [words.genset, genset],
    [words.cargo, cargo],
  ];
  if (!container) return [{ title: null, facts: beside }];
  const { language, weight_unit } = document;
  const { type, status, weight, vgm, vgm_method, reefer } = container;
  const method = vgm_method && ` (${words[vgm_method as 'weighing' | 'calculation']})`;
  const written = (value: number | null, unit: string) =>
    value === null ? null : `${numberIn(language, String(value))} ${unit}`;
  return [
    {
      title: null,
      facts: [
        [words.container, container.number],
        [words.type, type && [type.iso_type_code ?? type.code, type.description].filter(Boolean).join(', ')],
        [words.status, status === 'full' || status === 'empty' ? words[status] : null],
        [words.line, nameOf(container.shipping_line)],
        [words.seals, container.seals.join(', ')],
        [words.weight, written(weight, weight_unit)],
        [words.vgm, vgm === null ? null : `${written(vgm, weight_unit)}${method ?? ''}`],
        ...beside,
      ],
    },
    {
      title: words.reefer,
      facts: [
        [words.set_point, written(reefer?.set_point ?? null, '°C')],
        [words.temperature, written(reefer?.temperature ?? null, '°C')],
        [words.supply, written(reefer?.supply ?? null, '°C')],
      ],
    },
    { title: words.dangerous_goods, facts: container.dangerous_goods.map(dangerous) },
  ];
}

function condition({ damages, known, language, ...found }: ReceiptDocument, words: SlipWords): SlipPart[] {
  const said = (value: boolean | null) => (value === null ? null : words[value ? 'yes' : 'no']);
  return [
    {
      title: null,
      facts: [
        [
          words.condition,
          found.condition === 'sound' || found.condition === 'damaged' ? words[found.condition] : null,
        ],
        [words.is_clean, said(found.is_clean)],
        [words.seals_as_announced, said(found.seals_as_announced)],
        [words.remarks, found.remarks],
      ],
    },
    { title: words.damages_found, facts: damages.map((each) => damage(each, words, language)) },
    { title: words.damages_known, facts: known.map((each) => damage(each, words, language)) },
  ];
}

/** Such as `LB2N, minor` and `Dented, panel, 2×, 30 × 12 cm`. */
function damage(
  each: ReceiptDocument['damages'][number],
  words: SlipWords,
  language: InvoiceLanguage,
): [string, string] {
  const { damage_type, component, location, severity, quantity, notes } = each;
  const what = [
    damage_type.name ?? damage_type.code,
    component.name ?? component.code,
    quantity > 1 && `${quantity}×`,
    damageSize(each, language),
    notes,
  ];
  return [`${location}, ${words[severity as 'minor' | 'major']}`, what.filter(Boolean).join(', ')];
}

const dangerous = (goods: Container['dangerous_goods'][number]): [string, string] => [
  [goods.un_number && `UN ${goods.un_number}`, goods.imdg_class].filter(Boolean).join(', '),
  [goods.proper_shipping_name, goods.packing_group, goods.remarks].filter(Boolean).join(', '),
];

const nameOf = (company: { code: string; name: string | null } | null) =>
  company && (company.name ?? company.code);

const issuerOf = ({
  organization,
  terminal,
}: Pick<ReceiptDocument, 'organization' | 'terminal'>): Slip['from'] => ({
  name: organization,
  lines: terminal ? [terminal.name, ...(terminal.address?.split('\n') ?? [])] : [],
});
