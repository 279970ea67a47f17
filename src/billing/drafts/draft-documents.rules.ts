import type { Numeric } from '../../common/schema/columns';
import { groupBy } from '../../common/group-by';
import { taxFor, type RuleOfTax } from '../taxes/tax.rules';
import { price } from '../money';
import { chunks, groupOf, MOST_LINES, sharedBy, type Grouped } from './draft-groups.rules';
import { draftLines, type DraftLine } from './draft-lines.rules';
import { sumsOf, type DocumentSums } from './document.rules';
import type { DraftProblem } from './drafting';
import type { OpenCharge } from './open-charges';
import type { BillingAccount } from '../customers/billing-account.kind';

/** The terms of the customer that count for its drafts. */
export interface DraftTerms {
  treatment: string;
  group_by: BillingAccount['group_by'];
}

/** A draft that may take more charges in. */
export interface StoredDraft extends Grouped {
  id: number;
  currency: string;
}

/** Such a draft with the charges that it has. */
export interface OpenDraft extends StoredDraft {
  charges: OpenCharge[];
}

/** A draft as it is to be: of a stored one, or new. Without lines it is to be deleted. */
export interface DraftDocument extends Grouped, DocumentSums {
  id: number | null;
  customer_id: number;
  currency: string;
  document_type: 'invoice' | 'credit_note';
  lines: (DraftLine<OpenCharge> & { tax_id: number | null; tax_percent: Numeric | null })[];
}

/** What charges come to: drafts, those that net to nothing, and those that stay open because of a problem. */
export interface Documents {
  documents: DraftDocument[];
  settled: OpenCharge[][];
  problems: DraftProblem[];
}

/**
 * The drafts of the open charges of one customer: by currency and by what its account groups by, of at most so many
 * lines. A stored draft of the same group takes the first ones in.
 * @param stored the newest draft of each group
 */
export function documentsOf(
  open: OpenCharge[],
  stored: OpenDraft[],
  terms: DraftTerms,
  rules: RuleOfTax[],
): Documents {
  const { charges, problems } = taxed(open, terms.treatment, rules);
  const documents: DraftDocument[] = [];
  const settled: OpenCharge[][] = [];
  const keyOf = groupKey(terms.group_by);
  for (const [key, group] of groupBy(charges, keyOf)) {
    const { currency } = group[0]!;
    const draft = stored.find((each) => keyOf(each) === key);
    const found = draftLines([...(draft?.charges ?? []), ...group], currency);
    settled.push(...found.settled);
    const parts = chunks(found.lines, MOST_LINES);
    if (draft && !parts.length) parts.push([]);
    documents.push(
      ...parts.map((lines, n) => documentOf(group[0]!, lines, n === 0 && draft ? draft.id : null)),
    );
  }
  return { documents, settled, problems };
}

/** A stored draft as it is without some of its charges. One that keeps none is to be deleted. */
export function withoutCharges(
  draft: OpenDraft,
  isTaken: (charge: OpenCharge) => boolean,
  treatment: string,
  rules: RuleOfTax[],
): Documents {
  const rest = draft.charges.filter((charge) => !isTaken(charge));
  if (!rest.length)
    return { documents: [documentOf(draft.charges[0]!, [], draft.id)], settled: [], problems: [] };
  return documentsOf(rest, [{ ...draft, charges: [] }], { treatment, group_by: 'all' }, rules);
}

/** What tells the drafts of a customer apart: the currency, and what its account groups by. */
const groupKey = (group_by: DraftTerms['group_by']) => (each: Grouped & { currency: string }) =>
  `${each.currency} ${groupOf(each, group_by)}`;

/** Of the drafts in order of their ids, the newest one of each group of these charges. */
export function draftsFor(
  charges: OpenCharge[],
  drafts: StoredDraft[],
  group_by: DraftTerms['group_by'],
): StoredDraft[] {
  const keyOf = groupKey(group_by);
  const newest = new Map(drafts.map((draft) => [keyOf(draft), draft]));
  return [...new Set(charges.map(keyOf))].flatMap((key) => newest.get(key) ?? []);
}

/** The charges with their taxes, but for those without a rule. Without any rules nothing is taxed. */
function taxed(
  open: OpenCharge[],
  treatment: string,
  rules: RuleOfTax[],
): { charges: OpenCharge[]; problems: DraftProblem[] } {
  const charges: OpenCharge[] = [];
  const problems = new Map<string, DraftProblem>();
  for (const charge of open) {
    const { tax_class, charge_code_id, subject_id, occurred_on } = charge;
    if (!rules.length) {
      charges.push(charge);
      continue;
    }
    const found = taxFor(tax_class, treatment, occurred_on, rules);
    if (found) charges.push({ ...charge, tax_id: found.rule.tax_id, tax_percent: price(found.percent) });
    else
      problems.set(`${tax_class} ${charge_code_id}`, {
        subject_id,
        charge_code_id,
        code: 'tax_missing',
        sentence: `There is no tax rule for ${tax_class} and ${treatment}.`,
      });
  }
  return { charges, problems: [...problems.values()] };
}

function documentOf(
  { customer_id, currency }: OpenCharge,
  found: DraftLine<OpenCharge>[],
  id: number | null,
): DraftDocument {
  const lines = found.map((line) => {
    const { tax_id, tax_percent } = line.charges[0]!;
    return { ...line, tax_id, tax_percent: tax_percent === null ? null : price(tax_percent) };
  });
  const sums = sumsOf(lines, currency);
  return {
    id,
    customer_id,
    currency,
    ...sharedBy(lines.flatMap(({ charges }) => charges)),
    document_type: sums.total.startsWith('-') ? 'credit_note' : 'invoice',
    lines,
    ...sums,
  };
}
