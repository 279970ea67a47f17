import { sentences } from '../common/languages/sentence';

export const SAYS = sentences({
  range_too_long: 'A report is of {most} days at most; these are {days}.',
  'range_too_long.rows':
    'The report would have more than {most} rows: ask for a shorter span, or group by less.',
  currency_missing: 'The report counts in several currencies ({currencies}): name one.',
});
