import { Expose, plainToInstance, Transform } from 'class-transformer';
import { IsOptional, validateSync } from 'class-validator';
import { resolve } from 'node:path';
import {
  Address,
  DatabaseAddress,
  Flag,
  OneOf,
  Origins,
  TrustedProxies,
  WholeNumber,
} from './setting-decorators';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The settings of the service, each read from the environment variable that `@Expose` names. */
export class Config {
  @Expose({ name: 'HOST' })
  host = '0.0.0.0';

  @Expose({ name: 'PORT' })
  @WholeNumber(0, 65_535)
  port = 3000;

  /** The port of the metrics; the service's own port unless set. */
  @Expose({ name: 'METRICS_PORT' })
  @IsOptional()
  @WholeNumber(1, 65_535)
  metrics_port?: number;

  /** The base URL of links; the host of the request unless set. */
  @Expose({ name: 'PUBLIC_URL' })
  // eslint-disable-next-line redos-detector/no-unsafe-regex -- reads a setting
  @Transform(({ value }) => (value as string).replace(/\/+$/, ''))
  @Address(['http:', 'https:'])
  public_url?: string;

  /** Where PostgreSQL is; the embedded one unless set. */
  @Expose({ name: 'DATABASE_URL' })
  @DatabaseAddress()
  database_url?: string;

  /** The same database as its owner, who migrates; `database_url` unless set. */
  @Expose({ name: 'DATABASE_MIGRATION_URL' })
  @DatabaseAddress()
  database_migration_url?: string;

  /** A streaming replica of that database, which answers GETs that it is near enough for; none unless set. */
  @Expose({ name: 'DATABASE_READ_URL' })
  @DatabaseAddress()
  database_read_url?: string;

  /** Where the embedded PostgreSQL keeps its data. */
  @Expose({ name: 'WHARFINGER_DATA_DIR' })
  @Transform(({ value }) => resolve(value as string))
  data_dir?: string;

  /** A folder of further languages, and of sentences that replace those of the service. */
  @Expose({ name: 'LANGUAGES_DIR' })
  @Transform(({ value }) => resolve(value as string))
  languages_dir?: string;

  @Expose({ name: 'LOG_LEVEL' })
  @OneOf(LOG_LEVELS)
  log_level = 'info';

  /** The web origins that may call from a browser; `*` for any, none unless set. */
  @Expose({ name: 'CORS_ORIGINS' })
  @Origins()
  cors_origins: string[] = [];

  /** Whether answers are compressed; `false` where a proxy does it. */
  @Expose({ name: 'COMPRESSION' })
  @Flag()
  compression = true;

  /** The proxies whose X-Forwarded-* headers are trusted: those named, so many in a row, or all. */
  @Expose({ name: 'TRUST_PROXY' })
  @TrustedProxies()
  trust_proxy: boolean | number | string[] = false;

  @Expose({ name: 'DATABASE_POOL_SIZE' })
  @WholeNumber(1, 500)
  database_pool_size = 20;

  /** How long a request waits for a free connection, in milliseconds. */
  @Expose({ name: 'DATABASE_POOL_TIMEOUT_MS' })
  @WholeNumber(1, 600_000)
  database_pool_timeout_ms = 3_000;

  /** How long a start waits for an unreachable database, in milliseconds. */
  @Expose({ name: 'DATABASE_START_TIMEOUT_MS' })
  @WholeNumber(0, 3_600_000)
  database_start_timeout_ms = 60_000;

  /** Whether statements are prepared by name; `false` behind a pooler that does not support that. */
  @Expose({ name: 'DATABASE_NAMED_STATEMENTS' })
  @Flag()
  database_named_statements = true;

  /** Whether reads of the same moment and kind are sent as one statement. */
  @Expose({ name: 'DATABASE_BATCHES' })
  @Flag()
  database_batches = true;

  @Expose({ name: 'DATABASE_STATEMENT_TIMEOUT_MS' })
  @WholeNumber(1, 600_000)
  database_statement_timeout_ms = 15_000;

  @Expose({ name: 'DATABASE_LOCK_TIMEOUT_MS' })
  @WholeNumber(1, 600_000)
  database_lock_timeout_ms = 5_000;

  /** How long a client may take to send its request, in milliseconds. */
  @Expose({ name: 'REQUEST_TIMEOUT_MS' })
  @WholeNumber(1, 600_000)
  request_timeout_ms = 15_000;

  /** How long a request may take from its arrival to its answer, in milliseconds. */
  @Expose({ name: 'HANDLER_TIMEOUT_MS' })
  @WholeNumber(1, 600_000)
  handler_timeout_ms = 20_000;

  /** How long the service listens after SIGTERM while it reports that it is not ready, in milliseconds. */
  @Expose({ name: 'SHUTDOWN_DELAY_MS' })
  @WholeNumber(0, 600_000)
  shutdown_delay_ms = 0;

  /** How long requests in progress may take to end after SIGTERM, in milliseconds. */
  @Expose({ name: 'SHUTDOWN_TIMEOUT_MS' })
  @WholeNumber(1, 600_000)
  shutdown_timeout_ms = 10_000;

  /** Whether the pages of the demonstration are served even without its data. */
  @Expose({ name: 'DEMO_PAGES' })
  @Flag()
  demo_pages = false;

  /** Whether webhooks may also be sent over http, and to addresses that are not public. */
  @Expose({ name: 'WEBHOOK_ALLOW_PRIVATE' })
  @Flag()
  webhook_allow_private = false;

  /** The most webhook deliveries that this process sends at a time. */
  @Expose({ name: 'WEBHOOK_SLOTS' })
  @WholeNumber(10, 1_000)
  webhook_slots = 50;

  /** Whether channels of EDI may connect to addresses that are not public. */
  @Expose({ name: 'EDI_ALLOW_PRIVATE' })
  @Flag()
  edi_allow_private = false;

  /** Whether identity providers may be asked by http, and at addresses that are not public. */
  @Expose({ name: 'ISSUER_ALLOW_PRIVATE' })
  @Flag()
  issuer_allow_private = false;

  /** Who keeps identity issuers: an `admin` of the organization over HTTP, or the operator with the command line alone. */
  @Expose({ name: 'ISSUERS_BY' })
  @OneOf(['admin', 'operator'])
  issuers_by = 'admin';

  /** Where applications let people sign in, as `GET /sign_in` tells them; nowhere unless set. */
  @Expose({ name: 'OIDC_ISSUER' })
  @Address(['https:', 'http:'])
  oidc_issuer?: string;

  /** The public client that applications are there. */
  @Expose({ name: 'OIDC_CLIENT_ID' })
  oidc_client_id?: string;

  /** What applications ask for there. */
  @Expose({ name: 'OIDC_SCOPES' })
  @Transform(({ value }) => (value as string).trim().split(/\s+/))
  oidc_scopes: string[] = ['openid', 'profile', 'email'];

  /** Whether NODE_ENV is production: an empty database then stays without demonstration data. */
  @Expose({ name: 'NODE_ENV' })
  @Transform(({ value }) => value === 'production')
  production = false;
}

/** An invalid setting; the message is a sentence that names it. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from environment variables; an empty variable counts as not set.
 * @throws ConfigError naming the variable whose value is wrong
 */
export function loadConfig(env: NodeJS.ProcessEnv): Readonly<Config> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const config = plainToInstance(Config, set, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const [wrong] = validateSync(config, { stopAtFirstError: true });
  if (wrong) throw new ConfigError(Object.values(wrong.constraints!)[0]);
  return Object.freeze(config);
}
