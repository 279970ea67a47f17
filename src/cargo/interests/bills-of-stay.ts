import type { ConcernedRow } from '../../common/schema/concerns';
import type { Told } from '../../common/view/open-to';

/** The rule that the bills of a stay concern its owners, and a haulier those that it named when it announced the container. */
export const ofOwnersAndWhoNamedIt = ({ alias, organization, parties }: ConcernedRow) => `
  EXISTS (SELECT FROM stay_parties p
    WHERE p.organization_id = ${organization} AND p.stay_id = ${alias}.stay_id
      AND p.party_id = ANY(${parties}) AND p.level = 'owner')
  OR EXISTS (SELECT FROM stay_parties p
    JOIN bill_of_ladings b ON b.organization_id = p.organization_id AND b.id = ${alias}.bill_of_lading_id
    WHERE p.organization_id = ${organization} AND p.stay_id = ${alias}.stay_id AND p.party_id = ANY(${parties})
      AND bill_was_named_by(p.organization_id, p.container_id, b.number, ${parties}))`;

/** Events tell the bills by their numbers, and to owners alone: whose a bill is, and who named it, depends on the reader. */
export const BILLS_TOLD: Record<'bill_of_ladings', Told> = {
  bill_of_ladings: ({ bill_of_ladings }, level) =>
    level === 'owner'
      ? ((bill_of_ladings ?? []) as { number: string }[]).map(({ number }) => ({
          id: null,
          manifest: null,
          number,
        }))
      : [],
};
