import { In, listOf } from '../../common/input/in';
import { BadValue, toInteger, toText } from '../../common/input/values';
import { PageQuery } from '../../common/pagination/page-query';
import { ITEM_STATUSES } from './edi-item.entity';

export class EdiItemQuery extends PageQuery {
  @In.oneOf(ITEM_STATUSES, { description: 'Only those of this status' }) status?: string;
  @In.text({ description: 'Only those of this flow, by its id or name' }) flow?: string;
  @In.text({ description: 'Only those of this container, by the whole number that it had then' })
  container_number?: string;
}

/** The functions by which something is told again. */
const TOLD_AS = [9, 5];
/** The most containers that are told again at a time. */
const MOST_CONTAINERS = 999;

const toNumbers = listOf((raw) => toText(raw, { min: 1, max: 255 }));

export class TellContainers {
  @In.custom(
    {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 255 },
      minItems: 1,
      maxItems: MOST_CONTAINERS,
    },
    (raw) => {
      const numbers = toNumbers(raw);
      if (!numbers.length) throw new BadValue('must not be empty');
      if (numbers.length > MOST_CONTAINERS) throw new BadValue(`must be ${MOST_CONTAINERS} at most`);
      return numbers;
    },
    { required: true, description: 'The numbers of the containers', example: ['WHAU4142033'] },
  )
  containers: string[];
  @In.custom(
    { type: 'integer', enum: TOLD_AS },
    (raw) => {
      const told = toInteger(raw);
      if (!TOLD_AS.includes(told)) throw new BadValue(`must be one of ${TOLD_AS.join(', ')}`);
      return told;
    },
    { description: 'As an original (9), unless given, or in place of what was told (5)', example: 5 },
  )
  function?: number | null;
}
