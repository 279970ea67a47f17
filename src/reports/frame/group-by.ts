import { In } from '../../common/input/in';
import type { Report } from './report';

/** What the rows of a report may be by: each time, each group, and each time with a group. */
export function groupings({
  times,
  groups,
  always = [],
}: Pick<Report, 'times' | 'groups' | 'always'>): string[] {
  const others = Object.keys(groups).filter((group) => !always.includes(group));
  return [...times, ...others, ...times.flatMap((time) => others.map((other) => `${time},${other}`))];
}

/** The field `group_by` of the query of a report; its first grouping unless given. */
export function GroupBy(report: Pick<Report, 'times' | 'groups' | 'always'>): PropertyDecorator {
  const words = groupings(report);
  return In.oneOf(words, {
    description: `What the rows are by: \`${words[0]}\` unless given${words.some((word) => word.includes(',')) ? '; a time and one other with a comma between them' : ''}`,
    example: words.at(-1),
  });
}
