import { Global, Module } from '@nestjs/common';
import { setupResources } from '../setup/setup-resource';
import { TokensService } from './tokens.service';
import { User } from './user.kind';

const setup = setupResources(User);

/** Users, and the tokens that the global guard and the command line recognize. */
@Global()
@Module({
  controllers: setup.controllers,
  providers: [TokensService, ...setup.providers],
  exports: [TokensService],
})
export class AuthModule {}
