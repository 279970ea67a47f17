import { In } from '../../common/input/in';
import { BadValue } from '../../common/input/values';
import { Exact } from '../money';

export class PublishTariff {
  @In.bool({
    description: 'Whether it may hold for days that are over, so that the next run adjusts what was charged',
  })
  retroactive?: boolean | null;
}

/** By how many percent prices are raised; less than 0 lowers them. */
function toPercent(raw: unknown): string {
  const text = String(raw);
  if (!/^-?\d{1,3}(\.\d{1,6})?$/.test(text)) throw new BadValue('must be a number of percent');
  if (new Exact(text).lt(-100)) throw new BadValue('must be at least -100');
  return text;
}

export class CopyTariff {
  @In.name({ required: true, trim: true, description: 'The name of the draft', example: 'Public 2027' })
  name: string;
  @In.date({ required: true, description: 'The first day of the draft', example: '2027-01-01' })
  valid_from: string;
  @In.custom({ type: 'string', oneOf: [{ type: 'number' }, { type: 'string' }] }, toPercent, {
    description: 'By how much its amounts are raised, in percent',
    example: 3.5,
  })
  percent?: string | null;
}
