import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { lastValueFrom, Observable, of } from 'rxjs';
import { Conflict, Invalid, Refused } from '../errors/errors';
import { IdempotencyKeysService } from './idempotency-keys.service';
import { COMMON } from '../errors/codes';

/**
 * Carries out a POST with an `Idempotency-Key` once: its answer is kept in its own transaction, and given again to who
 * repeats it. A request that was refused left nothing behind, so that its key may be used again.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly keys: IdempotencyKeysService) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || !request.actor || key === undefined) return next.handle();
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
      throw new Invalid({}, 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
    if (!(await this.keys.lock(key)))
      throw new Conflict({
        code: COMMON.idempotency_key_in_use,
        sentence: 'The request with this Idempotency-Key is being carried out. Please ask again.',
      });

    const reply = http.getResponse<FastifyReply>();
    const hash = hashOf(request);
    const kept = await this.keys.find(key);
    if (!kept) {
      const answer = (await lastValueFrom(next.handle())) as string;
      await this.keys.keep(key, hash, reply.statusCode, answer);
      return of(answer);
    }
    if (!kept.request_hash.equals(hash))
      throw new Refused({
        code: COMMON.idempotency_key_reused,
        sentence: 'This Idempotency-Key was used for another request.',
        status: 422,
      });
    void reply.status(kept.status).type('application/json; charset=utf-8');
    void reply.header('Idempotent-Replayed', 'true');
    return of(kept.answer);
  }
}

/** What makes two requests the same: path, query and body. (`.json` is gone from the path by now.) */
function hashOf({ url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(`${url}\n${JSON.stringify(body ?? null)}`)
    .digest();
}
