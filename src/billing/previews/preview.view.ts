import { ApiProperty } from '@nestjs/swagger';
import { HIDDEN_FROM_PARTIES } from '../../common/party-wall/open-to';
import { INTEGER } from '../../common/schema/integers';
import { CustomerShow } from '../customers/customer-reference';
import { PROBLEM_CODES } from '../pricing/item';
import { CHARGE_STATUSES, type ChargeStatus } from '../charges/charge-words';
import type { PreviewItem, PreviewPayer, PreviewProblem } from './preview.rules';

const text = { type: 'string' } as const;
const day = { type: 'string', format: 'date', nullable: true } as const;
const time = { type: 'string', format: 'date-time', nullable: true } as const;
const number = { ...INTEGER, nullable: true } as const;
const amount = (example: string, description?: string) => ({
  ...text,
  example,
  ...(description && { description }),
});

class PreviewItemShow implements PreviewItem {
  @ApiProperty({ ...text, example: 'STOR' }) charge_code: string;
  @ApiProperty({ ...text, nullable: true, example: 'Storage' }) name: string | null;
  @ApiProperty({ ...text, nullable: true, description: 'The number of the container; null without one' })
  container: string | null;
  @ApiProperty({ ...text, nullable: true, description: 'What happened; null for counted units' })
  event: string | null;
  @ApiProperty({ ...number, description: 'The number of the first unit, counting those that are charged' })
  first_unit: number | null;
  @ApiProperty({ ...number, description: 'The number of the last unit' }) last_unit: number | null;
  @ApiProperty({ type: 'string', format: 'date', description: 'The day of the event, or of the first unit' })
  occurred_on: string;
  @ApiProperty({ ...day, description: 'The day of the first unit' }) period_from: string | null;
  @ApiProperty({ ...day, description: 'The day of the last unit' }) period_until: string | null;
  @ApiProperty({ type: 'number', description: 'What the price is multiplied by', example: 10 })
  quantity: number;
  @ApiProperty({ ...text, example: 'day' }) billed_by: string;
  @ApiProperty({ ...text, example: 'teu' }) billed_per: string;
  @ApiProperty(amount('25.00', 'The price of one, with two places to six')) amount: string;
  @ApiProperty(amount('250.00', 'Quantity times amount')) total: string;
  @ApiProperty({ ...text, description: 'The name of the tariff', example: 'Public 2026' }) tariff: string;
  @ApiProperty({ ...INTEGER, description: 'The rate of the tariff that holds', example: 30 })
  rate_position: number;
  @ApiProperty({
    ...text,
    enum: [...CHARGE_STATUSES, 'expected'],
    description: 'How far its charge has come; `expected` while it was not charged',
  })
  status: ChargeStatus | 'expected';
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Why it is so: times, days, agreements, and the day and tariff of the price',
  })
  explanation: object;
}

class PreviewTax {
  @ApiProperty({ ...text, description: 'The code of the tax', example: 'NL21' }) tax: string;
  @ApiProperty(amount('21.00', 'How much of the base is taken, of a hundred')) percent: `${number}`;
  @ApiProperty(amount('410.00', 'The sum of the lines that are taxed')) base: `${number}`;
  @ApiProperty(amount('86.10')) amount: `${number}`;
}

class PreviewPayerShow implements PreviewPayer {
  @ApiProperty({
    type: () => CustomerShow,
    nullable: true,
    description: 'null where nobody is known who pays',
  })
  customer: CustomerShow | null;
  @ApiProperty({ ...text, enum: ['cash', 'credit', null], nullable: true }) terms: string | null;
  @ApiProperty({ ...text, example: 'EUR' }) currency: string;
  @ApiProperty({ type: () => PreviewItemShow, isArray: true }) items: PreviewItemShow[];
  @ApiProperty(amount('410.00', 'The sum of the items')) subtotal: string;
  @ApiProperty({ type: () => PreviewTax, isArray: true }) taxes: PreviewTax[];
  @ApiProperty(amount('496.10', 'Subtotal and taxes')) total: string;
  @ApiProperty(amount('0.00', 'What of the total was paid, with its taxes')) paid: string;
  @ApiProperty(amount('496.10', 'What has to be paid before the container leaves; 0.00 on account'))
  due: string;
}

class PreviewProblemShow implements PreviewProblem {
  @ApiProperty({ ...text, nullable: true, example: 'STOR' }) charge_code: string | null;
  @ApiProperty({ ...text, enum: [...PROBLEM_CODES] }) code: string;
  @ApiProperty({ ...text, example: 'Nobody is known who pays STOR for container WHAU4142033.' })
  sentence: string;
}

class PreviewContainer {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description: 'null for one that does not exist',
  })
  id: number | null;
  @ApiProperty({
    ...text,
    nullable: true,
    description: 'What it is known by (ISO 6346); null for one that does not exist',
    example: 'WHAU4142033',
  })
  number: string | null;
}

class PreviewStay {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ ...INTEGER, description: 'Counts the stays of the container from 1', example: 1 })
  number: number;
}

class PreviewVoyage {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ ...text, description: 'What it is known by', example: 'WP2611' }) number: string;
}

class NextAmount {
  @ApiProperty({ ...text, example: 'EUR' }) currency: string;
  @ApiProperty(amount('50.00', 'By how much it costs more, without taxes')) amount: string;
}

class NextCost {
  @ApiProperty({ type: 'string', format: 'date-time' }) at: string;
  @ApiProperty({ type: () => NextAmount, isArray: true }) amounts: NextAmount[];
}

/** What a container costs if it leaves at a time. */
export class ChargePreview {
  @ApiProperty({ type: () => PreviewContainer }) container: PreviewContainer;
  @ApiProperty({ type: () => PreviewStay, nullable: true, description: 'null where it has none' })
  stay: PreviewStay | null;
  @ApiProperty({
    type: () => PreviewVoyage,
    nullable: true,
    description: 'The voyage, where it is its call that is asked about; null for containers',
  })
  voyage: PreviewVoyage | null;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it leaves, or left' }) at: string;
  @ApiProperty({ ...day, description: 'The last day at whose end leaving costs no storage' })
  last_free_day: string | null;
  @ApiProperty({ ...time, description: 'The first instant at which leaving costs storage' })
  free_until: string | null;
  @ApiProperty({
    ...number,
    description: 'How many units are free, with agreements',
    ...HIDDEN_FROM_PARTIES,
  })
  free_units: number | null;
  @ApiProperty({
    ...day,
    description:
      'The last day at whose end it could leave with everything paid, waived or on account; null where nothing limits',
  })
  paid_through: string | null;
  @ApiProperty({ ...time, description: 'The first instant at which it could not; null where nothing limits' })
  settled_until: string | null;
  @ApiProperty({
    type: () => NextCost,
    nullable: true,
    description: 'When it costs more; null when it does not',
  })
  next: NextCost | null;
  @ApiProperty({
    type: () => PreviewPayerShow,
    isArray: true,
    description: 'Who pays; a token that is limited to parties is told of these alone',
  })
  payers: PreviewPayerShow[];
  @ApiProperty({ type: () => PreviewProblemShow, isArray: true, ...HIDDEN_FROM_PARTIES })
  problems: PreviewProblemShow[];
}

export class ChargePreviews {
  @ApiProperty({ type: () => ChargePreview, isArray: true }) charge_previews: ChargePreview[];
}
