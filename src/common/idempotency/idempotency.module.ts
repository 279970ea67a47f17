import { Global, Module } from '@nestjs/common';
import { IdempotencyKeysService } from './idempotency-keys.service';

/** Lets callers repeat a POST safely. */
@Global()
@Module({ providers: [IdempotencyKeysService], exports: [IdempotencyKeysService] })
export class IdempotencyModule {}
