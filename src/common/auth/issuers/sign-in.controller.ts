import { Controller, Get, Inject } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Config } from '../../config/config';
import { CONFIG } from '../../config/config.module';
import { Endpoint, SET_UP } from '../../endpoint/endpoint';
import { bare } from '../../endpoint/returns';

/** Where applications let people sign in. */
export class SignInShow {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The identity provider to sign in at, by OpenID Connect; null where there is none',
    example: 'https://id.harbour.example/realms/port',
  })
  issuer: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The public client that applications are there; null where none is set',
    example: 'haulier-portal',
  })
  client_id: string | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'What to ask for there',
    example: ['openid', 'profile', 'email'],
  })
  scopes: string[];
}

@ApiTags(SET_UP)
@Controller('sign_in')
export class SignInController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @Endpoint({
    summary: 'Show where to sign in',
    description:
      'What an application needs before it has a token: people sign in at the identity provider, with the authorization code flow and PKCE. It needs no token.',
    operationId: 'showSignIn',
    returns: bare(SignInShow),
    role: 'public',
    errors: [],
  })
  show(): SignInShow {
    const { oidc_issuer = null, oidc_client_id = null, oidc_scopes } = this.config;
    return { issuer: oidc_issuer, client_id: oidc_client_id, scopes: oidc_scopes };
  }
}
