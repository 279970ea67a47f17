import type { ReadSubject } from '../facts/read-facts';
import type { SubjectFacts } from '../facts/subject-facts';
import type { Problem } from '../pricing/item';
import type { PricedLine } from '../pricing/lines';
import { dateOf, type Day, dayFrom, type Instant, type LocalDays } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import { freeTime, hasBehind, isGoingOn, propose, type Until } from '../pricing/propose';
import { adjustmentRow, chargeRow, type NewCharge } from './charge-rows';
import type { Charging } from './charging';
import { compare, type Kept } from './compare';
import type { StoredCharge } from './stored-charge';

/** What charging a subject comes to. */
export interface Decision {
  charges: NewCharge[];
  problems: Problem[];
  /** The last day through which what is counted is charged then. */
  charged_through: string | null;
  last_free_day: string | null;
  /** Whether the next run has to look at it: it has units or events behind the last day that is charged, or a problem. */
  beyond: boolean;
}

/** What is decided by, beside the subject. */
export interface Terms extends Pick<Charging, 'until' | 'interim' | 'codes' | 'leaving'> {
  list: PriceList;
  days: LocalDays;
  today: Day;
  /** Whether units that were charged ahead and not used are taken back. */
  refunds: boolean;
}

/** A subject that is charged. `read` is missing where nothing is charged of it. */
export interface Subject {
  id: number;
  charged_through: string | null;
  read: ReadSubject | undefined;
  stored: StoredCharge[];
}

/**
 * What has to be written for a subject: what it costs now, less what was charged. It is never reckoned to an earlier
 * day than before. Charge codes that are not active stay as they were charged, and so do those whose calculation fails.
 */
export function decide(subject: Subject, terms: Terms): Decision {
  const { id, read, stored } = subject;
  const { list, codes, until, days, today } = terms;
  const isAsked = (code: number) =>
    list.codes.some((each) => each.id === code) && (!codes?.length || codes.includes(code));
  const known = stored.filter(({ charge_code_id }) => isAsked(charge_code_id));
  const last = stored.at(-1)?.number ?? 0;
  if (!read) {
    const { taken } = compare([], known, { events: false, units: 'none' });
    const charges = taken.map((each, at) => {
      const { container_id, stay_id, bill_of_lading_id } = each.of;
      return adjustmentRow(each, {
        subject_id: id,
        number: last + 1 + at,
        container_id,
        stay_id,
        bill_of_lading_id,
      });
    });
    const { charged_through } = subject;
    return { charges, problems: [], charged_through, last_free_day: null, beyond: false };
  }
  const end = days.startOf(until + 1);
  const { facts, reach, kept, charged_through, isLeaving } = reachOf(read, subject, terms, end);
  const { items, problems } = propose(facts, list, { ...reach, was: days.startOf(today + 1) });
  const failed = problems.flatMap(({ code, charge_code_id }) =>
    code === 'calculation_failed' ? (charge_code_id ?? []) : [],
  );
  const { taken, written } = compare(
    items.filter(({ code }) => isAsked(code.id)),
    known.filter(({ charge_code_id }) => !failed.includes(charge_code_id)),
    kept,
  );
  const isAhead = ({ items: of }: PricedLine) =>
    of[0]!.unit === null ? isLeaving && LEAVING.has(of[0]!.event!) : of.at(-1)!.day > today;
  const { container_id, stay_id, bill_of_lading_id } = read;
  let number = last;
  const next = () => ({ subject_id: id, number: ++number, container_id, stay_id, bill_of_lading_id });
  const charges = [
    ...taken.map((each) => adjustmentRow(each, next())),
    ...written.map((line) => chargeRow(line, facts, isAhead(line), next())),
  ];
  const standing = problems.filter(({ charge_code_id: code }) => code === null || isAsked(code));
  return {
    charges,
    problems: standing,
    charged_through,
    last_free_day: freeTime(read.facts, list)?.last_free_day ?? null,
    beyond: standing.length > 0 || failed.length > 0 || hasBehind(read.facts, end),
  };
}

/** What happens only when a stay ends. */
const LEAVING: ReadonlySet<string> = new Set(['departure', 'minimum']);

interface Reach {
  facts: SubjectFacts;
  reach: Until;
  kept: Kept;
  charged_through: string | null;
  /** Whether it is charged as if it left, though it has not. */
  isLeaving: boolean;
}

/** How far a subject is reckoned, and what stays charged beyond that. */
function reachOf(read: ReadSubject, subject: Subject, terms: Terms, end: Instant): Reach {
  const { facts } = read;
  const { days, until, interim, leaving, refunds } = terms;
  const through = subject.charged_through === null ? null : dayFrom(subject.charged_through);
  const furthest = Math.max(until, through ?? until);
  if (leaving && read.leaving && isGoingOn(facts, end))
    return {
      facts: read.leaving(end - 1),
      reach: { at: end, interim: true },
      kept: { events: true, units: 'all' },
      charged_through: dateOf(furthest),
      isLeaving: true,
    };
  const events = subject.stored.filter(({ event, ahead }) => event !== null && !ahead);
  const latest = Math.max(until, ...events.map(({ occurred_on }) => dayFrom(occurred_on)));
  const at = days.startOf(latest + 1);
  const counted = interim || !isGoingOn(facts, end) ? furthest : through;
  const reached = counted === null ? null : days.startOf(counted + 1);
  // One that comes back here, since its departure was reversed, is charged on from the day on which it left.
  const last =
    reached !== null && !isGoingOn(facts, reached) && facts.ended_at !== null
      ? days.dayOf(facts.ended_at)
      : counted;
  return {
    facts,
    reach: { at, interim: false, counted: reached ?? undefined },
    kept: { events: isGoingOn(facts, at), units: refunds ? 'none' : 'ahead' },
    charged_through: last === null ? null : dateOf(last),
    isLeaving: false,
  };
}
