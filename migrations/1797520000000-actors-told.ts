import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What changes the actor behind a token; that it was used does not. */
const CHANGES: [table: string, organization: string, change: string][] = [
  ['tokens', 'organization_id', 'UPDATE OF revoked_at, expires_at, role, domains, user_id, hash OR DELETE'],
  ['users', 'organization_id', 'UPDATE OF active'],
  ['organizations', 'id', 'UPDATE'],
];

/** Tells every process of which organization a token, a user or the settings were changed. */
export class ActorsTold1797520000000 implements MigrationInterface {
  name = 'ActorsTold1797520000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION tell_actors() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('wharfinger_actors', to_jsonb(OLD) ->> TG_ARGV[0]);
        RETURN NULL;
      END $$`);
    for (const [table, organization, change] of CHANGES)
      await queryRunner.query(
        `CREATE TRIGGER tell_actors AFTER ${change} ON "${table}" FOR EACH ROW EXECUTE FUNCTION tell_actors('${organization}')`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table] of CHANGES) await queryRunner.query(`DROP TRIGGER tell_actors ON "${table}"`);
    await queryRunner.query('DROP FUNCTION tell_actors()');
  }
}
