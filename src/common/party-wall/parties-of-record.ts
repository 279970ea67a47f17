import type { DataSource, EntityMetadata } from 'typeorm';
import { concernOf, isOneOf, LEVEL_BY_KIND, type Ways } from './concerns';
import type { RowClass } from '../schema/columns';
import { Compiler } from '../view/compiler';

/** SQL: a party in use `u` of the same organization as the row of an alias. */
const inUse = (alias: string) => `u.organization_id = ${alias}.organization_id AND u.used_since IS NOT NULL`;

/** SQL: the parties in use that a condition on `u` holds for. */
const parties = (alias: string, condition: string) =>
  `SELECT u.id AS party_id, ${LEVEL_BY_KIND} AS level FROM parties u WHERE ${inUse(alias)} AND (${condition})`;

/** SQL: the parties in use among the rows `p` of a table of interests. */
const members = (table: string, alias: string, condition: string) => `
  SELECT p.party_id, p.level FROM ${table} p JOIN parties u ON ${inUse(alias)} AND u.id = p.party_id
  WHERE p.organization_id = ${alias}.organization_id AND ${condition}`;

/**
 * SQL: the parties in use whom a row concerns, as JSON of `{party_id, level}`; undefined where its entity does not say whom.
 * It says the same as the condition of `ofParties` does, which begins from the parties.
 */
export function partiesOf(
  dataSource: DataSource,
  metadata: EntityMetadata,
  alias: string,
): string | undefined {
  const concerned = selectOf(dataSource, metadata, alias);
  return (
    concerned &&
    `(SELECT jsonb_agg(jsonb_build_object('party_id', w.party_id, 'level', w.level))
      FROM (SELECT w.party_id, max(w.level) AS level FROM (${concerned}) w GROUP BY w.party_id) w)`
  );
}

function selectOf(dataSource: DataSource, metadata: EntityMetadata, alias: string): string | undefined {
  const concern = concernOf(metadata.target as RowClass);
  if (!concern) return undefined;
  if (concern === 'everyone') return parties(alias, 'true');
  const ways = waysOf(dataSource, metadata, alias, concern);
  if (!ways.length) return undefined;
  const each = ways.join(' UNION ALL ');
  return concern.when ? `SELECT w.party_id, w.level FROM (${each}) w WHERE ${concern.when(alias)}` : each;
}

function waysOf(dataSource: DataSource, metadata: EntityMetadata, alias: string, ways: Ways): string[] {
  const { party = {}, stay, bill, parent, rows, whose } = ways;
  const { of } = new Compiler(dataSource, metadata, alias);
  const organization = `${alias}.organization_id`;
  const select = Object.entries(party).map(([type, paths]) => {
    const companies = [paths].flat().map((path) => of(path === 'self' ? 'id' : `${path}_id`));
    return parties(alias, `u.${type}_id = coalesce(${companies.join(', ')})`);
  });
  if (stay !== undefined)
    select.push(members('stay_parties', alias, `p.stay_id = ${of(STAY[stay] ?? `${stay}_id`)}`));
  if (bill !== undefined)
    select.push(
      members('bill_parties', alias, `p.bill_of_lading_id = ${of(bill === 'self' ? 'id' : `${bill}_id`)}`),
    );
  if (parent !== undefined) {
    const whole = metadata.findRelationWithPropertyPath(parent)!.inverseEntityMetadata;
    const record = `${alias}_${parent}`.slice(-60);
    const theirs = selectOf(dataSource, whole, record);
    if (theirs)
      select.push(`SELECT w.party_id, w.level FROM ${whole.tableName} ${record} CROSS JOIN LATERAL (${theirs}) w
        WHERE ${record}.organization_id = ${organization} AND ${record}.id = ${of(`${parent}_id`)}`);
  }
  if (whose)
    select.push(`SELECT w.party_id, w.level FROM (${whose({ alias, organization })}) w
      JOIN parties u ON ${inUse(alias)} AND u.id = w.party_id`);
  else if (rows) select.push(parties(alias, isOneOf(rows({ alias, organization, parties: 'ARRAY[u.id]' }))));
  return select;
}

/** The column of a row with the stay that it is shown for. A container has that which it shows. */
const STAY: Record<string, string> = { self: 'id', shown: 'stay_id' };
