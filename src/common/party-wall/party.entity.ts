import { Check, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Integer, LooseRow, Row, Time } from '../schema/columns';
import { PARTY_TYPES } from './party-types';

/** The most parties of a user or token. */
export const MOST_PARTIES = 20;

/**
 * A company outside of the terminal, to which users and tokens may be limited: exactly one record of a kind. Triggers make
 * it with that record (`make_party_of_…`).
 */
@Entity('parties')
@Check('ck_parties_one', `num_nonnulls(${PARTY_TYPES.map((type) => `${type}_id`).join(', ')}) = 1`)
@Unique('uq_parties_trucking_company_id', ['organization_id', 'trucking_company_id'])
@Unique('uq_parties_consignee_id', ['organization_id', 'consignee_id'])
@Unique('uq_parties_freight_forwarder_id', ['organization_id', 'freight_forwarder_id'])
@Unique('uq_parties_shipping_line_id', ['organization_id', 'shipping_line_id'])
@Unique('uq_parties_agent_id', ['organization_id', 'agent_id'])
@Index('ix_parties_in_use', ['organization_id', 'id'], { where: 'used_since IS NOT NULL' })
export class Party extends LooseRow {
  @BelongsTo('TruckingCompany', { onDelete: 'CASCADE', unindexed: 'uq_parties_trucking_company_id' })
  trucking_company: Relation<Row> | null;
  trucking_company_id: number | null;
  @BelongsTo('Consignee', { onDelete: 'CASCADE', unindexed: 'uq_parties_consignee_id' })
  consignee: Relation<Row> | null;
  consignee_id: number | null;
  @BelongsTo('FreightForwarder', { onDelete: 'CASCADE', unindexed: 'uq_parties_freight_forwarder_id' })
  freight_forwarder: Relation<Row> | null;
  freight_forwarder_id: number | null;
  @BelongsTo('ShippingLine', { onDelete: 'CASCADE', unindexed: 'uq_parties_shipping_line_id' })
  shipping_line: Relation<Row> | null;
  shipping_line_id: number | null;
  @BelongsTo('Agent', { onDelete: 'CASCADE', unindexed: 'uq_parties_agent_id' })
  agent: Relation<Row> | null;
  agent_id: number | null;

  /**
   * Since when somebody may look in for it: a user, a token, a grant of an identity provider or a webhook endpoint. It is shown
   * events since.
   */
  @Time() used_since: Date | null;
}

/** A row of a party, whose primary key begins with it; it goes with the party. */
export abstract class PartyRow {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;
  @BelongsTo(() => Party, { required: true, primary: true, onDelete: 'CASCADE', unindexed: 'pk' })
  party: Relation<Party>;
  party_id: number;
}

/** A party of a user. */
@Entity('user_parties')
@Unique('uq_user_parties_user_id_party_id', ['organization_id', 'user_id', 'party_id'])
export class UserParty extends LooseRow {
  @BelongsTo('User', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_user_parties_user_id_party_id',
  })
  user: Relation<Row>;
  user_id: number;
  @BelongsTo(() => Party, { required: true, onDelete: 'CASCADE' }) party: Relation<Party>;
  party_id: number;
}

/** A party of a token. */
@Entity('token_parties')
@Unique('uq_token_parties_token_id_party_id', ['organization_id', 'token_id', 'party_id'])
export class TokenParty extends LooseRow {
  @BelongsTo('Token', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_token_parties_token_id_party_id',
  })
  token: Relation<Row>;
  token_id: number;
  @BelongsTo(() => Party, { required: true, onDelete: 'CASCADE' }) party: Relation<Party>;
  party_id: number;
}

/**
 * How often a party named what is not its own, in the hour that began with the first time. Requests are rolled back when
 * they are refused, so this is counted apart.
 */
@Entity('party_guesses')
export class PartyGuesses extends PartyRow {
  @Time({ required: true }) since: Date;
  @Integer({ required: true }) guesses: number;
}
