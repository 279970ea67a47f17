import { Client } from 'pg';
import { aContainer } from '../factories/cargo';
import { aVisit } from '../factories/gate';
import { Service } from '../setup/service';
import { databaseUrl } from '../setup/database';

const asService = (name: string) => {
  const url = new URL(databaseUrl(name));
  url.username = 'wharfinger_service';
  return url.href;
};

describe('the role that the service connects as', () => {
  let owner: Service;
  let service: Service;
  let direct: Client;
  beforeAll(async () => {
    owner = await Service.start();
    service = await Service.on(owner.database, {}, asService);
    direct = new Client({ connectionString: asService(owner.database) });
    await direct.connect();
  });
  afterAll(async () => {
    await direct?.end();
    await service?.app.close();
    await owner?.stop();
  });

  it('serves: it reads and writes records, and leaves traces', async () => {
    const client = await service.organization();
    await aContainer(client, { number: 'WHAU4142033' });
    const visit = await aVisit(client);
    expect((await client.post(`/trucks/${visit.truck.license_plate}/gate_out`)).status).toBe(200);
    const { body } = await client.get('/audit_entries?record_key=WHAU4142033');
    expect(body.audit_entries).toMatchObject([{ action: 'create', record_type: 'containers' }]);
    expect((await client.delete('/containers/WHAU4142033')).status).toBe(200);
  });

  it('is no superuser and owns nothing', async () => {
    const { rows } = await direct.query(
      `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        rolname: 'wharfinger_service',
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: false,
      },
    ]);
    const owned = await direct.query(`SELECT relname FROM pg_class WHERE relowner = current_user::regrole`);
    expect(owned.rows).toEqual([]);
  });

  it('alone may call what works as the owner of the tables', async () => {
    const { rows } = await direct.query(
      `SELECT p.proname, p.proconfig, has_function_privilege('wharfinger_service', p.oid, 'EXECUTE') AS serves,
         EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) WHERE grantee = 0) AS anybody
       FROM pg_proc p WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace ORDER BY p.proname`,
    );
    const only = { serves: true, anybody: false };
    expect(rows).toEqual([
      { proname: 'analyze_tables', proconfig: ['search_path=pg_catalog'], ...only },
      { proname: 'erase_personal_data', proconfig: ['search_path=pg_catalog, public, pg_temp'], ...only },
    ]);
    await direct.query('SELECT analyze_tables()');
  });

  it.each([
    `UPDATE audit_entries SET operation = 'nothing'`,
    `DELETE FROM audit_entries`,
    `TRUNCATE audit_entries`,
    `ALTER TABLE containers DISABLE TRIGGER trace_changed`,
    `SET session_replication_role = replica`,
    `DROP TABLE containers`,
    `CREATE TABLE mine (id int)`,
    `INSERT INTO migrations (timestamp, name) VALUES (1, 'x')`,
    `DELETE FROM migrations`,
    `TRUNCATE containers`,
    `CREATE OR REPLACE FUNCTION trace_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
    `CREATE ROLE other`,
    `COPY containers TO PROGRAM 'true'`,
    `SELECT pg_read_file('/etc/passwd')`,
  ])('may not %s', async (statement) => {
    await expect(direct.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
