import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  ix_interchanges_shipping_line_id_id: 'shipping_line_id, id',
  ix_interchanges_updated_at_id: 'updated_at, id',
  ix_interchanges_completed_at_id: 'completed_at, id',
  ix_interchanges_type_id: 'type, id',
};

/** How many interchanges get their line in one statement. */
const BATCH = 10_000;

/** Interchanges get the lines of their stays, and the indexes of their register; made beside those who write. */
export class RegisterOfInterchanges1797800300000 implements MigrationInterface {
  name = 'RegisterOfInterchanges1797800300000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    const [{ last }] = (await queryRunner.query(`SELECT coalesce(max(id), 0) AS last FROM interchanges`)) as [
      { last: string | number },
    ];
    for (let from = 0; from < Number(last); from += BATCH)
      await queryRunner.query(
        `UPDATE interchanges i SET shipping_line_id = s.shipping_line_id FROM container_stays s
         WHERE i.id > ${from} AND i.id <= ${from + BATCH} AND s.organization_id = i.organization_id
           AND s.id = i.stay_id AND i.shipping_line_id IS DISTINCT FROM s.shipping_line_id`,
      );
    await queryRunner.query(
      `ALTER TABLE "interchanges" VALIDATE CONSTRAINT "fk_interchanges_shipping_line_id"`,
    );
    for (const [name, columns] of Object.entries(INDEXES))
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "${name}" ON "interchanges" (organization_id, ${columns})`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await queryRunner.query(`DROP INDEX "${name}"`);
  }
}
