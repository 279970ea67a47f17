import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Row {
  id: string;
  last: string | null;
}

/** The bits of all ways. */
const ALL = 127;
/** How many stays or bills a statement calculates. */
const AT_ONCE = 500;

/** SQL: does the work for some rows of a table behind an id, and answers the last of them; null at the end. */
const next = (table: string, work: string) => (organization: string, after: string) => `
  WITH chosen AS MATERIALIZED (
    SELECT r.id FROM ${table} r WHERE r.organization_id = ${organization} AND r.id > ${after} ORDER BY r.id LIMIT ${AT_ONCE}
  ), worked AS MATERIALIZED (
    SELECT ${work.replace('organization', organization)} FROM (SELECT array_agg(c.id) AS ids FROM chosen c) c
    WHERE c.ids IS NOT NULL)
  SELECT (SELECT max(c.id) FROM chosen c) AS last, (SELECT count(*) FROM worked)`;

const WORK = [
  next('container_stays', `keep_stay_parties(organization, c.ids, ${ALL}, true)`),
  next('bill_of_ladings', 'keep_bill_parties(organization, c.ids)'),
];

/**
 * The interests in the stays and bills that were there. Nobody knows who had one in a stay when it ended: it is who has one
 * by what its records say now. Running it again calculates them anew.
 */
export class InterestsOfBefore1799400000001 implements MigrationInterface {
  name = 'InterestsOfBefore1799400000001';

  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    const organizations = (await queryRunner.query('SELECT id FROM organizations ORDER BY id')) as Row[];
    for (const { id } of organizations)
      for (const statement of WORK) {
        let after: string | null = '0';
        while (after) after = ((await queryRunner.query(statement(id, after))) as Row[])[0]!.last;
      }
  }

  public async down(): Promise<void> {
    // the tables go with the migration before
  }
}
