import type { Sql } from 'sql-template-tag';
import type { Code } from '../../common/errors/codes';
import type { Actor } from '../../common/tenancy/actor';
import { CARGO } from '../cargo.codes';

/** Why containers are not handed over: one reason that the terminal has, with the words for it. */
export interface ReleaseRule {
  /** What its reasons are called in every answer. */
  codes: readonly string[];
  /** How a hand-over is refused; with the sentence of the reason unless given. */
  refusal?: ReleaseRefusal;
  /**
   * The query of its reasons, one row each, in the columns `container_id`, `code`, `sentence`, `since`, `until`,
   * `source_type` and `source_id`, in this order; undefined where the organization does not ask for it.
   * @param containers SQL: from where the containers that are asked about come as `c`, each in the stay that counts
   */
  query: (actor: Actor, containers: Sql) => Sql | undefined;
}

/** What a hand-over is refused with: the code, and what is said of one container that follows, and of several. */
export interface ReleaseRefusal {
  code: Code;
  one: string;
  several: string;
}

/** Of rules that say where a container is instead: they do not keep a truck that has it already. */
export const ELSEWHERE: ReleaseRefusal = {
  code: CARGO.container_not_at_terminal,
  one: 'container is not at the terminal',
  several: 'containers are not at the terminal',
};

/** How a hand-over is refused for each code of the rules, in their order. */
export type Refusals = Map<string, ReleaseRefusal | undefined>;

/** Whether a reason says where the container is instead: it does not keep a truck that has it already. */
export function saysPlace({ code }: { code: string }, refusals: Refusals): boolean {
  return refusals.get(code) === ELSEWHERE;
}
