import type { Answer, Client } from '../setup/client';
import type { Issuer } from '../setup/issuer';
import { aUser } from './parties';

/** Settings of a service that takes tokens of issuers on this machine. */
export const WITH_ISSUERS = { ISSUER_ALLOW_PRIVATE: 'true' };

/** What the tokens of a person say who is known, and has the role write. */
export const PERSON = { email: 'person@harbour.example', email_verified: true, groups: ['clerks'] };
export const GRANTS = [{ claim: 'groups', value: 'clerks', role: 'write' }];

/** An issuer whose tokens an organization takes, which knows the person. */
export async function withIssuer(client: Client, { url }: Issuer, fields: object = {}) {
  const person = (await aUser(client, { email: PERSON.email })) as { id: number };
  const body = { name: 'Port ID', issuer: url, audience: 'wharfinger', grants: GRANTS, ...fields };
  const { id } = (await client.create('/identity_issuers', body)).identity_issuer as { id: number };
  return { id, person };
}

/** Asks with the token of an identity provider. */
export const askWith = (client: Client, token: string, path = '/me'): Promise<Answer> =>
  client.send('GET', path, undefined, { authorization: `Bearer ${token}` });

/** 200, or the status and the code of a refusal. */
export const outcomeOf = ({ status, body }: Answer) => (status < 300 ? status : [status, body.code]);
