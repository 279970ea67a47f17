import type { Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import type { ReportName } from './report-names';
import type { Span } from './span.rules';

/** The times by which rows are: a day, a week (ISO 8601), a month, or an hour of the day, all at the terminal. */
export const TIMES = ['day', 'week', 'month', 'hour'] as const;
export type Time = (typeof TIMES)[number];

/** What rows are by, beside times. */
export interface Group {
  /** SQL of the value of a fact `f`: an id, or what is shown. */
  of: string;
  /** SQL of what is shown of the group `g.value`; the value itself unless given. */
  shown?: string;
  /** Whether rows are in the order of what is shown; by default in that of the value. */
  byShown?: true;
  /** SQL of further fields of the group `g.value`, by their names. */
  beside?: Readonly<Record<string, string>>;
}

/** How the numbers of a report are drawn. */
interface Picture {
  /** The measures that are drawn, each in its own colour, unless rows are by a group. */
  measures: readonly string[];
  /** The measure that is drawn of each group. */
  byGroup: string;
  /** Bars are stacked where their sum means something; what does not add up is drawn as lines. */
  form: 'bars' | 'lines';
  /** The unit of the axis. */
  unit: string;
}

/** What a request asks of a report. */
export interface Asked extends Span {
  db: Db;
  /** What rows are by. */
  by: readonly string[];
  /** The other parameters of the request. */
  filters: Readonly<Record<string, string | null | undefined>>;
  /** SQL: the first instant of the span, and the one at which it is over. */
  begins: Sql;
  ends: Sql;
}

/**
 * A report: facts, what they may be grouped by, and what is counted of each group. `reportStatement` makes one statement
 * of it, whose totals are the same measures over all facts.
 */
export interface Report {
  name: ReportName;
  title: string;
  times: readonly Time[];
  /** Whether it is about what was: days ahead are left out. */
  isPast?: true;
  /** Whether it sums money: its facts have a `currency`, and one report is in one of them. */
  isMoney?: true;
  groups: Readonly<Record<string, Group>>;
  /** What rows are by in any case. */
  always?: readonly string[];
  /**
   * SQL of the aggregates of facts `f`, by the name of the field. `n.days` is how many days a row has, `n.is_total`
   * whether it is that of the totals, `n.is_limited` whether the token is limited to parties.
   */
  measures: Readonly<Record<string, string>>;
  /** The field that counts facts by the word `f.word`, where a report has one. */
  counts?: string;
  /**
   * SQL that selects the facts: `at` is a timestamp on the clock of the terminal where the report has times, and a group has
   * its column where `asked.by` names it.
   */
  facts(asked: Asked): Sql;
  picture: Picture;
}
