import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Db } from '../database/db';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { COMMON, isOpenToParties } from '../errors/codes';
import { failureOf } from '../errors/database-errors';
import { Failure, Invalid, Refused } from '../errors/errors';
import type { Actor } from '../tenancy/actor';
import { notOpen } from './parties.guard';
import { countGuesses, guessesIn, refuseGuessers } from './guesses';

/**
 * What a token that is limited to parties is shown when it is refused: rules that are not open to parties speak of others, so
 * it learns that the terminal does not allow it. Where names may be guessed, wrong ones are counted. An order that a list does
 * not have is refused like a filter that is not open.
 */
@Injectable()
export class PartyRefusals {
  constructor(private readonly db: Db) {}

  around(request: FastifyRequest, handle: () => Promise<unknown>): Promise<unknown> {
    const { actor } = request;
    return actor?.limited ? this.ofParties(actor, request, handle) : handle();
  }

  private async ofParties(
    actor: Actor,
    request: FastifyRequest,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    const counts = endpointOf(request)?.parties?.guesses;
    if (counts) await refuseGuessers(this.db, actor);
    try {
      return await handle();
    } catch (error) {
      const failure = error instanceof Failure ? error : failureOf(error);
      if (!failure) throw error;
      if (failure instanceof Invalid && failure.errors?.order) throw notOpen(orderIn(request), 'order');
      const guesses = counts ? guessesIn(failure) : 0;
      if (guesses) await countGuesses(this.db, actor, guesses);
      throw isOpen(failure) ? error : closed(failure, request.id);
    }
  }
}

/** By what a request asks a list to be ordered. */
function orderIn({ query }: FastifyRequest): string {
  const { order } = query as { order?: unknown };
  return typeof order === 'string' ? order.replace(/^-/, '') : 'order';
}

/** Whether a failure speaks only of what was sent, or of the token's own. */
function isOpen(failure: Failure): boolean {
  return [failure, ...failure.parts].every((each) => each instanceof Invalid || isOpenToParties(each.code));
}

function closed({ errors, status }: Failure, request_id: string): Refused {
  const sentence = `The terminal does not allow this. Ask it, naming ${request_id}.`;
  const fields = Object.keys(errors ?? {});
  return new Refused({
    code: COMMON.refused,
    sentence,
    errors: fields.length ? Object.fromEntries(fields.map((field) => [field, [sentence]])) : undefined,
    status,
  });
}
