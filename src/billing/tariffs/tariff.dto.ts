import type { ApiPropertyOptions } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { BadValue } from '../../common/input/values';
import { Exact } from '../money';

export class PublishTariff {
  @In.bool({
    description: 'Whether it may hold for days that are over, so that the next run adjusts what was charged',
  })
  retroactive?: boolean | null;
}

const PERCENT = { type: 'number', minimum: -100, exclusiveMaximum: 1_000 } as const;
const PERCENT_TEXT = {
  type: 'string',
  pattern: '^(-100(\\.0{1,6})?|-?\\d{1,2}(\\.\\d{1,6})?|\\d{3}(\\.\\d{1,6})?)$',
} as const;

/** By how many percent prices are raised; less than 0 lowers them. */
function toPercent(raw: unknown): string {
  const text = typeof raw === 'number' ? new Exact(raw).toFixed() : raw;
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) throw new BadValue('must be a number');
  const percent = new Exact(text);
  if (percent.decimalPlaces() > 6) throw new BadValue('must have at most 6 digits after the decimal point');
  if (percent.lt(-100)) throw new BadValue('must be at least -100');
  if (percent.gte(1_000)) throw new BadValue('must be less than 1000');
  return text;
}

export class CopyTariff {
  @In.name({ required: true, trim: true, description: 'The name of the draft', example: 'Public 2027' })
  name: string;
  @In.date({ required: true, description: 'The first day of the draft', example: '2027-01-01' })
  valid_from: string;
  @In.custom({ type: 'string', oneOf: [PERCENT, PERCENT_TEXT] } as ApiPropertyOptions, toPercent, {
    description: 'By how much its amounts are raised, in percent',
    example: 3.5,
  })
  percent?: string | null;
}
