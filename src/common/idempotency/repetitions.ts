import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { endpointOf } from '../endpoint/endpoint-metadata';
import { Conflict, Invalid, KeyReused } from '../errors/errors';
import { IdempotencyKeysService } from './idempotency-keys.service';
import { COMMON } from '../errors/codes';

/** The form of a key. */
export const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/**
 * Carries out a POST with an `Idempotency-Key` once: its answer is stored in its own transaction, and a repeated request
 * gets the same answer. A refused request stores nothing, so its key may be used again. An answer with a secret is not
 * stored (`repeats` of the endpoint, decision 353).
 */
@Injectable()
export class Repetitions {
  constructor(private readonly keys: IdempotencyKeysService) {}

  /**
   * Runs `handle`, or repeats its answer.
   * @throws Invalid for a key without its form, Conflict while another request has it, KeyReused for another request
   */
  around(request: FastifyRequest, reply: FastifyReply, handle: () => Promise<unknown>): Promise<unknown> {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || !request.actor || key === undefined) return handle();
    if (endpointOf(request)?.repeats === 'carried out') return handle();
    return this.once(key, request, reply, handle);
  }

  private async once(
    key: string | string[],
    request: FastifyRequest,
    reply: FastifyReply,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    if (typeof key !== 'string' || !KEY_FORM.test(key))
      throw new Invalid({}, 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
    const isFirst = await this.keys.lock(key);
    const requested = hashOf(request);
    const kept = await this.keys.find(key);
    // The request that holds the key may be a repetition of one that was carried out before.
    if (!kept && !isFirst)
      throw new Conflict({
        code: COMMON.idempotency_key_in_use,
        sentence: 'The request with this Idempotency-Key is being carried out. Please ask again.',
      });
    if (!kept) {
      const answer = (await handle()) as string;
      const isSecret = endpointOf(request)?.repeats === 'refused';
      await this.keys.keep(key, requested, reply.statusCode, isSecret ? '' : answer);
      return answer;
    }
    if (!kept.request_hash.equals(requested)) throw new KeyReused();
    if (!kept.answer)
      throw new Conflict({
        code: COMMON.idempotency_key_of_secret,
        sentence:
          'The request with this Idempotency-Key was carried out. Its answer had a secret, which is not shown again.',
      });
    void reply.status(kept.status).type('application/json; charset=utf-8');
    // The answer is in the language of the request that got it first.
    void reply.header('Idempotent-Replayed', 'true').removeHeader('Content-Language');
    return kept.answer;
  }
}

/** Identifies a request by path, query and body. (`.json` is removed from the path before.) */
function hashOf({ url, body }: FastifyRequest): Buffer {
  const sent = Buffer.isBuffer(body) ? hash('sha256', body) : JSON.stringify(body ?? null);
  return hash('sha256', `${url}\n${sent}`, 'buffer');
}
