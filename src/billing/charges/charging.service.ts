import { Injectable, Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { stackOf } from '../../common/errors/stack-of';
import { known } from '../../common/database/sql/query';
import { record } from '../../common/recording/record';
import { today } from '../../common/input/times';
import { mapInTurns } from '../../common/turns';
import type { Numeric } from '../../common/schema/columns';
import { customerIds } from '../customers/customer-reference';
import type { CustomerType } from '../customers/customers';
import { type ReadSubject, readFacts } from '../facts/read-facts';
import type { SubjectKey } from '../facts/subject-facts';
import { Exact, money } from '../money';
import { dayFrom, localDays } from '../pricing/local-days';
import { storedPrices } from '../pricing/stored-prices';
import { ChargeShow } from './charge.view';
import type { Charged, Charging, SubjectProblem } from './charging';
import type { NewCharge } from './charge-rows';
import { decide, type Decision, type Subject, type Terms } from './charging.rules';
import { settlements } from './settle';
import { type StoredCharge, storedCharges } from './stored-charge';
import { solvedProblems } from './solved-problems';
import { addSubjects, type LockedSubject, lockSubjects } from './subjects';
import { writeCharges } from './write-charges';

/** Charges subjects: it writes the difference between what they cost now and what was charged. */
@Injectable()
export class ChargingService {
  private readonly logger = new Logger('Charging');

  constructor(private readonly db: Db) {}

  /**
   * Charges these subjects within the running transaction, by as many statements as for one subject of each type. It
   * locks their rows of `charge_subjects` in order of the ids, and so waits for whoever charges one of them. Subjects
   * whose records are gone are left out. It takes no marks: that is the caller's.
   */
  async charge(keys: readonly SubjectKey[], charging: Charging): Promise<Charged> {
    if (!keys.length) return NOTHING;
    const [, locked] = await this.db.pipeline(addSubjects(this.db, keys), lockSubjects(this.db, keys));
    if (!locked.length) return NOTHING;
    const { subjects, terms } = await this.load(locked, charging);
    const decided = await mapInTurns(subjects, (subject) => ({ subject, ...this.decide(subject, terms) }));
    await this.write(decided, charging.run ?? null);
    const charged = this.told(decided);
    if (charging.run === undefined) await this.solve(charged);
    return charged;
  }

  /** Closes the problems that are gone. A run does so with the step in which it notes those that it found. */
  private async solve({ subject_ids, problems }: Charged): Promise<void> {
    if (!subject_ids.length) return;
    await this.db.query(solvedProblems(this.db.actor.organization_id, subject_ids, problems));
  }

  /** What the subjects say, what was charged, and the prices. */
  private async load(locked: LockedSubject[], charging: Charging) {
    const { time_zone } = this.db.actor;
    const facts = await readFacts(this.db, locked);
    const ids = locked.map(({ subject_id }) => subject_id);
    const [charges, list] = await this.db.pipeline(
      storedCharges(this.db, ids),
      charging.prices
        ? known(charging.prices)
        : storedPrices(this.db, sql`${earliest(facts)}::timestamptz::date`),
    );
    const read = new Map(facts.map((each) => [`${each.facts.type} ${each.facts.id}`, each]));
    const stored = new Map(ids.map((id): [number, StoredCharge[]] => [id, []]));
    for (const charge of charges) stored.get(charge.subject_id)!.push(charge);
    const subjects = locked.map(({ subject_id, type, id, charged_through }) => ({
      id: subject_id,
      key: { type, id },
      charged_through,
      read: read.get(`${type} ${id}`),
      stored: stored.get(subject_id)!,
    }));
    const days = localDays(time_zone);
    const terms = { ...charging, list, days, today: dayFrom(today(time_zone)), refunds: locked[0]!.refunds };
    return { subjects, terms };
  }

  /** A subject whose calculation fails is a problem, and its mark stays for the next run. */
  private decide(subject: Subject, terms: Terms): Decision {
    try {
      return decide(subject, terms);
    } catch (error) {
      const what = subject.read?.facts.label ?? `subject ${subject.id}`;
      const { organization_id } = this.db.actor;
      this.logger.error(`${what} of organization ${organization_id} was not charged: ${stackOf(error)}`);
      const sentence = `The charges of ${what} could not be calculated.`;
      return {
        charges: [],
        problems: [{ charge_code_id: null, code: 'calculation_failed', sentence }],
        charged_through: subject.charged_through,
        last_free_day: null,
        beyond: true,
      };
    }
  }

  private async write(decided: Decided[], run: number | null): Promise<void> {
    const charges = decided.flatMap((each) => each.charges);
    const payers = [...new Set(charges.flatMap(({ payer }) => payer ?? []))];
    const ids = await customerIds(this.db, payers.map(companyOf));
    const customers = new Map(payers.map((payer, at) => [payer, ids[at]!]));
    const settled = decided.flatMap(({ subject, charges: added }) => settlements(subject.stored, added));
    const settles = new Map(settled.map((each) => [`${each.subject_id} ${each.number}`, each.settled_with]));
    // What was decided is added to, because a copy of so many properties takes longer than the rest of writing it.
    const rows = charges.map((each) =>
      Object.assign(each, {
        customer_id: each.payer === null ? null : customers.get(each.payer)!,
        settled_with: settles.get(`${each.subject_id} ${each.number}`) ?? null,
      }),
    );
    const states = decided.map(({ subject: { id }, charged_through, last_free_day }) => ({
      id,
      charged_through,
      last_free_day,
    }));
    const older = settled.filter(({ id }) => id !== null).map((each) => ({ ...each, id: each.id! }));
    const written = await this.db.run(writeCharges(this.db, rows, older, states, run));
    if (run === null)
      await record(
        this.db,
        'charge.created',
        ChargeShow,
        written.map(({ id }) => id),
      );
  }

  private told(decided: Decided[]): Charged {
    const charges = decided.flatMap((each) => each.charges);
    const adjustments = charges.filter(({ kind }) => kind === 'adjustment').length;
    return {
      subject_ids: decided.map(({ subject: { id } }) => id),
      charges: charges.length - adjustments,
      adjustments,
      totals: totalsOf(charges),
      problems: decided.flatMap(({ subject, problems }): SubjectProblem[] =>
        problems.map((problem) => ({ ...problem, subject_id: subject.id })),
      ),
      beyond: decided.filter(({ beyond }) => beyond).map(({ subject: { key } }) => key),
    };
  }
}

type Decided = Decision & { subject: Subject & { key: SubjectKey } };

const NOTHING: Charged = {
  subject_ids: [],
  charges: 0,
  adjustments: 0,
  totals: {},
  problems: [],
  beyond: [],
};

/** When the first of the subjects began, since when prices are needed. */
function earliest(facts: ReadSubject[]): Date {
  const began = facts.flatMap(({ facts: { began_at } }) => began_at ?? []);
  return new Date(began.length ? Math.min(...began) : Date.now());
}

/** The company that `Consignee:5` means. */
function companyOf(payer: string): { type: CustomerType; id: number } {
  const [type, id] = payer.split(':') as [CustomerType, string];
  return { type, id: Number(id) };
}

/** The sum of charges by currency. */
function totalsOf(charges: NewCharge[]): Record<string, Numeric> {
  const sums = new Map<string, Exact>();
  for (const { currency, total } of charges)
    sums.set(currency, (sums.get(currency) ?? new Exact(0)).plus(total));
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, money(sum, currency)]));
}
