import type { ConcernedRow } from '../../common/party-wall/concerns';
import type { Told } from '../../common/party-wall/open-to';
import { STAY_WAYS } from './ways';

/**
 * The rule that the bills of a stay concern those whose they are, its line and the agent, and a haulier those that it named
 * when it announced the container. Of a stay that has ended a bill concerns who was its consignee then, too.
 */
export const ofOwnersAndWhoNamedIt = ({ alias, organization, parties }: ConcernedRow) => `
  EXISTS (SELECT FROM bill_parties p
    WHERE p.organization_id = ${organization} AND p.bill_of_lading_id = ${alias}.bill_of_lading_id
      AND p.party_id = ANY(${parties}))
  OR EXISTS (SELECT FROM stay_parties p
    WHERE p.organization_id = ${organization} AND p.stay_id = ${alias}.stay_id
      AND p.party_id = ANY(${parties}) AND p.ways & ${STAY_WAYS.line | STAY_WAYS.agent} > 0)
  OR EXISTS (SELECT FROM stay_parties p
    WHERE p.organization_id = ${organization} AND p.stay_id = ${alias}.stay_id AND p.party_id = ANY(${parties})
      AND p.ways & ${STAY_WAYS.bill} > 0
      AND bill_was_of(p.organization_id, p.party_id, p.stay_id, ${alias}.bill_of_lading_id))
  OR EXISTS (SELECT FROM stay_parties p
    JOIN bill_of_ladings b ON b.organization_id = p.organization_id AND b.id = ${alias}.bill_of_lading_id
    WHERE p.organization_id = ${organization} AND p.stay_id = ${alias}.stay_id AND p.party_id = ANY(${parties})
      AND bill_was_named_by(p.organization_id, p.container_id, b.number, ${parties}))`;

/** Events tell the bills by their numbers: all to the line and its agent, to consignees and forwarders those that are theirs. */
export const BILLS_TOLD: Record<'bill_of_ladings', Told> = {
  bill_of_ladings: ({ bill_of_ladings }, { as, own }) =>
    ((bill_of_ladings ?? []) as { id: number; number: string }[])
      .filter(({ id }) => as === 'owner' || (as !== 'carrier' && own.bills.includes(id)))
      .map(({ number }) => ({ id: null, manifest: null, number })),
};
