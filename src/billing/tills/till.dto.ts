import { In } from '../../common/input/in';
import { PageQuery } from '../../common/pagination/page-query';
import { amountInput } from '../money-fields';

export class OpenTill {
  @amountInput({ required: true, description: 'The cash that is in it', example: '150.00' }) float: string;
}

/** What was counted, by way; what is left out is 0. */
export class Counted {
  @amountInput({ description: 'Notes and coins, with the float', example: '400.00' }) cash?: string | null;
  @amountInput({ description: 'What the slips of the card terminal add up to', example: '121.00' }) card?:
    string | null;
  @amountInput({ description: 'What was paid by a bank at the desk', example: '0.00' }) transfer?:
    string | null;
  @amountInput({ description: 'What the cheques are made out for', example: '0.00' }) cheque?: string | null;
  @amountInput({ description: 'What was paid in ways of its own', example: '0.00' }) other?: string | null;
}

export class CloseTill {
  @In.object(() => Counted, { required: true, description: 'What was counted, by way; 0 of those left out' })
  counted: Counted;
}

export class TillClosingQuery extends PageQuery {
  @In.text({ description: 'The whole name of the till', example: 'Desk 1' }) till?: string | null;
  @In.date({ description: 'Closed on this day or later', example: '2026-03-01' }) closed_from?: string | null;
  @In.date({ description: 'Closed on this day or earlier', example: '2026-03-31' })
  closed_until?: string | null;
}
