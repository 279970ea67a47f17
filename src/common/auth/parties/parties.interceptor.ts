import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, Observable } from 'rxjs';
import { Db } from '../../database/db';
import { endpointOf } from '../../endpoint/endpoint-metadata';
import { COMMON, isOpenToParties } from '../../errors/codes';
import { failureOf } from '../../errors/database-errors';
import { Failure, Invalid, Refused } from '../../errors/errors';
import { notOpen } from '../parties.guard';
import { countGuesses, guessesIn, refuseGuessers } from './guesses';

/**
 * What a token that is limited to parties is told when it is refused: rules that are not open to parties speak of others, so
 * it is told that the terminal does not allow it. Where names may be guessed, wrong ones are counted. An order that a list does
 * not have is refused like a filter that is not open.
 */
@Injectable()
export class PartiesInterceptor implements NestInterceptor {
  constructor(private readonly db: Db) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return request.actor?.limited ? from(this.answer(request, next)) : next.handle();
  }

  private async answer(request: FastifyRequest, next: CallHandler): Promise<unknown> {
    const actor = request.actor!;
    const counts = endpointOf(request)?.parties?.guesses;
    if (counts) await refuseGuessers(this.db, actor);
    try {
      return await lastValueFrom<unknown>(next.handle());
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
