import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import type { Query } from '../../common/database/sql/query';
import type { Actor } from '../../common/tenancy/actor';
import type { AgainstInterchange } from './handover.rules';
import type { VisitInterchange } from './visit-interchange';

/** A rule of a higher domain about the completion of interchanges. */
export interface CompletionRule {
  /** Whether the organization applies it; else nothing is asked. */
  isApplied: (actor: Actor) => boolean;
  /** The reasons against completing these open interchanges. */
  against: (interchanges: VisitInterchange[]) => Query<AgainstInterchange<VisitInterchange>[]>;
}

/** The list of rules about the completion of interchanges, to which higher domains add. */
@Injectable()
export class CompletionRules {
  private readonly rules: CompletionRule[] = [];

  constructor(private readonly db: Db) {}

  add(rule: CompletionRule): void {
    this.rules.push(rule);
  }

  /** The reasons against completing these interchanges; of completed ones there are none. Asks nothing without a rule. */
  async against(interchanges: VisitInterchange[]): Promise<AgainstInterchange<VisitInterchange>[]> {
    const open = interchanges.filter(({ completed }) => !completed);
    const applied = this.rules.filter((rule) => rule.isApplied(this.db.actor));
    if (!applied.length || !open.length) return [];
    return (await this.db.pipeline(...applied.map((rule) => rule.against(open)))).flat();
  }
}
