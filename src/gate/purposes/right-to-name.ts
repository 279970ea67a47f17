import sql, { raw, type Sql } from 'sql-template-tag';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import type { Refusal } from '../../common/errors/errors';
import type { Actor } from '../../common/tenancy/actor';
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
export const openStays = (numbers: string[], db: Db) => openStaysThat(among('c.number', numbers, 'text'), db);

/** The same of the containers `c` that a condition chooses. */
export function openStaysThat(those: Sql, db: Db): Query<Map<string, OpenStay>> {
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
    WHERE c.organization_id = ${organization_id} AND ${those}`;
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

/** What a pick-up may need beside the container. */
export const NEEDS = ['bill_of_lading', 'booking', 'nomination'] as const;
export type Need = (typeof NEEDS)[number];

/**
 * What a pick-up by a token that is limited to parties has to name beside the container, one of which is enough: by
 * `rightToName`, so that who names it is not refused. `nomination` is named nowhere: a trucking company has to be nominated.
 * Empty where the number is enough, and where no stay is open.
 * @param companies the trucking companies of the token
 */
export function needsOf(
  stay: OpenStay | undefined,
  { party_pick_up }: Pick<Actor, 'party_pick_up'>,
  companies: number[],
): Need[] {
  if (!stay) return [];
  const { booking_id, bills } = stay;
  const isRight = (bill_of_lading?: string, booking?: number | null) =>
    [null, ...companies].some((company) =>
      rightToName({ ...PICK_UP, bill_of_lading }, booking, stay, { limited: true, party_pick_up, company }),
    );
  if (isRight()) return [];
  const needs: Need[] = [];
  if (bills.length && isRight(bills[0])) needs.push('bill_of_lading');
  if (booking_id !== null && isRight(undefined, booking_id)) needs.push('booking');
  return needs.length ? needs : ['nomination'];
}

const PICK_UP = { purpose_type: 'pick up', cargo_type: 'container' } as const;

/**
 * The refusal of a container that may not be named: the same whether it is unknown, elsewhere, or of others. It says what
 * would allow it.
 */
export function notToBeNamed(
  { purpose_type }: Pick<Purpose, 'purpose_type'>,
  container: string,
  { party_pick_up }: Pick<Actor, 'party_pick_up'>,
): Refusal {
  if (purpose_type !== 'pick up')
    return { code: GATE.drop_off_not_allowed, sentence: SAYS.drop_off_not_allowed({ container }) };
  const says = SAYS[party_pick_up === 'reference' ? 'pick_up_not_allowed.reference' : 'pick_up_not_allowed'];
  return { code: GATE.pick_up_not_allowed, sentence: says({ container }) };
}
