import { In } from '../../common/input/in';

/** The most days of a statement, and of a part of the ledger. */
export const MOST_DAYS_OF_SPAN = 400;

export class StatementQuery {
  @In.date({
    description: 'Its first day; the first of the month of its last one unless given',
    example: '2026-03-01',
  })
  from?: string | null;
  @In.date({ description: 'Its last day; today unless given', example: '2026-03-31' }) until?: string | null;
  @In.text({
    description: 'Three capitals (ISO 4217); needed where there are several',
    example: 'EUR',
  })
  currency?: string | null;
}
