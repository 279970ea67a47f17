import { TokensService } from '../common/auth/tokens.service';
import type { PartyInput } from '../common/party-wall/party-reference';
import { User } from '../common/auth/user.kind';
import { userModel } from '../common/auth/user.write';
import type { Db } from '../common/database/db';

/** Who looks in at the demonstration, and the user by whom each of them does. */
export const DEMO_PARTIES: (PartyInput & { email: string })[] = [
  { type: 'trucking_company', key: 'EST', email: 'desk@estuary-haulage.example' },
  { type: 'trucking_company', key: 'TOL', email: 'desk@tollgate.example' },
  { type: 'consignee', key: 'Kestrel & Vane Coffee', email: 'imports@kestrelvane.example' },
  { type: 'consignee', key: 'Lowland Fresh Produce', email: 'planning@lowlandfresh.example' },
  { type: 'freight_forwarder', key: 'Northlight Logistics', email: 'sea@northlight.example' },
  { type: 'shipping_line', key: 'WHA', email: 'operations@westhaven.example' },
  { type: 'shipping_line', key: 'TDK', email: 'equipment@tidekeel.example' },
];

/** A new token of a party. */
export interface PartyToken extends PartyInput {
  token: string;
}

/** Makes a token with the role write for each of the parties, and its user if there is none. Runs in the scope of a transaction. */
export async function tokensOfParties(db: Db): Promise<PartyToken[]> {
  const tokens = new TokensService(db);
  const made: PartyToken[] = [];
  for (const { email, ...party } of DEMO_PARTIES) {
    const user_id =
      (await db.find(User, { email }))?.id ?? (await userModel.create(db, { email, parties: [party] }));
    const { token } = await tokens.create(user_id, { role: 'write', parties: [party] });
    made.push({ ...party, token });
  }
  return made;
}
