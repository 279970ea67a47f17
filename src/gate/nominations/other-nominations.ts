import sql from 'sql-template-tag';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { type Query, rows } from '../../common/database/sql/query';
import { toldReason } from '../../cargo/release/release-reason.view';
import { SAYS } from '../gate.sentences';
import { gateReason } from '../refusals/refused-at-gate';
import { coveredStays, type SubjectIds } from './nomination-subject';
import type { NominationWarning } from './nomination.view';

/** A nomination that counts for the collection of a container. */
export interface OtherNomination {
  id: number;
  /** The number of the container. */
  container: string;
  /** The name of its taker. */
  party: string;
}

/** The nominations that count for the containers of a subject now: by each begins a chain beside one that is given next. */
export function otherNominations(organization_id: number, ids: SubjectIds): Query<OtherNomination[]> {
  return rows<OtherNomination>(
    asTerminal(
      'the terminal is told of a second chain, whoever begins it',
      sql`
      SELECT o.nomination_id AS id, c.number AS container, coalesce(nullif(h.name, ''), h.code, f.name) AS party
      FROM nominations_of_stays(${organization_id}, ARRAY(${coveredStays(organization_id, ids)})) o
      JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = o.stay_id
      JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      JOIN parties p ON p.organization_id = s.organization_id AND p.id = o.to_party_id
      LEFT JOIN trucking_companies h ON h.organization_id = p.organization_id AND h.id = p.trucking_company_id
      LEFT JOIN freight_forwarders f ON f.organization_id = p.organization_id AND f.id = p.freight_forwarder_id
      ORDER BY c.number, o.nomination_id`,
    ),
  );
}

/** What the terminal is told of them (decision 787). */
export const warningsOf = (others: OtherNomination[]): NominationWarning[] =>
  others.map(({ id, container, party }) => ({
    ...toldReason({
      ...gateReason('other_nomination', SAYS.other_nomination({ container, party })),
      container: { id: null, number: container },
      source: { type: 'nomination', id },
    }),
  }));
