import { sumDays } from '../../src/reports/moves/sum-days';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { Db } from '../../src/common/database/db';
import type { Client } from '../setup/client';
import type { Service } from '../setup/service';
import type { Body } from './record';

/** A row of a table as it is, without triggers; returns its id. */
export async function aRow(
  service: Service,
  { organization_id }: Pick<Client, 'organization_id'>,
  table: string,
  values: Record<string, unknown>,
): Promise<number> {
  const row = { organization_id, ...values };
  const names = Object.keys(row);
  await service.fill(
    `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((_, at) => `$${at + 1}`).join()})`,
    Object.values(row),
  );
  const [made] = await service.query<{ id: number }>(
    `SELECT max(id)::integer AS id FROM ${table} WHERE organization_id = $1`,
    [organization_id],
  );
  return made!.id;
}

/** The answer of a report. Throws unless it is 200. */
export async function reportOf(client: Client, name: string, query = ''): Promise<Body> {
  const { status, body } = await client.get(`/reports/${name}?${query}`);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Pseudo-random numbers below `most`, the same for the same seed. */
export function randomOf(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Sums the moves of past days as \`maintain\` does, and returns how many days it summed. */
export async function sumDaysOf({ service, organization_id }: Client): Promise<number> {
  const organizations = new OrganizationsService(service.dataSource.manager);
  const organization = (await organizations.list()).find(({ id }) => id === organization_id)!;
  return sumDays(service.app.get(Db, { strict: false }), organizations.actorFor(organization));
}
