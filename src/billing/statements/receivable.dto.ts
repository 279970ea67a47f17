import { In } from '../../common/input/in';
import { counting } from '../../common/pagination/counts';
import { PageQuery } from '../../common/pagination/page-query';
import { CustomerKey } from '../customers/customer-key';

/** The filters of receivables, which are answered whole. */
export class ReceivableQuery {
  @In.text({ description: 'Three capitals (ISO 4217)', example: 'EUR' }) currency?: string | null;
  @In.bool({ description: 'Whether it is beyond the limit of its account' }) over_limit?: boolean | null;
}

/** What receivables are counted by. */
export const RECEIVABLE_GROUPS = {
  currency: 'What is owed in',
  over_limit: '`true` for those beyond the limit of their accounts, `false` for the others',
};

class ReceivablePages extends PageQuery {
  @In.text({ description: 'Three capitals (ISO 4217)', example: 'EUR' }) currency?: string | null;
  @In.bool({ description: 'Whether it is beyond the limit of its account' }) over_limit?: boolean | null;
}
export class ReceivableCountQuery extends counting(ReceivablePages, RECEIVABLE_GROUPS) {}

/** The most customers that are reminded at once. */
export const MOST_REMINDED = 100;

export class Remind {
  @In.int({
    required: true,
    min: 0,
    max: 3_650,
    description: 'Of what is overdue by so many days or more',
    example: 14,
  })
  min_days: number;
  @In.objects(() => CustomerKey, {
    description: `Who is reminded, at most ${MOST_REMINDED}; all unless given`,
  })
  customers?: CustomerKey[] | null;
}
