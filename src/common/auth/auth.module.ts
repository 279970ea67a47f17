import { Global, Module } from '@nestjs/common';
import { ReadsAtPrimary } from '../endpoint/endpoint-metadata';
import { setupResources } from '../setup/setup-resource';
import { CONFIG } from '../config/config.module';
import type { Config } from '../config/config';
import { Db } from '../database/db';
import { BoundPartner } from './bound-partner';
import { FirstSignIns } from './issuers/first-sign-ins';
import { GrantedAccess } from './issuers/granted-access';
import { IdentityIssuersController } from './issuers/identity-issuers.controller';
import { IdentityIssuersService } from './issuers/identity-issuers.service';
import { IssuerKeys } from './issuers/issuer-keys';
import { keysWithNotes } from './issuers/issuer-notes';
import { IssuerTests } from './issuers/issuer-tests';
import { SignInController } from './issuers/sign-in.controller';
import { SignedTokensService } from './issuers/signed-tokens.service';
import { TokenExplanationsService } from './issuers/token-explanations.service';
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
import { UserSessionsController } from './user-sessions.controller';
import { UsersService } from './users.service';

const setup = setupResources([User, UsersService]);

/**
 * Users, and the tokens that the token check and the command line look up. At the primary, because who looks at tokens wants to see
 * them revoked.
 */
@Global()
@ReadsAtPrimary()
@Module({
  controllers: [
    ...setup.controllers,
    OwnOrganizationController,
    TokensController,
    IdentityIssuersController,
    SignInController,
    UserSessionsController,
  ],
  providers: [
    TokensService,
    ManagedTokensService,
    TicketsService,
    {
      provide: IssuerKeys,
      inject: [Db, CONFIG],
      useFactory: (db: Db, config: Config) => keysWithNotes(db, config.issuer_allow_private),
    },
    FirstSignIns,
    GrantedAccess,
    SignedTokensService,
    IssuerTests,
    TokenExplanationsService,
    IdentityIssuersService,
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
