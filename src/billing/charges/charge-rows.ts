import type { SubjectFacts } from '../facts/subject-facts';
import { Exact, money, plain } from '../money';
import { explanation, unitDays } from '../pricing/explanation';
import type { PricedLine } from '../pricing/lines';
import { dateOf, dayFrom } from '../pricing/local-days';
import type { ChargeValues } from './charge-values';
import type { TakenBack } from './compare';
import { ofOneUnit } from './stored-charge';

/** A row of `charges` that is to be written. */
export interface NewCharge extends ChargeValues {
  explanation: object | null;
}

/** What a row is of: its subject, its number among the charges of that, and the records that it names. */
type RowOf = Pick<NewCharge, 'subject_id' | 'number' | 'container_id' | 'stay_id' | 'bill_of_lading_id'>;

/** The row of what is charged. */
export function chargeRow(line: PricedLine, facts: SubjectFacts, ahead: boolean, of: RowOf): NewCharge {
  const { items, quantity, total } = line;
  const [first, last] = [items[0]!, items.at(-1)!];
  const counted = first.unit !== null;
  // Each property by its name, because spreading into so many takes longer than all other reckoning of a charge.
  return {
    subject_id: of.subject_id,
    number: of.number,
    container_id: of.container_id,
    stay_id: of.stay_id,
    bill_of_lading_id: of.bill_of_lading_id,
    kind: 'charge',
    charge_code_id: first.code.id,
    event: first.event,
    first_unit: first.unit,
    last_unit: last.unit,
    occurred_on: dateOf(first.day),
    period_from: counted ? dateOf(first.day) : null,
    period_until: counted ? dateOf(last.day) : null,
    quantity,
    billed_by: first.billed_by,
    billed_per: first.rate.per,
    amount: first.amount,
    total,
    currency: first.tariff.currency,
    payer: first.payer,
    tariff_id: first.tariff.id,
    rate_position: first.rate.position,
    ahead,
    explanation: explanation(items, facts),
  };
}

/** The row of what is taken back, at the price that it was charged by. */
export function adjustmentRow({ of, first_unit, last_unit, days, sign }: TakenBack, row: RowOf): NewCharge {
  const units = first_unit === null ? 1 : last_unit! - first_unit + 1;
  const quantity = plain(new Exact(ofOneUnit(of)).times(units * sign));
  return {
    ...row,
    kind: 'adjustment',
    charge_code_id: of.charge_code_id,
    event: of.event,
    first_unit,
    last_unit,
    occurred_on: days[0] ?? of.occurred_on,
    period_from: days[0] ?? null,
    period_until: days.at(-1) ?? null,
    quantity,
    billed_by: of.billed_by,
    billed_per: of.billed_per,
    amount: of.amount,
    total: money(new Exact(quantity).times(of.amount), of.currency),
    currency: of.currency,
    payer: of.payer,
    tariff_id: of.tariff_id,
    rate_position: of.rate_position,
    ahead: of.ahead,
    explanation: of.explanation && {
      ...of.explanation,
      ...(first_unit !== null && {
        first_unit,
        last_unit,
        unit_days: undefined,
        ...unitDays(days.map(dayFrom)),
      }),
    },
  };
}
