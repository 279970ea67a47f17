import type { OpenAPIObject } from '@nestjs/swagger';
import type { Config } from '../common/config/config';

/** Where applications let people sign in. */
export interface SignIn {
  issuer: string;
  client_id: string;
  scopes: string[];
}

/** Where people sign in by the configuration; undefined for nowhere. */
export function signInOf({ oidc_issuer, oidc_client_id = '', oidc_scopes }: Config): SignIn | undefined {
  return oidc_issuer ? { issuer: oidc_issuer, client_id: oidc_client_id, scopes: oidc_scopes } : undefined;
}

/** A document of the pages, with the identity provider as another way to have a token. */
export function offerSignIn(document: OpenAPIObject, { issuer, scopes }: SignIn): OpenAPIObject {
  document.security!.push({ oidc: scopes });
  document.components!.securitySchemes!.oidc = {
    type: 'openIdConnect',
    openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    description: 'An access token of the identity provider, by the authorization code flow with PKCE',
  };
  return document;
}
