import { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { PartyInput, partyOf } from '../../common/party-wall/party-reference';
import { In } from '../../common/input/in';
import { BadValue, toText } from '../../common/input/values';
import { PageQuery } from '../../common/pagination/page-query';
import { PARTY_TYPES, type PartyType } from '../../common/party-wall/party-types';
import { NOMINATION_STATUSES, type NominationStatus } from './nomination.entity';

/** Who may be given the right to collect. */
export const TAKERS = ['trucking_company', 'freight_forwarder'] as const satisfies PartyType[];

export class TakerInput {
  @In.oneOf(TAKERS, { required: true }) type: (typeof TAKERS)[number];
  @In.text({ required: true, description: 'The code or name of the record', example: 'EST' }) key: string;
}

export class CreateNomination {
  @In.text({
    description: 'The number of a container, for its open stay: it, a bill of lading or a booking is named',
    example: 'WHAU4142033',
  })
  container?: string | null;
  @In.object(() => BillKey, { description: 'For the containers on it, also those put on later' })
  bill_of_lading?: BillKey | null;
  @In.text({ description: 'The number of a booking, for its containers', example: 'WHA331057' })
  booking?: string | null;
  @In.object(() => PartyInput, {
    description: 'Who gives the right; left out by a token that is limited to one party, which gives its own',
  })
  from?: PartyInput | null;
  @In.object(() => TakerInput, { required: true, description: 'Who may collect from then on' })
  to: TakerInput;
  @In.text({
    description:
      'The number of the nomination that is passed on. Left out, it is the one that the giver holds',
    example: 'NM00000012',
  })
  parent?: string | null;
  @In.endTime({ description: 'When it ends by itself, at the latest with its parent' })
  valid_until?: string | null;
  @In.text({ description: 'What the giver calls it' }) reference?: string | null;
}

export class RevokeNomination {
  @In.note({ required: true, description: 'Why', example: 'Another haulier comes' }) reason: string;
}

function toParty(raw: unknown): PartyInput {
  const party = partyOf(toText(raw, { max: 300 }));
  if (!party || !(PARTY_TYPES as readonly string[]).includes(party.type))
    throw new BadValue('must be a type and a key, such as trucking_company:EST');
  return party as PartyInput;
}

export class NominationQuery extends PageQuery {
  @In.anyWord(NOMINATION_STATUSES, { description: 'How far they have come' }) status?:
    NominationStatus[] | null;
  @In.text({ description: 'The whole number of the container that is named' }) container_number?:
    string | null;
  @In.text({ description: 'The whole number of the bill of lading that is named' }) bill_of_lading_number?:
    string | null;
  @In.custom({ type: 'string', maxLength: 300 }, toParty, {
    description: 'Who was given the right, by its type and key',
    example: 'trucking_company:EST',
  })
  to?: PartyInput | null;
}
