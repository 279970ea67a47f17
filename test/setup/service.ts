import { conformance } from './conformance';
import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { DataSource } from 'typeorm';
import { KnownTokens } from '../../src/common/auth/known-tokens';
import { buildApp } from '../../src/app';
import { loadConfig } from '../../src/common/config/config';
import { dataSourceOptions } from '../../src/common/database/data-source';
import { Client } from './client';
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
    readonly database: string,
  ) {}

  /** Clones the template database and builds the service on it; `env` sets its configuration. */
  static async start(env: Record<string, string> = {}): Promise<Service> {
    const database = `${databasePrefix()}${randomUUID().replaceAll('-', '')}`;
    await onServer((client) => client.query(`CREATE DATABASE ${database} TEMPLATE ${templateName()}`));
    return Service.on(database, env);
  }

  /** Builds one more service on a database that another one has; `address` says where that is. */
  static async on(
    database: string,
    env: Record<string, string> = {},
    address: (name: string) => string = databaseUrl,
  ): Promise<Service> {
    const config = loadConfig({ LOG_LEVEL: 'error', ...PATIENT, ...env });
    const options = dataSourceOptions(address(database), config);
    const extra = { ...(options.extra as object), allowExitOnIdle: true };
    const dataSource = await new DataSource({ ...options, extra }).initialize();
    await guard(dataSource);
    await watchParties(dataSource);
    return new Service(await buildApp(config, dataSource), dataSource, database);
  }

  /** Opens a port on this machine, for clients that need a real connection; returns the address. */
  async listen(): Promise<string> {
    if (!this.app.getHttpServer().listening) await this.app.listen(0, '127.0.0.1');
    return this.app.getUrl();
  }

  async stop(): Promise<void> {
    await this.app.close();
    await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${this.database} WITH (FORCE)`));
  }

  /** A new organization with a user, and a client with an `admin` token of it. */
  async organization(settings: Record<string, unknown> = {}): Promise<Client> {
    const [organization] = await this.query<{ id: number }>(
      `INSERT INTO organizations (name) VALUES ($1) RETURNING id`,
      [`Organization ${randomUUID()}`],
    );
    for (const [name, value] of Object.entries(settings))
      await this.query(`UPDATE organizations SET ${name} = $1 WHERE id = $2`, [value, organization!.id]);
    const [user] = await this.query<{ id: number }>(
      `INSERT INTO users (organization_id, email, firstname, lastname)
       VALUES ($1, 'tester@harbour.example', 'Tess', 'Ter') RETURNING id`,
      [organization!.id],
    );
    const tokens = {
      read: await this.token(organization!.id, user!.id, 'read'),
      write: await this.token(organization!.id, user!.id, 'write'),
      admin: await this.token(organization!.id, user!.id, 'admin'),
    };
    return new Client(this, organization!.id, user!.id, tokens, 'admin');
  }

  /** A client of an organization that another service made on the same database. */
  clientOf({ organization_id, user_id, tokens }: Client, asked: Service = this): Client {
    return new Client(asked, organization_id, user_id, tokens, 'admin');
  }

  async query<T = unknown>(statement: string, values: unknown[] = []): Promise<T[]> {
    const rows = await asTest(() => this.dataSource.query<T[]>(statement, values));
    if (/^\s*(UPDATE|DELETE FROM) (tokens|users|organizations)\b/.test(statement)) this.forgetTokens();
    return rows;
  }

  /** Has the service look up every token again, since a test has changed them, users or organizations. */
  forgetTokens(): void {
    this.app.get(KnownTokens, { strict: false }).forget();
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
