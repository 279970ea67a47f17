import { Global, Module } from '@nestjs/common';
import { setupResources } from '../setup/setup-resource';
import { OwnOrganizationController } from './own-organization.controller';
import { OwnOrganizationService } from './own-organization.service';
import { SecurityEvents } from './security-events';
import { TokenCheck } from './token-check';
import { TicketsService } from './tickets.service';
import { TokensService } from './tokens.service';
import { User } from './user.kind';

const setup = setupResources(User);

/** Users, and the tokens that the token check and the command line recognize. */
@Global()
@Module({
  controllers: [...setup.controllers, OwnOrganizationController],
  providers: [
    TokensService,
    TicketsService,
    OwnOrganizationService,
    TokenCheck,
    SecurityEvents,
    ...setup.providers,
  ],
  exports: [TokensService, TicketsService, SecurityEvents],
})
export class AuthModule {}
