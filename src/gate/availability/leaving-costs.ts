import { Injectable } from '@nestjs/common';
import type { ReasonRow } from '../../cargo/release/release-rule';
import { known, type Query } from '../../common/database/sql/query';

/** Until when a container leaves without what. */
export interface LeavingCost {
  /** The last day at whose end it leaves without storage; null where none is. */
  last_free_day: string | null;
  /** The last day at whose end it could leave with its charges settled; null where nothing limits. */
  paid_through: string | null;
  /** Whether something has to be paid before it leaves now. */
  charges_due: boolean;
}

/** What leaving costs a container, and why it does not leave by that, which counts where release needs charges. */
export interface FoundCost extends LeavingCost {
  reasons: ReasonRow[];
}

/** The costs of containers by their ids; of one that is left out nothing is known. */
export type CostsOfContainers = ReadonlyMap<number, FoundCost>;

/** Reads what is kept of the costs of containers. The answer calculates the others. */
export type LeavingCostsOf = (container_ids: number[]) => Query<() => Promise<CostsOfContainers>>;

/** What a container costs of which nothing is known. */
export const NO_COST: LeavingCost = { last_free_day: null, paid_through: null, charges_due: false };

/** Asks what leaving costs containers, which the domain that knows tariffs answers. */
@Injectable()
export class LeavingCosts {
  private answer: LeavingCostsOf = () => known(() => Promise.resolve(new Map()));

  /** Called once, by the module that knows tariffs. */
  answeredBy(answer: LeavingCostsOf): void {
    this.answer = answer;
  }

  of: LeavingCostsOf = (container_ids) => this.answer(container_ids);
}
