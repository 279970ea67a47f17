import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { In } from '../input/in';
import { INTEGER } from '../schema/integers';
import type { PageQuery } from './page-query';

/** What a list can be counted by, and what each is. */
type Groups = Record<string, string>;

/** The parameters of pages, which a count has none of. */
const PAGING = ['page', 'per', 'after', 'order', 'updated_since'] as const;

/** The query of a count: the filters of a list, and what its records are counted by. */
export function counting<Q extends PageQuery, G extends Groups>(
  query: Type<Q>,
  groups: G,
): Type<Q & { by: keyof G & string }> {
  class CountQuery extends (OmitType(query as Type<PageQuery>, PAGING) as Type<object>) {}
  In.oneOf(Object.keys(groups), { required: true, description: 'What they are counted by' })(
    CountQuery.prototype,
    'by',
  );
  return CountQuery as Type<Q & { by: keyof G & string }>;
}

/** The answer of a count: a number for each value that a record has, the greatest first. */
export function countsOf(name: string, groups: Groups): Type<object> {
  const Count = class {};
  Object.defineProperty(Count, 'name', { value: `${name}Count` });
  for (const [group, description] of Object.entries(groups))
    ApiPropertyOptional({ type: 'string', nullable: true, description: `${description}; null for none` })(
      Count.prototype,
      group,
    );
  ApiProperty({ ...INTEGER, description: 'How many have it' })(Count.prototype, 'count');
  ApiProperty({
    type: 'boolean',
    description:
      'Whether there may be more than were counted: 10,000 of a value out of a list of words, and 100,000 records of all values otherwise',
  })(Count.prototype, 'more');
  const Counts = class {};
  Object.defineProperty(Counts, 'name', { value: `${name}Counts` });
  ApiProperty({ type: () => Count, isArray: true })(Counts.prototype, 'counts');
  return Counts;
}
