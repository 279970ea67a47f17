import { Global, Module } from '@nestjs/common';
import { TokensService } from './tokens.service';

/** Recognizes tokens, for the global guard and the command line. */
@Global()
@Module({ providers: [TokensService], exports: [TokensService] })
export class AuthModule {}
