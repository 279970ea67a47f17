import { COMMON } from '../errors/codes';
import { kindModel } from '../setup/kind-model';
import { links } from '../write/links';
import type { RowOf } from '../write/write-row';
import { PARTY, PARTY_KINDS } from '../party-wall/party-reference';
import { MOST_PARTIES } from '../party-wall/party.entity';
import { User } from './user.kind';

export const userModel = kindModel(User, {
  maps: {
    parties: {
      ...links('parties', PARTY, {
        table: 'user_parties',
        from: 'user_id',
        to: 'party_id',
        what: 'Party',
        items: true,
      }),
      kinds: PARTY_KINDS,
    },
  },
  checks: [limitByParties, refuseMany],
});

/** How many parties a request gives a user. */
const partiesOf = ({ parts }: RowOf<User>) => (parts.parties as number[] | undefined)?.length ?? 0;

/** A user with parties is limited to them unless the request says otherwise. */
function limitByParties(rows: RowOf<User>[]): void {
  for (const row of rows) if (partiesOf(row) && row.columns.limited === undefined) row.columns.limited = true;
}

function refuseMany(rows: RowOf<User>[]): void {
  for (const row of rows)
    if (partiesOf(row) > MOST_PARTIES)
      row.refuse('parties', {
        code: COMMON.too_many,
        sentence: `A user has at most ${MOST_PARTIES} parties.`,
      });
}
