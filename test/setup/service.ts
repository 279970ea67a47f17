import { conformance } from './conformance';
import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { KnownTokens } from '../../src/common/auth/known-tokens';
import { buildApp } from '../../src/app';
import { loadConfig } from '../../src/common/config/config';
import { dataSourceOptions, REQUESTS } from '../../src/common/database/pool/data-source';
import { Db } from '../../src/common/database/db';
import { Metrics } from '../../src/common/observability/metrics';
import { Client } from './client';
import { countDatabase, countDropped } from './costs';
import { asTest, guard } from '../wall/guard';
import { watchParties } from '../wall/party-guard';
import { atEnd, databasePrefix, databaseUrl, onServer, templateName } from './database';

/** What is slow because the machine is, is not refused. */
export const PATIENT = {
  DATABASE_POOL_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  HANDLER_TIMEOUT_MS: '60000',
};

/** The real service on a database of its own, and what tests need around it. */
export class Service {
  conformance = conformance;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly dataSource: DataSource,
    /** The connections of commands, and of the tests themselves. */
    readonly own: DataSource,
    readonly database: string,
  ) {}

  /** Clones the template database and builds the service on it; `env` sets its configuration. */
  static async start(env: Record<string, string> = {}): Promise<Service> {
    return Service.on(await cloneOf(templateName()), env);
  }

  /** Builds one more service on a database that another one has; `address` says where that is. */
  static async on(
    database: string,
    env: Record<string, string> = {},
    address: (name: string) => string = databaseUrl,
  ): Promise<Service> {
    const config = loadConfig({ LOG_LEVEL: 'error', ...PATIENT, ...env });
    const url = address(database);
    const dataSource = await connected(dataSourceOptions(url, config, REQUESTS));
    const own = await (owns.get(url) ?? ownOf(url));
    await guard(dataSource);
    await watchParties(dataSource);
    return new Service(await buildApp(config, dataSource), dataSource, own, database);
  }

  /** The database as a command has it. */
  get commands(): Db {
    return new Db(this.own);
  }

  /** Opens a port on this machine, for clients that need a real connection; returns the address. */
  async listen(): Promise<string> {
    if (!this.app.getHttpServer().listening) await this.app.listen(0, '127.0.0.1');
    return this.app.getUrl();
  }

  /** Ends the service and the connections of the tests, so that its database may be copied. */
  async close(): Promise<void> {
    await this.app.close();
    await this.own.destroy();
    owns.delete(databaseUrl(this.database));
  }

  async stop(): Promise<void> {
    await this.close();
    await countDropped(this.database);
    await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${this.database} WITH (FORCE)`));
  }

  /**
   * A new organization with a user, and a client with an `admin` token of it. Its tokens are in use, so that no use is noted
   * beside a request whose statements a test counts.
   */
  async organization(settings: Record<string, unknown> = {}): Promise<Client> {
    const [read, write, admin] = ['read', 'write', 'admin'].map((role) => `${role}-${randomUUID()}`);
    const names = Object.keys(settings);
    const [made] = await this.query<{ organization_id: number; user_id: number }>(
      `WITH organization AS (INSERT INTO organizations (${['name', ...names].join(', ')})
         VALUES (${['name', ...names].map((_, at) => `$${at + 4}`).join(', ')}) RETURNING id),
       tester AS (INSERT INTO users (organization_id, email, firstname, lastname)
         SELECT id, 'tester@harbour.example', 'Tess', 'Ter' FROM organization RETURNING organization_id, id AS user_id),
       made AS (INSERT INTO tokens (organization_id, user_id, role, hash, last_used_at)
         SELECT organization_id, user_id, role, sha256(token::bytea), date_trunc('hour', now())
         FROM tester, (VALUES ('read', $1), ('write', $2), ('admin', $3)) AS t (role, token))
       SELECT organization_id, user_id FROM tester`,
      [read, write, admin, `Organization ${randomUUID()}`, ...Object.values(settings)],
    );
    return new Client(
      this,
      made!.organization_id,
      made!.user_id,
      { read, write, admin } as Client['tokens'],
      'admin',
    );
  }

  /** A client of an organization that another service made on the same database. */
  clientOf({ organization_id, user_id, tokens }: Client, requested: Service = this): Client {
    return new Client(requested, organization_id, user_id, tokens, 'admin');
  }

  async query<T = unknown>(statement: string, values: unknown[] = []): Promise<T[]> {
    const rows = await asTest(() => this.own.query<T[]>(statement, values));
    if (/^\s*(UPDATE|DELETE FROM) (tokens|users|organizations)\b/.test(statement)) this.forgetTokens();
    return rows;
  }

  /**
   * Writes many rows by one statement, without triggers: they leave no traces, nothing follows from them, and what they
   * refer to is not looked for.
   */
  async fill(statement: string, values: unknown[] = []): Promise<void> {
    await asTest(() =>
      this.own.transaction(async (manager) => {
        await manager.query("SET LOCAL session_replication_role = 'replica'");
        await manager.query(statement, values);
      }),
    );
  }

  /** Has the service look up every token again, since a test has changed them, users or organizations. */
  forgetTokens(): void {
    this.app.get(KnownTokens, { strict: false }).forget();
  }

  /** The text of the metrics as they are now. */
  metrics(): Promise<string> {
    const metrics = this.app.get(Metrics, { strict: false });
    metrics.forget();
    return metrics.text();
  }

  /** A new token of a user, bound to an EDI partner or not. */
  async token(
    organization_id: number,
    user_id: number,
    role: 'read' | 'write' | 'admin',
    edi_partner_id: number | null = null,
  ): Promise<string> {
    const token = `${role}-${randomUUID()}`;
    await this.query(
      `INSERT INTO tokens (organization_id, user_id, role, hash, edi_partner_id)
       VALUES ($1, $2, $3, sha256($4::bytea), $5)`,
      [organization_id, user_id, role, token, edi_partner_id],
    );
    return token;
  }
}

/** A new database that is a clone of another one; returns its name. */
export async function cloneOf(template: string): Promise<string> {
  const database = `${databasePrefix()}${randomUUID().replaceAll('-', '')}`;
  await onServer((client) => client.query(`CREATE DATABASE ${database} TEMPLATE ${template}`));
  countDatabase(database);
  return database;
}

/** The connections of the tests to each database, by its address. */
const owns = new Map<string, Promise<DataSource>>();

function ownOf(url: string): Promise<DataSource> {
  const own = connected(dataSourceOptions(url, loadConfig(PATIENT)));
  owns.set(url, own);
  return own;
}

/** What TypeORM knows of the entities, from the first connection of the worker on: to find it out takes a second. */
let known: Pick<DataSource, 'entityMetadatas' | 'entityMetadatasMap'> | undefined;

async function connected({ extra, ...options }: DataSourceOptions): Promise<DataSource> {
  const idle = { ...(extra as object), allowExitOnIdle: true };
  const entities = known ? [] : options.entities;
  const dataSource = await new DataSource({ ...options, entities, extra: idle }).initialize();
  const { entityMetadatas, entityMetadatasMap } = dataSource;
  known ??= { entityMetadatas, entityMetadatasMap };
  return Object.assign(dataSource, known);
}

/** What the spec files of this worker share. */
let shared: Promise<Service> | undefined;

/**
 * The service of a spec file: the one that the files of a worker share, each in organizations of its own; or, with
 * settings (which may be `{}`), a fresh one that is stopped after the file.
 */
export function useService(env?: Record<string, string>): { current: Service } {
  const holder = {} as { current: Service };
  beforeAll(async () => {
    holder.current = await (env ? Service.start(env) : (shared ??= sharedService()));
  });
  if (env) afterAll(() => holder.current?.stop());
  return holder;
}

/** Keeps no worker from ending, and goes with its database at the end of the run. */
async function sharedService(): Promise<Service> {
  const service = await Service.start();
  service.app
    .getHttpServer()
    .unref()
    .on('connection', (socket: Socket) => socket.unref());
  atEnd.push(() => service.stop());
  return service;
}
