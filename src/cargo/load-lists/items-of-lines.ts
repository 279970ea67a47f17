import type { ConcernedRow } from '../../common/party-wall/concerns';
import { PARTIES } from '../../common/view/compiler';
import type { Of } from '../../common/view/view';
import { linesOf, partiesOfLine } from '../../parties/shipping-lines/lines-of-parties';
import { STAY_WAYS } from '../interests/ways';

/**
 * The rule that an item concerns the line of its cargo, or else the line that it names, and that line's agent. For a
 * container the stay of the item decides, if there is one.
 */
export const ofLineOfCargo = (row: ConcernedRow) => {
  const { alias, organization, parties } = row;
  const lines = linesOf(row);
  const ofTable = (table: string) =>
    `(SELECT o.id FROM ${table} o WHERE o.organization_id = ${organization} AND o.shipping_line_id IN (${lines}))`;
  return `${alias}.stay_id IN (SELECT p.stay_id FROM stay_parties p WHERE p.organization_id = ${organization}
      AND p.party_id = ANY(${parties}) AND p.ways & ${STAY_WAYS.line | STAY_WAYS.agent} > 0)
    OR ${alias}.stay_id IS NULL AND ${alias}.container_id IN ${ofTable('containers')}
    OR ${alias}.vehicle_id IN ${ofTable('vehicles')}
    OR num_nonnulls(${alias}.container_id, ${alias}.vehicle_id) = 0 AND ${alias}.shipping_line_id IN (${lines})`;
};

/** SQL: whom the same rule holds for. */
export const linesOfItem = ({ alias, organization }: Pick<ConcernedRow, 'alias' | 'organization'>) => {
  const lineOf = (table: string, id: string) =>
    `(SELECT o.shipping_line_id FROM ${table} o WHERE o.organization_id = ${organization} AND o.id = ${alias}.${id})`;
  const line = `CASE
    WHEN ${alias}.vehicle_id IS NOT NULL THEN ${lineOf('vehicles', 'vehicle_id')}
    WHEN ${alias}.container_id IS NULL THEN ${alias}.shipping_line_id
    WHEN ${alias}.stay_id IS NULL THEN ${lineOf('containers', 'container_id')} END`;
  return `
  SELECT p.party_id, 'owner' AS level FROM stay_parties p
  WHERE p.organization_id = ${organization} AND p.stay_id = ${alias}.stay_id
    AND p.ways & ${STAY_WAYS.line | STAY_WAYS.agent} > 0
  UNION ALL
  ${partiesOfLine(line, organization)}`;
};

/** The rule that a load list concerns its line, and whoever an item of it concerns. */
export const ofLineOfList = (row: ConcernedRow) => `${row.alias}.shipping_line_id IN (${linesOf(row)})
  OR ${row.alias}.id IN (SELECT i.load_list_id FROM load_list_items i
    WHERE i.organization_id = ${row.organization} AND (${ofLineOfCargo({ ...row, alias: 'i' })}))`;

/** SQL: whom the same rule holds for. */
export const linesOfList = ({ alias, organization }: Pick<ConcernedRow, 'alias' | 'organization'>) => `
  ${partiesOfLine(`${alias}.shipping_line_id`, organization)}
  UNION ALL
  SELECT w.party_id, w.level FROM load_list_items i
  CROSS JOIN LATERAL (${linesOfItem({ alias: 'i', organization })}) w
  WHERE i.organization_id = ${organization} AND i.load_list_id = ${alias}.id`;

/** SQL: how many items of a load list concern the actor's parties. */
export const theirItems = (of: Of) => `(SELECT count(*) FROM load_list_items i
  WHERE i.organization_id = ${of('organization_id')} AND i.load_list_id = ${of('id')}
    AND (${ofLineOfCargo({ alias: 'i', organization: 'i.organization_id', parties: PARTIES })}))`;
