import { Injectable } from '@nestjs/common';
import type { CreateTruckVisit } from './gate-in.dto';

/** What follows of a field that a higher domain adds to a gate-in: it writes what was sent, of the new visit. */
export interface GateInAddition {
  isSent: (input: CreateTruckVisit) => boolean;
  write: (visit_id: number, input: CreateTruckVisit) => Promise<void>;
}

/** The list of what higher domains write with a gate-in, before its interchanges are completed. */
@Injectable()
export class GateInAdditions {
  private readonly additions: GateInAddition[] = [];

  add(addition: GateInAddition): void {
    this.additions.push(addition);
  }

  /** What this request sends; undefined where it sends nothing of it. */
  of(input: CreateTruckVisit): ((visit_id: number) => Promise<void>) | undefined {
    const sent = this.additions.filter(({ isSent }) => isSent(input));
    if (!sent.length) return undefined;
    return async (visit_id) => {
      for (const { write } of sent) await write(visit_id, input);
    };
  }
}
