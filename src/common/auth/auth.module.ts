import { Global, Module } from '@nestjs/common';
import { setupResources } from '../setup/setup-resource';
import { BoundPartner } from './bound-partner';
import { KnownTokens } from './known-tokens';
import { ManagedTokensService } from './managed-tokens.service';
import { OwnOrganizationController } from './own-organization.controller';
import { OwnOrganizationService } from './own-organization.service';
import { SecurityEvents } from './security-events';
import { TokenCheck } from './token-check';
import { TicketsService } from './tickets.service';
import { TokensController } from './tokens.controller';
import { TokensService } from './tokens.service';
import { User } from './user.kind';
import { UsersService } from './users.service';

const setup = setupResources([User, UsersService]);

/** Users, and the tokens that the token check and the command line look up. */
@Global()
@Module({
  controllers: [...setup.controllers, OwnOrganizationController, TokensController],
  providers: [
    TokensService,
    ManagedTokensService,
    TicketsService,
    KnownTokens,
    BoundPartner,
    OwnOrganizationService,
    TokenCheck,
    SecurityEvents,
    ...setup.providers,
  ],
  exports: [TokensService, TicketsService, KnownTokens, BoundPartner, SecurityEvents],
})
export class AuthModule {}
