import type { Sql } from 'sql-template-tag';
import type { Code } from '../../common/errors/codes';
import type { Actor } from '../../common/tenancy/actor';
import type { Params, Sentence } from '../../common/languages/sentence';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';
import type { ReleaseReason } from './release-reason';

/** A rule by which a container is not handed over, with the words for it. */
export interface ReleaseRule {
  /** The codes of its reasons in every answer. */
  codes: readonly string[];
  /** The sentence for each code, made of the `params` of a row. */
  says: Record<string, (params: never) => Sentence>;
  /** The refusal of a hand-over. Without it, the sentence of the reason is the refusal. */
  refusal?: ReleaseRefusal;
  /**
   * The query of its reasons; `params` are an object (`jsonb`) of what the sentence tells. The columns are, in this order, `container_id`, `code`, `params`, `since`, `until`,
   * `source_type` and `source_id`. Undefined when the organization does not apply the rule.
   * @param containers SQL: the FROM item of the containers, as `c`, each with the stay that counts
   */
  query?: (actor: Actor, containers: Sql) => Sql | undefined;
  /** SQL of the ids of the containers that it may keep, and of some more, so that lists do not ask it of all; all unless given. */
  candidates?: (actor: Actor) => Sql;
  /** Calculates its reasons in place of a query, for organizations that apply the rule. */
  calculate?: {
    isApplied: (actor: Actor) => boolean;
    rows: (stays: StayOfContainer[]) => Promise<ReasonRow[]>;
    /**
     * SQL of the ids of the stays here that it keeps, as of now, for lists.
     * @throws Unavailable while too much is to be reckoned anew
     */
    kept: () => Promise<Sql>;
    /** What follows when containers leave in spite of warnings that it found. */
    warned?: (warnings: ReleaseReason[]) => Promise<void>;
  };
}

/** A container, and the stay that counts for it. */
export interface StayOfContainer {
  container_id: number;
  number: string;
  stay_id: number;
}

/** A reason as a row of a rule's query, or as it was calculated. */
export interface ReasonRow {
  container_id: number;
  number: string;
  code: string;
  params: Params;
  since: Date | null;
  until: Date | null;
  source_type: string | null;
  source_id: number | null;
  /** Whether it keeps nothing, and is only told. */
  is_warning?: boolean;
}

/** The refusal of a hand-over: its code, and the sentence for so many containers. */
export interface ReleaseRefusal {
  code: Code;
  says: (params: { container: string; count: number }) => Sentence;
}

/** The refusal of rules about the place of a container. They do not stop a truck that has the container already. */
export const ELSEWHERE: ReleaseRefusal = {
  code: CARGO.container_not_at_terminal,
  says: CARGO_SAYS['container_not_at_terminal.visit'],
};

/** The refusal of a hand-over for each code, in the order of the rules. */
export type Refusals = Map<string, ReleaseRefusal | undefined>;

/** Whether a reason is about the place of the container. It does not stop a truck that has the container already. */
export function saysPlace({ code }: { code: string }, refusals: Refusals): boolean {
  return refusals.get(code) === ELSEWHERE;
}
