import { Injectable } from '@nestjs/common';

/** What of a completed interchange was corrected: who brought or fetched it, what was handed over, or its seals. */
export type Corrected = 'driver' | 'equipment' | 'seals';

/** What was done with interchanges, which the transaction has locked. */
export type InterchangeChange = { ids: number[] } & (
  { done: 'completed' | 'reversed' } | { done: 'corrected'; what: Corrected }
);

type Follower = (change: InterchangeChange) => void;

/**
 * The list of what follows when interchanges are completed, corrected or reversed, to which higher domains add. A follower
 * sends no statement at once: the transaction goes on, and the followers of all its changes end it.
 */
@Injectable()
export class InterchangeFollowers {
  private readonly followers: Follower[] = [];

  add(follower: Follower): void {
    this.followers.push(follower);
  }

  tell(change: InterchangeChange): void {
    if (change.ids.length) for (const follow of this.followers) follow(change);
  }
}
