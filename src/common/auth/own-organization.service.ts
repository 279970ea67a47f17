import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { Db } from '../database/db';
import { inputFields } from '../input/input-fields';
import { userName } from '../view/view';
import { BoundPartner } from './bound-partner';
import { KnownTokens } from './known-tokens';
import { UpdateOrganization } from './organization.dto';
import { HIDDEN_SETTINGS, type Me, type OrganizationShow, type UserOfToken } from './organization.view';
import { partiesById, type PartyShow } from './parties/party-reference';
import { recordAlone } from '../recording/record';

/** The settings of an organization, by column. */
const SETTINGS = inputFields(UpdateOrganization).map(({ name }) => name);

/** Shows the user and organization of a token, and changes the settings of that organization. */
@Injectable()
export class OwnOrganizationService {
  constructor(
    private readonly db: Db,
    private readonly tokens: KnownTokens,
    private readonly partner: BoundPartner,
  ) {}

  async me(): Promise<Me> {
    const { organization_id, user_id, role, domains, edi_partner_id, limited } = this.db.actor;
    const [user] = await this.db.query<UserOfToken>(sql`
      SELECT u.id, u.email, u.firstname, u.lastname, ${raw(userName((column) => `u.${column}`))} AS name FROM users u
      WHERE u.organization_id = ${organization_id} AND u.id = ${user_id}`);
    const edi_partner = edi_partner_id === null ? null : await this.partner.find(edi_partner_id);
    const organization = await this.show();
    if (limited) Object.assign(organization, Object.fromEntries(HIDDEN_SETTINGS.map((name) => [name, null])));
    const parties = await this.parties();
    return { user: user!, organization, role, domains, edi_partner, limited, parties };
  }

  private async parties(): Promise<PartyShow[]> {
    const { organization_id, parties } = this.db.actor;
    if (!parties.length) return [];
    return this.db.query<PartyShow>(
      partiesById(
        organization_id,
        parties.map(({ id }) => id),
      ),
    );
  }

  async show(): Promise<OrganizationShow> {
    const columns = raw(['id', 'name', ...SETTINGS].join(', '));
    const [organization] = await this.db.query<OrganizationShow>(
      sql`SELECT ${columns} FROM organizations WHERE id = ${this.db.actor.organization_id}`,
    );
    return organization!;
  }

  /** Changes the settings that are sent. */
  async update(input: UpdateOrganization): Promise<OrganizationShow> {
    const sent = Object.entries(input).filter(([, value]) => value !== undefined);
    const sets = sent.map(
      ([name, value]) => sql`${raw(name)} = ${value as string | number | boolean | null}`,
    );
    if (!sets.length) return this.show();
    this.tokens.forgetAfterwards();
    const { organization_id } = this.db.actor;
    await this.db.query(sql`SELECT FROM organizations WHERE id = ${organization_id} FOR UPDATE`);
    const before = await this.show();
    await this.db.query(sql`UPDATE organizations SET ${join(sets, ', ')} WHERE id = ${organization_id}`);
    const after = await this.show();
    const changed = Object.entries(after).flatMap(([name, value]): [string, unknown[]][] => {
      const was = before[name as keyof OrganizationShow];
      return was === value ? [] : [[name, [was, value]]];
    });
    if (changed.length)
      await recordAlone(this.db, 'organization.updated', after, Object.fromEntries(changed));
    return after;
  }
}
