import { Check, OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { COMMON } from '../errors/codes';
import { Refuses } from '../errors/constraints';
import { In } from '../input/in';
import { NoColumn, Personal, Row, Time } from '../schema/columns';
import { Field, Kind } from '../setup/kind';
import { UserParty } from '../party-wall/party.entity';
import { partiesJson, PartyInput, PartyShow } from '../party-wall/party-reference';

/** What a user is: somebody, or a program. */
const USER_KINDS = ['person', 'service'] as const;

/** A person (or a system) who works for an organization; tokens belong to users. */
@Kind({ singular: 'user', plural: 'users', key: 'email', running: 'last_seen_at' })
@Check(
  'ck_users_erased',
  `erased_at IS NULL OR (NOT active AND email LIKE 'erased-%@erased.invalid' AND num_nonnulls(firstname, lastname) = 0)`,
)
@Refuses(
  'ck_users_erased',
  'A user who was erased stays so: add another one.',
  undefined,
  COMMON.cannot_change,
)
export class User extends Row {
  @Personal({ told: true, stays: true })
  @Field.key({ identifier: 'email', example: 'gate@harbour.example' })
  email: string;
  @Personal({ told: true, stays: true }) @Field.text() firstname: string | null;
  @Personal({ told: true, stays: true }) @Field.text() lastname: string | null;
  @Field.flag({ initially: true, description: 'The tokens of an inactive user are refused' }) active: boolean;
  @Field.flag({
    description:
      'Whether the user sees only the records of the parties. Without a party the user sees nothing. It becomes true when parties are sent',
  })
  limited: boolean;
  @Field.custom(
    In.objects(() => PartyInput, { description: 'The companies to which the user is limited, 20 at most' }),
    (out) =>
      out.shaped(partiesJson('user'), () => PartyShow, {
        isArray: true,
        description: 'The companies to which the user is limited',
      }),
  )
  @OneToMany(() => UserParty, (party) => party.user)
  parties: Relation<UserParty>[];
  @Field.oneOfOr(USER_KINDS, 'person', {
    description: 'Whether it is somebody or a program; `person` unless given',
  })
  kind: (typeof USER_KINDS)[number];
  @Field.computed((out) =>
    out.sql(
      (of) =>
        `SELECT greatest(
          (SELECT max(k.last_used_at) FROM tokens k WHERE k.organization_id = ${of('organization_id')} AND k.user_id = ${of('id')}),
          (SELECT max(i.last_seen_at) FROM user_identities i WHERE i.organization_id = ${of('organization_id')} AND i.user_id = ${of('id')}))`,
      'time',
      {
        description:
          'The last use of one of the tokens, or of a token of an identity provider, to the hour; null before the first',
        example: '2026-11-20T13:00:00.000Z',
      },
    ),
  )
  last_seen_at: NoColumn;
  /** Tokens of identity providers that were made until then are refused; null while none were ended. */
  @Time() signed_out_at: Date | null;
  @Field.answered((out) =>
    out.time({ description: 'When the personal data of the user was erased; null while it is kept' }),
  )
  @Time()
  erased_at: Date | null;
}
