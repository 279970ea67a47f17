import { loadModule } from 'libpg-query';
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { Client, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { REQUESTS } from '../../src/common/database/pool/data-source';
import { BACKGROUND } from '../../src/common/database/pool/own-connection';
import { runningScope } from '../../src/common/tenancy/scope';
import { onStatement, Statement } from '../setup/statements';
import { EXCEPTIONS, FINDING } from './exceptions';
import { judge, Judgement, Tenancy } from './wall';

/** Set while a test itself speaks to the database, which may look across organizations. */
const ownWork = new AsyncLocalStorage<true>();

const judgements = new Map<string, Judgement>();
const complaints = new Set<string>();
const databases = new Set<string>();
let tenancy: Tenancy | undefined;

/** Runs statements that are the test's own. */
export function asTest<T>(work: () => Promise<T>): Promise<T> {
  return ownWork.run(true, work);
}

/** Holds every statement that the service sends to this database against the wall; a breach fails the spec file that runs. */
export async function guard(dataSource: DataSource): Promise<void> {
  if (!tenancy) {
    await loadModule();
    tenancy = await asTest(() => tenancyOf(dataSource));
  }
  databases.add(dataSource.driver.database!);
}

/** What was found since the last call. */
export function takeComplaints(): string[] {
  const found = [...complaints];
  complaints.clear();
  return found;
}

/** What belongs to an organization, by the entities and by the arguments of the database's functions. */
export async function tenancyOf(dataSource: DataSource): Promise<Tenancy> {
  const owned = dataSource.entityMetadatas.filter((entity) =>
    entity.columns.some(({ databaseName }) => databaseName === 'organization_id'),
  );
  const functions = await dataSource.query<{ name: string; at: number }[]>(
    `SELECT proname AS name, array_position(proargnames, 'organization') - 1 AS at
     FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND 'organization' = ANY(proargnames)`,
  );
  return {
    tables: new Map([
      ...owned.map(({ tableName }) => [tableName, 'organization_id'] as const),
      ['organizations', 'id'],
    ]),
    functions: new Map(functions.map(({ name, at }) => [name, at])),
  };
}

function check({ text, values }: Statement, client: Client): void {
  if (!tenancy || ownWork.getStore()) return;
  if (isOfService(client, BACKGROUND)) return checkBackground(text);
  if (!isOfService(client)) return;
  const { breaches, parameters } = judgementOf(text);
  if (breaches.length && !isExcepted(text, breaches))
    complaints.add(`${breaches.join(', ')} without the organization in:\n${text}`);
  if (!parameters.length) return;
  const asking = runningScope()?.actor.organization_id;
  for (const number of parameters)
    if (asking !== undefined && Number(values?.[number - 1]) !== asking)
      complaints.add(
        `$${number} is ${String(values?.[number - 1])} and not the organization ${asking} in:\n${text}`,
      );
}

/** Whether an exception allows all that a statement reaches without its organization. */
const isExcepted = (text: string, breaches: string[]): boolean =>
  Object.values(EXCEPTIONS).some(
    ({ reaches, by }) => breaches.every((what) => reaches.includes(what)) && by.test(text),
  );

/** Work beside requests is for one organization at a time. Only what finds organizations or figures reads several, by name. */
function checkBackground(text: string): void {
  const { breaches } = judgementOf(text);
  const isFinding = () => !WRITES.test(text) && Object.values(FINDING).some((finding) => finding.test(text));
  if (breaches.length && !isFinding())
    complaints.add(`${breaches.join(', ')} of several organizations at once beside requests in:\n${text}`);
}

/** What changes or locks rows. */
const WRITES = /\b(INSERT INTO|UPDATE|DELETE FROM|FOR (NO KEY |KEY )?(UPDATE|SHARE))\b/;

function judgementOf(text: string): Judgement {
  const judgement = judgements.get(text) ?? judge(text, tenancy!);
  judgements.set(text, judgement);
  return judgement;
}

/** The names of connections that serve requests, and that `Service.commands` has. */
const SERVING = [REQUESTS, 'wharfinger'];

/** Whether the connection is the service's: not that of a test, nor one that migrates another database. */
function isOfService(client: Client, program?: typeof BACKGROUND): boolean {
  const { connectionParameters: to } = client as unknown as {
    connectionParameters: { application_name?: string; database: string };
  };
  const name = to.application_name ?? '';
  const isIt = program ? name.startsWith(program) : SERVING.includes(name);
  return isIt && databases.has(to.database);
}

onStatement(check);

// a statement that waited for a connection is sent by whoever frees one, but in the scope of its own request
type Connect = (this: Pool, callback?: (...taken: unknown[]) => void) => unknown;
const prototype = Pool.prototype as unknown as { connect: Connect };
const { connect } = prototype;
prototype.connect = function (callback) {
  return connect.call(this, callback && AsyncResource.bind(callback));
};
