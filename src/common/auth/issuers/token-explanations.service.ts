import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../database/db';
import { Failure } from '../../errors/errors';
import { currentScope } from '../../tenancy/scope';
import { userName } from '../../view/view';
import { partiesById, type PartyShow } from '../../party-wall/party-reference';
import { NotTaken } from './access-token';
import { GrantedAccess } from './granted-access';
import { matching } from './grants';
import type { TokenExplained } from './identity-issuer.view';
import { IdentityIssuersService } from './identity-issuers.service';
import { IssuerTests } from './issuer-tests';
import { SignedTokensService } from './signed-tokens.service';

/** Tells admins what would become of tokens of their issuers. */
@Injectable()
export class TokenExplanationsService {
  constructor(
    private readonly db: Db,
    private readonly issuers: IdentityIssuersService,
    private readonly tokens: SignedTokensService,
    private readonly access: GrantedAccess,
    private readonly tests: IssuerTests,
  ) {}

  /**
   * What would become of a token of an issuer of the running organization. It signs nobody in.
   * @throws NotFound for the issuer; TooManyAtOnce
   */
  async explain(idOrName: string, token: string): Promise<TokenExplained> {
    const { actor, base, deadline } = currentScope();
    const explained: TokenExplained = { accepted: false, reason: null, grant: null, user: null, parties: [] };
    // beside the transaction of the request, which then holds no connection while the issuer is queried
    await this.db.reading(
      actor,
      base,
      async () => {
        const { id } = await this.issuers.find(idOrName);
        await this.tests.run(() => this.explainInto(explained, id, token));
      },
      deadline,
    );
    return explained;
  }

  private async explainInto(explained: TokenExplained, issuer_id: number, token: string): Promise<void> {
    try {
      const { claims, found } = await this.tokens.signed(token, issuer_id);
      const place = matching(found.rules.grants, claims);
      explained.grant = place < 0 ? null : place;
      const user = await this.tokens.userOf(found, claims);
      explained.user = user ? await this.shown(user.id) : null;
      const ids = (await this.access.of(found, claims, user)).parties.map(({ id }) => id);
      explained.parties = await this.db.query<PartyShow>(partiesById(this.db.actor.organization_id, ids));
      explained.accepted = true;
    } catch (error) {
      if (!(error instanceof NotTaken || error instanceof Failure)) throw error;
      explained.reason = error.message;
    }
  }

  private async shown(user_id: number): Promise<{ id: number; name: string }> {
    const [user] = await this.db.query<{ id: number; name: string }>(sql`
      SELECT u.id, ${raw(userName((column) => `u.${column}`))} AS name FROM users u
      WHERE u.organization_id = ${this.db.actor.organization_id} AND u.id = ${user_id}`);
    return user!;
  }
}
