import { Global, Module } from '@nestjs/common';
import { setupResources } from '../setup/setup-resource';
import { SecurityEvents } from './security-events';
import { TokenCheck } from './token-check';
import { TokensService } from './tokens.service';
import { User } from './user.kind';

const setup = setupResources(User);

/** Users, and the tokens that the token check and the command line recognize. */
@Global()
@Module({
  controllers: setup.controllers,
  providers: [TokensService, TokenCheck, SecurityEvents, ...setup.providers],
  exports: [TokensService, SecurityEvents],
})
export class AuthModule {}
