import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many movements one statement gives their voyage. */
const BATCH = 10_000;

const INDEXES = ['moved_at', 'movement_type', 'truck_visit_id', 'voyage_id'];

/**
 * The register of movements is read by time, type, voyage and truck. Movements that are there already get the voyage of
 * their stay, some at a time, and beside those who write.
 */
export class RegisterOfMovements1797812000001 implements MigrationInterface {
  name = 'RegisterOfMovements1797812000001';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE container_movements VALIDATE CONSTRAINT fk_container_movements_voyage_id`,
    );
    const [{ last }] = (await queryRunner.query(
      `SELECT coalesce(max(id), 0)::integer AS last FROM container_movements`,
    )) as [{ last: number }];
    for (let from = 0; from <= last; from += BATCH)
      await queryRunner.query(
        `UPDATE container_movements m
         SET voyage_id = CASE m.movement_type WHEN 'discharge' THEN s.arrived_by_voyage_id
           ELSE s.departed_by_voyage_id END
         FROM container_stays s
         WHERE m.id >= ${from} AND m.id < ${from + BATCH} AND m.movement_type IN ('discharge', 'load')
           AND m.voyage_id IS NULL AND s.organization_id = m.organization_id AND s.id = m.stay_id`,
      );
    for (const column of INDEXES) {
      const name = `ix_container_movements_${column}_id`;
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY ${name} ON container_movements (organization_id, ${column}, id)`,
      );
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const column of INDEXES) await queryRunner.query(`DROP INDEX ix_container_movements_${column}_id`);
  }
}
