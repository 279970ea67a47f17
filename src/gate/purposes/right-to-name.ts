import sql, { raw } from 'sql-template-tag';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import { asTerminal } from '../../common/database/as-terminal';
import { among } from '../../common/database/conditions';
import { type Query, rows } from '../../common/database/query';
import type { Refusal } from '../../common/errors/errors';
import type { Actor } from '../../common/tenancy/actor';
import type { WriteRun } from '../../common/write/write-run';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import type { Purpose } from './purpose.entity';
import { isContainerDropOff, type PlainPurpose } from './purpose.rules';

/** Why announcements read containers of others. */
export const NAMED = 'whether an announcement may name a container is decided by whose it is';

/** The open stay of a container, with what only those know who may collect it. */
export interface OpenStay {
  is_here: boolean;
  bills: string[];
  booking_id: number | null;
  /** Whether it is of a party that the token is limited to. */
  is_theirs: boolean;
  /** The hauliers that are nominated for it, by the ids of their companies; read for a limited token alone. */
  nominated: number[];
}

/** The open stays of the containers with these numbers, by number. */
export function openStays(numbers: string[], { db }: WriteRun): Query<Map<string, OpenStay>> {
  const { organization_id, limited, parties } = db.actor;
  const nominated = limited
    ? sql`ARRAY(
      SELECT p.trucking_company_id FROM nominations_of_stays(${organization_id}, ARRAY[s.id]) n
      JOIN parties p ON p.organization_id = ${organization_id} AND p.id = n.to_party_id
      WHERE p.trucking_company_id IS NOT NULL)`
    : sql`'{}'::bigint[]`;
  const ids = parties.map(({ id }) => id);
  const find = sql`
    SELECT c.number, s.booking_id, s.status <> 'announced' AS is_here, ARRAY(
      SELECT b.number FROM container_bills l
      JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
      WHERE l.organization_id = s.organization_id AND l.stay_id = s.id) AS bills, EXISTS (
      SELECT FROM stay_parties p
      WHERE p.organization_id = s.organization_id AND p.party_id = ANY(${ids}::bigint[]) AND p.stay_id = s.id) AS is_theirs,
      ${nominated} AS nominated
    FROM containers c
    JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status ${raw(IS_OPEN)}
    WHERE c.organization_id = ${organization_id} AND ${among('c.number', numbers, 'text')}`;
  return rows<OpenStay & { number: string }>(asTerminal(NAMED, find)).map(
    (stays) => new Map(stays.map(({ number, ...stay }) => [number, stay])),
  );
}

/** Who announces. */
interface Announcer {
  limited: boolean;
  party_pick_up: Actor['party_pick_up'];
  /** The trucking company of the announcement. */
  company: number | null | undefined;
}

/** Why an announcement may name a container: by what it names, or because its haulier is nominated for it. */
type Right = 'named' | 'nominated';

/**
 * Why an announcement may name a container, or undefined where it may not (decisions 550, 585 and 618): a pick-up is by the
 * haulier that is nominated for it, or, where that is enough, names beside it one of its bills or its booking; a drop-off opens
 * its stay. A bill that a limited token names has to be one of the stay, whatever its right, since it is shown to it afterwards. A token that is limited to parties also brings what is theirs already; whoever else announces a drop-off may announce
 * what is on its way.
 */
export function rightToName(
  purpose: PlainPurpose,
  booking_id: number | null | undefined,
  stay: OpenStay | undefined,
  { limited, party_pick_up, company }: Announcer,
): Right | undefined {
  if (isContainerDropOff(purpose))
    return !stay || (limited ? stay.is_theirs : !stay.is_here) ? 'named' : undefined;
  if (!stay) return undefined;
  const { bill_of_lading } = purpose;
  const isOnBill = Boolean(bill_of_lading) && stay.bills.includes(bill_of_lading!);
  if (limited && bill_of_lading && !isOnBill) return undefined;
  const isNamed = isOnBill || (stay.booking_id !== null && stay.booking_id === booking_id);
  if (party_pick_up === 'reference' && isNamed) return 'named';
  return company && stay.nominated.includes(company) ? 'nominated' : undefined;
}

/** The refusal of a container that may not be named: the same whether it is unknown, elsewhere, or of others. */
export function notToBeNamed({ purpose_type }: Pick<Purpose, 'purpose_type'>, container: string): Refusal {
  const code = purpose_type === 'pick up' ? GATE.pick_up_not_allowed : GATE.drop_off_not_allowed;
  return { code, sentence: SAYS[code as 'pick_up_not_allowed']({ container }) };
}
