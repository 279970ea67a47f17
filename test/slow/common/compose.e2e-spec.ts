import { load, YAML11_SCHEMA } from 'js-yaml';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../../src/common/database/migrate/migrate';
import { databasePrefix, databaseUrl, onServer } from '../../setup/database';
import { Service } from '../../setup/service';

interface Container {
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  privileged?: boolean;
  user?: string;
  ports?: string[];
  tmpfs?: string[];
  volumes?: string[];
  environment: Record<string, string>;
}

const read = (file: string) => readFileSync(join(__dirname, '../../../docker', file), 'utf8');
const { services } = load(read('compose.yaml'), { schema: YAML11_SCHEMA }) as {
  services: Record<'database' | 'migrate' | 'wharfinger', Container>;
};
const userOf = ({ environment }: Container) =>
  new URL(environment.DATABASE_URL!.replaceAll(/\$\{\w+\}/g, 'x')).username;

describe('docker/compose.yaml', () => {
  it.each(Object.entries(services))(
    'lets %s change no file of its image, and gain no right',
    (_name, container) => {
      expect(container).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(container).not.toHaveProperty('cap_add');
      expect(container).not.toHaveProperty('privileged');
    },
  );

  it('runs nothing as root', () => {
    expect(services.database.user).toBe('postgres');
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
    expect(services.migrate.user ?? services.wharfinger.user).toBeUndefined();
  });

  it('publishes the API alone, and metrics on a port of its own', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual(['3000:3000']);
    const { METRICS_PORT } = services.wharfinger.environment;
    expect(METRICS_PORT).toMatch(/^\d+$/);
    expect(METRICS_PORT).not.toBe('3000');
  });

  it('migrates as the owner, serves as the role of the service, and connects as the superuser nowhere', () => {
    expect([userOf(services.migrate), userOf(services.wharfinger)]).toEqual([
      'wharfinger',
      'wharfinger_service',
    ]);
    // which makes `postgres` the superuser
    expect(services.database.environment).not.toHaveProperty('POSTGRES_USER');
    expect(services.wharfinger.environment).not.toHaveProperty('DATABASE_MIGRATION_URL');
    const passwords = (container: Container) =>
      JSON.stringify(container.environment).match(/\$\{\w+_PASSWORD/g);
    expect(passwords(services.migrate)).toEqual(['${OWNER_PASSWORD']);
    expect(passwords(services.wharfinger)).toEqual(['${SERVICE_PASSWORD']);
  });
});

describe('docker/roles.sql', () => {
  const id = randomUUID().replaceAll('-', '');
  const database = `${databasePrefix()}${id}`;
  const owner = `owner_${id}`;
  const as = (user: string) => (name: string) => {
    const url = new URL(databaseUrl(name));
    url.username = user;
    return url.href;
  };
  let service: Service | undefined;

  /** The file as psql runs it; on this server another role has the name of the owner, and that of the service is there. */
  const statements = read('roles.sql')
    .replaceAll(/^--.*|^\\getenv .*|^CREATE ROLE wharfinger_service .*/gm, '')
    .replaceAll(/:'(\w+)'/g, "'secret'")
    .replaceAll('DATABASE wharfinger', `DATABASE ${database}`)
    .replaceAll(/\bwharfinger\b/g, owner);

  beforeAll(() => onServer((client) => client.query(`CREATE DATABASE ${database}`)));
  afterAll(async () => {
    await service?.stop();
    await onServer(async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await client.query(`DROP ROLE IF EXISTS ${owner}`);
    });
  });

  it('creates an owner who is no superuser, and who migrates; the service serves as its role', async () => {
    const roles = await onServer(async (client) => {
      await client.query(statements);
      const { rows } = await client.query(
        `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS more, rolcanlogin
         FROM pg_roles WHERE rolname = $1`,
        [owner],
      );
      return rows;
    });
    expect(roles).toEqual([{ more: false, rolcanlogin: true }]);
    expect(await migrate(as(owner)(database))).not.toEqual([]);

    service = await Service.on(database, {}, as('wharfinger_service'));
    const client = await service.organization();
    await client.create('/terminals', { name: 'North' });
    expect((await client.get('/audit_entries?record_key=North')).body.audit_entries).toHaveLength(1);
    await service.query('SELECT analyze_tables()');
  });
});
