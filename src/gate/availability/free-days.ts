import { Injectable } from '@nestjs/common';

/** The last day at whose end a container leaves without storage, by the id of the container; null where none is. */
export type FreeDaysOf = (container_ids: number[]) => Promise<ReadonlyMap<number, string | null>>;

/** Asks for the last free days of containers, which the domain that knows tariffs answers. */
@Injectable()
export class FreeDays {
  private answer: FreeDaysOf = () => Promise.resolve(new Map());

  /** Called once, by the module that knows tariffs. */
  answeredBy(answer: FreeDaysOf): void {
    this.answer = answer;
  }

  of: FreeDaysOf = (container_ids) => this.answer(container_ids);
}
