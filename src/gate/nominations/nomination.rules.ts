import { Conflict, naming, type Refusal, Refused } from '../../common/errors/errors';
import type { PartyType } from '../../common/party-wall/party-types';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { isStanding, MOST_LINKS, type NominationStatus } from './nomination.entity';

/** What a nomination is for. */
export type SubjectType = 'container' | 'bill_of_lading' | 'booking';

export interface NamedSubject {
  type: SubjectType;
  /** The number that the request names it by. */
  number: string;
  /** The field of the request. */
  field: string;
}

/** A nomination of the subject that holds, or is passed on; or one for the bills or the booking of a container. */
export interface Standing {
  id: number;
  number: string;
  from_party_id: number;
  to_party_id: number;
  to_name: string;
  depth: number;
  status: NominationStatus;
  valid_until: Date | null;
  /** Whether it is for a bill or the booking of the container that the request names. */
  is_wider: boolean;
  /** All parties of its chain: the first giver, and each taker down to its own. */
  chain: number[];
}

/** A party that a request names. */
export interface NamedParty {
  id: number;
  type: PartyType;
  name: string;
}

/** What decides whether a right may be given. */
export interface LoadedNomination {
  subject: NamedSubject;
  from: NamedParty;
  /** The number of the nomination that the request names as the one that is passed on. */
  parent: string | null;
  /** The parties that have the right themselves: consignees and the line. */
  owners: number[];
  /** Those of the subject itself first. */
  standing: Standing[];
}

/**
 * The nomination that is passed on, or undefined where the giver has the right itself. Whoever holds one for a bill or a
 * booking may give on single containers of it (decision 586).
 * @throws Conflict where the giver gave it already; Refused where it has no right
 */
export function requireRight({
  subject,
  from,
  parent,
  owners,
  standing,
}: LoadedNomination): Standing | undefined {
  const given = standing.find(({ from_party_id, is_wider }) => from_party_id === from.id && !is_wider);
  if (given) throw new Conflict(standsRefusal(subject, given));
  const passed = standing.find(
    ({ to_party_id, number, status }) =>
      to_party_id === from.id && status === 'active' && (parent === null || number === parent),
  );
  if (!passed && (parent !== null || !owners.includes(from.id))) throw new Refused(noRight(subject, from));
  return passed;
}

/** @throws Refused where the taker is in the chain already, or the chain is too long */
export function requireTaker(to: NamedParty, from: NamedParty, passed: Standing | undefined): void {
  if (to.id === from.id || passed?.chain.includes(to.id))
    throw new Refused({
      code: GATE.nomination_circle,
      sentence: SAYS.nomination_circle({ party: to.name }),
      field: 'to',
    });
  if (passed && passed.depth >= MOST_LINKS)
    throw new Refused({ code: GATE.nomination_too_long, sentence: SAYS.nomination_too_long(), field: 'to' });
}

function standsRefusal({ type, number }: NamedSubject, { to_name: party }: Standing): Refusal {
  const code = GATE.nomination_stands;
  const records = naming(type, number);
  if (type === 'container')
    return { code, sentence: SAYS['nomination_stands.container']({ container: number, party }), records };
  if (type === 'booking')
    return { code, sentence: SAYS['nomination_stands.booking']({ booking: number, party }), records };
  return {
    code,
    sentence: SAYS['nomination_stands.bill_of_lading']({ bill_of_lading: number, party }),
    records,
  };
}

function noRight({ type, number, field }: NamedSubject, { name: party }: NamedParty): Refusal {
  const code = GATE.nomination_not_yours;
  const records = naming(type, number);
  if (type === 'container')
    return {
      code,
      sentence: SAYS['nomination_not_yours.container']({ container: number, party }),
      field,
      records,
    };
  if (type === 'booking')
    return {
      code,
      sentence: SAYS['nomination_not_yours.booking']({ booking: number, party }),
      field,
      records,
    };
  return {
    code,
    sentence: SAYS['nomination_not_yours.bill_of_lading']({ bill_of_lading: number, party }),
    field,
    records,
  };
}

/** @throws Conflict for a nomination that neither holds nor is passed on */
export function requireStanding({ number, status }: { number: string; status: NominationStatus }): void {
  if (isStanding(status)) return;
  throw new Conflict({
    code: GATE.nomination_over,
    sentence: SAYS[`nomination_over.${status}`]({ nomination: number, status }),
    records: naming('nomination', number),
  });
}
