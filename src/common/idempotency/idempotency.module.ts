import { Global, Module } from '@nestjs/common';
import { IdempotencyKeysService } from './idempotency-keys.service';

/** Makes a POST with an `Idempotency-Key` safe to repeat. */
@Global()
@Module({ providers: [IdempotencyKeysService], exports: [IdempotencyKeysService] })
export class IdempotencyModule {}
