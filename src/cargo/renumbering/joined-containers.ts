import { Injectable } from '@nestjs/common';
import type { Query } from '../../common/database/sql/query';

/** What a higher domain does when one container becomes part of another. */
type Following = (organization_id: number, gone: number, kept: number) => Query<unknown>;

/** The list of what follows when two records of a container become one, to which higher domains add. */
@Injectable()
export class JoinedContainers {
  private readonly followings: Following[] = [];
  private readonly preparations: Following[] = [];

  add(following: Following): void {
    this.followings.push(following);
  }

  /** Adds what comes before the records that refer to the one refer to the other. */
  addBefore(preparation: Following): void {
    this.preparations.push(preparation);
  }

  /** The statements of all that comes before. */
  before(organization_id: number, gone: number, kept: number): Query<unknown>[] {
    return this.preparations.map((each) => each(organization_id, gone, kept));
  }

  /** The statements of all that follows. */
  following(organization_id: number, gone: number, kept: number): Query<unknown>[] {
    return this.followings.map((each) => each(organization_id, gone, kept));
  }
}
