import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { all, known, type Query, rows } from '../../common/database/sql/query';
import type { Code } from '../../common/errors/codes';
import type { Sentence } from '../../common/languages/sentence';
import type { Actor } from '../../common/tenancy/actor';
import { currentScope } from '../../common/tenancy/scope';

/** A rule by which containers are not loaded, or only with a warning, although the tally expects them or takes them with `over`. */
export interface LoadingRule {
  /** What the organization does with a container that breaks the rule; null where it does not apply the rule. */
  applies: (actor: Actor) => 'warn' | 'refuse' | null;
  code: Code;
  /** The sentence of a refusal, or of a warning. */
  says: (of: { container: string }) => Sentence;
  /**
   * The query of the ids of those that break it.
   * @param containers SQL: the FROM item of the containers as `c`, each with its stay and with `full` as its status where the
   *   move says so
   */
  query: (containers: Sql) => Sql;
}

/** Why a container is not loaded, or what is warned of. */
export interface LoadingReason extends Pick<LoadingRule, 'code' | 'says'> {
  warns: boolean;
}

/** A container that a move loads, and whether the move says that it is full. */
interface Loading {
  id: number;
  is_full: boolean;
}

/** What stands against loading containers (decision 944). Higher domains add their rules. */
@Injectable()
export class LoadingRules {
  private readonly rules: LoadingRule[] = [];

  /** Called once, by the module that owns what the rule is about. */
  add(rule: LoadingRule): void {
    this.rules.push(rule);
  }

  /** The reasons by the id of the container. It asks nothing for an organization that applies no rule. */
  reasons(loading: Loading[]): Query<ReadonlyMap<number, LoadingReason[]>> {
    const { actor } = currentScope();
    const applied = this.rules.flatMap((rule) => {
      const what = rule.applies(actor);
      return what ? { rule, warns: what === 'warn' } : [];
    });
    if (!applied.length || !loading.length) return known(new Map<number, LoadingReason[]>());
    const containers = containersOf(actor.organization_id, loading);
    return all(...applied.map(({ rule }) => rows<{ id: number }>(rule.query(containers)))).map((found) => {
      const reasons = new Map<number, LoadingReason[]>();
      applied.forEach(({ rule: { code, says }, warns }, at) => {
        for (const { id } of found[at]!) reasons.set(id, [...(reasons.get(id) ?? []), { code, says, warns }]);
      });
      return reasons;
    });
  }
}

const containersOf = (organization_id: number, loading: Loading[]): Sql => {
  const full = loading.flatMap(({ id, is_full }) => (is_full ? id : []));
  return sql`(
    SELECT t.organization_id, t.id, t.stay_id,
      CASE WHEN t.id = ANY(${full}::bigint[]) THEN 'full' ELSE t.container_status END AS container_status
    FROM containers t
    WHERE t.organization_id = ${organization_id} AND ${among(
      't.id',
      loading.map(({ id }) => id),
    )}) c`;
};
