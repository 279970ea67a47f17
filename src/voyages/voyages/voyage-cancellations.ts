import { Injectable } from '@nestjs/common';
import { all, type Query } from '../../common/database/sql/query';

/** What a higher domain changes when a voyage is cancelled or revived. */
export interface CancellationFollower {
  /** Locks what it may change. Sent before the voyage is locked, which the lock order of the house asks for. */
  lock(voyage_number: string): Query<unknown>;
  /** The caller has locked and changed the voyage. */
  follow(voyage: { id: number; cancelled: boolean }): Promise<void>;
}

/** Those who follow the cancellation of a voyage and its revival. Higher domains add their own. */
@Injectable()
export class VoyageCancellations {
  private readonly followers: CancellationFollower[] = [];

  /** Called once, by the module that owns what follows. */
  add(follower: CancellationFollower): void {
    this.followers.push(follower);
  }

  lock(voyage_number: string): Query<unknown> {
    return all(...this.followers.map((follower) => follower.lock(voyage_number)));
  }

  async follow(voyage: { id: number; cancelled: boolean }): Promise<void> {
    for (const follower of this.followers) await follower.follow(voyage);
  }
}
