import { Injectable } from '@nestjs/common';
import { Unavailable } from '../errors/database-errors';
import { FairTurns } from '../fair-turns';
import { currentScope } from '../tenancy/scope';
import { endWhenSlow } from './slow-readers';

/** The most records of a whole list that is sent without waiting. */
export const LARGE = 1_000;

/**
 * Sends one large whole list of a token at a time, and three of an organization, because more would take the processor
 * from all others. So a slow reader keeps no other token waiting.
 */
@Injectable()
export class WholeLists {
  private readonly turns = new FairTurns({
    ofOrganization: 3,
    ofCaller: 1,
    patience: 5_000,
    refusal: () => new Unavailable('list_wait'),
  });

  /**
   * Waits for the turn of a list of the running request, which lasts until the answer is sent or the connection is closed.
   * A reader that is too slow is disconnected. A command, which nobody answers, has no turn.
   * @throws Unavailable when the turn does not come in time, or when too many wait
   */
  async turn(): Promise<void> {
    const { answer } = currentScope();
    if (!answer) return;
    const end = await this.turns.begin();
    if (answer.closed) return end();
    const unwatch = endWhenSlow(answer);
    answer.once('close', () => {
      unwatch();
      end();
    });
  }
}
