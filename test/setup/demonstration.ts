import type { DateTime } from 'luxon';
import { DEMO_MOMENT, loadDemo } from '../../src/demo/demo';
import { MissedAppointmentsService } from '../../src/gate/slots/missed-appointments.service';
import { Client } from './client';
import { databasePrefix, onServer } from './database';
import { eventually } from './eventually';
import { cloneOf, Service } from './service';

/**
 * A service of a spec file's own with the demonstration as of the moment of which the guides speak, and a client of it.
 * The first spec file of a run that needs it loads it, which takes seconds. All others clone its database.
 */
export function useDemonstration(env: Record<string, string> = {}): { current: Client } {
  const holder = {} as { current: Client };
  beforeAll(async () => (holder.current = await demonstration(env)));
  afterAll(() => holder.current?.service.stop());
  return holder;
}

/** The same for a spec that ends its service itself. */
export async function demonstration(env: Record<string, string> = {}): Promise<Client> {
  const { organization_id, user_id, tokens } = await loadedOnce();
  const database = await cloneOf(template());
  // else an epoch of events would begin, because a clone has another history
  await onServer((client) => client.query('UPDATE event_feeds SET history = database_history()'), database);
  return new Client(await Service.on(database, env), organization_id, user_id, tokens, 'admin');
}

/**
 * A client of the demonstration organization, which is loaded into the database of a service as of a moment.
 * Appointments that are missed by now are marked.
 */
export async function demoClient(service: Service, moment: DateTime): Promise<Client> {
  const admin = await loadDemo(service.dataSource, moment);
  // else it would depend on the day of the run which of these appointments are missed
  if (moment === DEMO_MOMENT)
    await service.query(
      `UPDATE appointments SET ends_at = ends_at + interval '10 years' WHERE starts_at > $1`,
      [moment.plus({ days: 1 }).toJSDate()],
    );
  await service.app.get(MissedAppointmentsService, { strict: false }).noticeAll();
  const [user] = await service.query<{ organization_id: number; user_id: number }>(
    'SELECT organization_id, user_id FROM tokens',
  );
  const { organization_id, user_id } = user!;
  await allWorkedAt(service, organization_id);
  const read = await service.token(organization_id, user_id, 'read');
  const write = await service.token(organization_id, user_id, 'write');
  return new Client(service, organization_id, user_id, { read, write, admin }, 'admin');
}

/** Waits until interchanges, messages and imports were worked at, which goes on beside requests. */
export function allWorkedAt(service: Service, organization_id: number): Promise<unknown> {
  return eventually('that all messages are worked at', async () => {
    const [left] = await service.query(
      `SELECT FROM edi_interchanges WHERE organization_id = $1 AND status = 'received'
       UNION ALL SELECT FROM edi_messages WHERE organization_id = $1 AND asked IS NOT NULL
       UNION ALL SELECT FROM imports WHERE organization_id = $1 AND status IN ('waiting', 'running') LIMIT 1`,
      [organization_id],
    );
    return left === undefined;
  });
}

const template = () => `${databasePrefix()}demonstration`;

type Known = Pick<Client, 'organization_id' | 'user_id' | 'tokens'>;

/** What is known of the demonstration in the database that is cloned; the comment of the database keeps it. */
function loadedOnce(): Promise<Known> {
  return onServer(async (server) => {
    await server.query('SELECT pg_advisory_lock(2)');
    const { rows } = await server.query<{ known: string }>(
      `SELECT shobj_description(oid, 'pg_database') AS known FROM pg_database WHERE datname = $1`,
      [template()],
    );
    if (rows[0]) return JSON.parse(rows[0].known) as Known;
    const service = await Service.start();
    const { organization_id, user_id, tokens } = await demoClient(service, DEMO_MOMENT);
    await service.close();
    const known = { organization_id, user_id, tokens };
    await server.query(`COMMENT ON DATABASE ${service.database} IS '${JSON.stringify(known)}'`);
    await server.query(`ALTER DATABASE ${service.database} RENAME TO ${template()}`);
    return known;
  });
}
