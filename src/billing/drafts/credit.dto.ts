import { In } from '../../common/input/in';

/** What becomes of the charges of what is credited. */
export const CREDITED_CHARGES = ['waive', 'recharge'] as const;

export class CreditLineInput {
  @In.int({ required: true, min: 1, description: 'The place of the line on the invoice, from 1', example: 2 })
  line_item: number;
  @In.number({
    required: true,
    min: 0.000001,
    max: 999_999_999,
    description: 'How much of its quantity is credited',
    example: 2,
  })
  quantity: number;
}

export class CreditInvoice {
  @In.note({
    required: true,
    min: 1,
    trim: true,
    description: 'Why it is credited',
    example: 'Wrong consignee',
  })
  reason: string;
  @In.objects(() => CreditLineInput, { description: 'All that is left unless given' })
  lines?: CreditLineInput[] | null;
  @In.oneOf(CREDITED_CHARGES, {
    description:
      '`waive` (unless given): waivers take them off for good; `recharge`: they are taken back, and the next run charges what is right then',
  })
  charges?: (typeof CREDITED_CHARGES)[number] | null;
}
