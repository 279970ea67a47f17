import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { Db } from '../database/db';
import { Unknown } from '../errors/errors';
import { inputFields } from '../input/input-fields';
import { userName } from '../view/view';
import { BoundPartner } from './bound-partner';
import { KnownTokens } from './known-tokens';
import { UpdateOrganization } from './organization.dto';
import { HIDDEN_SETTINGS, type Me, type OrganizationShow, type UserOfToken } from './organization.view';
import { partiesById, type PartyShow } from '../party-wall/party-reference';
import { recordAlone } from '../recording/record';

/** The setting that names a record, which is kept by its id. */
const HOLD_TYPE = 'damage_hold_type';

/** SQL: the settings of an organization `o`, by column. */
const SETTINGS = inputFields(UpdateOrganization).map(({ name }) =>
  name === HOLD_TYPE
    ? `(SELECT y.name FROM hold_types y WHERE y.organization_id = o.id AND y.id = o.${HOLD_TYPE}_id) AS ${HOLD_TYPE}`
    : `o.${name}`,
);

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

  /** The id of a hold type of containers, locked so that it stays one; null for none. Throws Unknown. */
  private async holdType(name: string | null): Promise<number | null> {
    if (!name) return null;
    const [type] = await this.db.query<{ id: number }>(sql`
      SELECT y.id FROM hold_types y
      WHERE y.organization_id = ${this.db.actor.organization_id} AND y.name = ${name} AND y.applies_to = 'container'
      FOR KEY SHARE`);
    if (!type) throw new Unknown('Hold type', name, HOLD_TYPE);
    return type.id;
  }

  async show(): Promise<OrganizationShow> {
    const columns = raw(['o.id', 'o.name', ...SETTINGS].join(', '));
    const [organization] = await this.db.query<OrganizationShow>(
      sql`SELECT ${columns} FROM organizations o WHERE o.id = ${this.db.actor.organization_id}`,
    );
    return organization!;
  }

  /** Changes the settings that are sent. Throws Unknown for a hold type that is not one of containers. */
  async update(input: UpdateOrganization): Promise<OrganizationShow> {
    const { [HOLD_TYPE]: named, ...settings } = input;
    const stated =
      named === undefined ? settings : { ...settings, [`${HOLD_TYPE}_id`]: await this.holdType(named) };
    const sent = Object.entries(stated).filter(([, value]) => value !== undefined);
    const sets = sent.map(([name, value]) => sql`${raw(name)} = ${value}`);
    if (!sets.length) return this.show();
    this.tokens.forgetAfterwards();
    const { organization_id } = this.db.actor;
    await this.db.query(sql`SELECT FROM organizations WHERE id = ${organization_id} FOR UPDATE`);
    const before = await this.show();
    await this.db.query(sql`UPDATE organizations SET ${join(sets, ', ')} WHERE id = ${organization_id}`);
    const after = await this.show();
    const changed = Object.entries(after).flatMap(([name, value]): [string, unknown[]][] => {
      const was = before[name as keyof OrganizationShow];
      return isDeepStrictEqual(was, value) ? [] : [[name, [was, value]]];
    });
    if (changed.length)
      await recordAlone(this.db, 'organization.updated', after, Object.fromEntries(changed));
    return after;
  }
}
