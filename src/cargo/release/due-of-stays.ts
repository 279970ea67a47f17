import { Injectable } from '@nestjs/common';

/** What has to be paid in one currency before a container leaves, with taxes. */
export interface DueSum {
  currency: string | null;
  due: string;
}

/** A stay that is here, and its container. */
export interface StayHere {
  container: { id: number; number: string };
  stay_id: number;
}

type DueOf = (stays: StayHere[]) => Promise<ReadonlyMap<number, DueSum[]>>;

/** Asks what has to be paid before containers leave, which the domain that knows tariffs answers. */
@Injectable()
export class DueOfStays {
  private answer: DueOf = () => Promise.resolve(new Map());

  /** Called once, by the module that knows tariffs. */
  answeredBy(answer: DueOf): void {
    this.answer = answer;
  }

  /** What is due of stays, by their ids; of one that is left out nothing is. */
  of: DueOf = (stays) => this.answer(stays);
}
