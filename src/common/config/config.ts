import { plainToInstance, Transform } from 'class-transformer';
import { IsOptional, validateSync } from 'class-validator';
import { resolve } from 'node:path';
import {
  Address,
  DatabaseAddress,
  Flag,
  MailSender,
  MailServer,
  OneOf,
  Origins,
  Setting,
  settingsOf,
  TrustedProxies,
  WholeNumber,
} from './setting-decorators';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * The settings of the service, each read from an environment variable. What `@Setting` says of it is in
 * docs/operations.md and in `wharfinger serve --help`.
 */
export class Config {
  @Setting('HOST', 'the address that it listens on')
  host = '0.0.0.0';

  @Setting('PORT', 'the port that it listens on; 0 takes a free one')
  @WholeNumber(0, 65_535)
  port = 3000;

  @Setting(
    'METRICS_PORT',
    "a port for `/metrics` alone, which is then not on the service's own",
    "the service's own",
  )
  @IsOptional()
  @WholeNumber(1, 65_535)
  metrics_port?: number;

  @Setting(
    'PUBLIC_URL',
    'the address that links carry; required where `NODE_ENV` is `production`',
    "the request's own host",
  )
  // eslint-disable-next-line redos-detector/no-unsafe-regex -- reads a setting
  @Transform(({ value }) => (value as string).replace(/\/+$/, ''))
  @Address(['http:', 'https:'])
  public_url?: string;

  @Setting(
    'DATABASE_URL',
    '`postgres://user:password@host/database`, as the role that reads and writes rows',
    'the embedded PostgreSQL',
  )
  @DatabaseAddress()
  database_url?: string;

  @Setting('DATABASE_MIGRATION_URL', 'the same database as its owner, who migrates', 'the same')
  @DatabaseAddress()
  database_migration_url?: string;

  @Setting(
    'DATABASE_READ_URL',
    'a streaming replica of it, which answers GETs that it is near enough for',
    'none',
  )
  @DatabaseAddress()
  database_read_url?: string;

  @Setting('WHARFINGER_DATA_DIR', 'where the embedded PostgreSQL keeps its data', '`.wharfinger`')
  @Transform(({ value }) => resolve(value as string))
  data_dir?: string;

  @Setting(
    'LANGUAGES_DIR',
    'a folder of further languages, and of sentences that replace those of the service',
    'none',
  )
  @Transform(({ value }) => resolve(value as string))
  languages_dir?: string;

  @Setting('LOG_LEVEL', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`')
  @OneOf(LOG_LEVELS)
  log_level = 'info';

  @Setting(
    'CORS_ORIGINS',
    'web origins that may call from a browser, separated by commas; `*` for any. Pages of `localhost` may while there is nothing but the demonstration',
  )
  @Origins()
  cors_origins: string[] = [];

  @Setting('COMPRESSION', 'whether answers are compressed; `false` where a proxy does it')
  @Flag()
  compression = true;

  @Setting(
    'TRUST_PROXY',
    "whose `X-Forwarded-*` headers are believed: proxies by address (`10.0.0.0/8`), or how many in a row (`1`); `true`, anybody's, not in production",
  )
  @TrustedProxies()
  trust_proxy: boolean | number | string[] = false;

  @Setting('DATABASE_POOL_SIZE', 'connections of one process')
  @WholeNumber(1, 500)
  database_pool_size = 20;

  @Setting('DATABASE_POOL_TIMEOUT_MS', 'how long a request waits for a connection before it is answered 503')
  @WholeNumber(1, 600_000)
  database_pool_timeout_ms = 3_000;

  @Setting('DATABASE_START_TIMEOUT_MS', 'how long a start waits for a database that is away')
  @WholeNumber(0, 3_600_000)
  database_start_timeout_ms = 60_000;

  @Setting('DATABASE_NAMED_STATEMENTS', '`false` behind a pooler that does not keep prepared statements')
  @Flag()
  database_named_statements = true;

  @Setting(
    'DATABASE_BATCHES',
    '`false` sends each read as a statement of its own, also where several requests read the same at the same moment',
  )
  @Flag()
  database_batches = true;

  @Setting('DATABASE_STATEMENT_TIMEOUT_MS', 'how long one statement may run')
  @WholeNumber(1, 600_000)
  database_statement_timeout_ms = 15_000;

  @Setting('DATABASE_LOCK_TIMEOUT_MS', 'how long a request waits for a lock before it is answered 503')
  @WholeNumber(1, 600_000)
  database_lock_timeout_ms = 5_000;

  @Setting('REQUEST_TIMEOUT_MS', 'how long a client may take to send its request')
  @WholeNumber(1, 600_000)
  request_timeout_ms = 15_000;

  @Setting('HANDLER_TIMEOUT_MS', 'how long a request may take from its arrival until it is answered 503')
  @WholeNumber(1, 600_000)
  handler_timeout_ms = 20_000;

  @Setting('SHUTDOWN_DELAY_MS', 'how long it goes on listening after SIGTERM, while it says it is not ready')
  @WholeNumber(0, 600_000)
  shutdown_delay_ms = 0;

  @Setting('SHUTDOWN_TIMEOUT_MS', 'how long requests under way may take to end after SIGTERM')
  @WholeNumber(1, 600_000)
  shutdown_timeout_ms = 10_000;

  @Setting(
    'DEMO_PAGES',
    'whether `/demo/gate` and `/demo/figures` are served also in production, and where there is more than the demonstration',
  )
  @Flag()
  demo_pages = false;

  @Setting('WEBHOOK_ALLOW_PRIVATE', 'whether webhooks may go over http, and to addresses that are not public')
  @Flag()
  webhook_allow_private = false;

  @Setting('WEBHOOK_SLOTS', 'how many deliveries to webhooks one process sends at a time, from 10 to 1,000')
  @WholeNumber(10, 1_000)
  webhook_slots = 50;

  @Setting(
    'MAIL_URL',
    'the server that e-mail is sent by: `smtps://user:password@host`, or `smtp://` with STARTTLS. Without it mails are kept as `not_sent`',
    'none',
  )
  @MailServer()
  mail_url?: string;

  @Setting(
    'MAIL_FROM',
    'the address that e-mail comes from, `mail@terminal.example`; required with `MAIL_URL`',
    'none',
  )
  @MailSender()
  mail_from?: string;

  @Setting('MAIL_ALLOW_PLAIN', 'whether `smtp://` may go without STARTTLS to another machine')
  @Flag()
  mail_allow_plain = false;

  @Setting('EDI_ALLOW_PRIVATE', 'whether EDI channels may connect to addresses that are not public')
  @Flag()
  edi_allow_private = false;

  @Setting(
    'ISSUER_ALLOW_PRIVATE',
    'whether identity providers may be asked over http, and at addresses that are not public',
  )
  @Flag()
  issuer_allow_private = false;

  @Setting(
    'ISSUERS_BY',
    '`operator`: identity issuers are not changed over HTTP, but with `wharfinger issuer` alone',
  )
  @OneOf(['admin', 'operator'])
  issuers_by = 'admin';

  @Setting('OIDC_ISSUER', 'where applications let people sign in, as `GET /sign_in` tells them', 'none')
  @Address(['https:', 'http:'])
  oidc_issuer?: string;

  @Setting('OIDC_CLIENT_ID', 'the public client that applications are there', 'none')
  oidc_client_id?: string;

  @Setting('OIDC_SCOPES', 'what they ask for there, separated by spaces')
  @Transform(({ value }) => (value as string).trim().split(/\s+/))
  oidc_scopes: string[] = ['openid', 'profile', 'email'];

  @Setting('FILES_LIMIT_MB', 'the most MiB of a file that is uploaded, from 1 to 100')
  @WholeNumber(1, 100)
  files_limit_mb = 10;

  @Setting(
    'FILES_URL',
    'where the bytes of files are kept: `s3://bucket?endpoint=https://…&region=…`, with credentials as for the tools of AWS (`AWS_ACCESS_KEY_ID` …)',
    'the database',
  )
  @Address(['s3:'])
  files_url?: string;

  @Setting('NODE_ENV', '`production`: an empty database stays without the demonstration', 'none')
  @Transform(({ value }) => value === 'production')
  production = false;
}

/** A setting for people: the variable, what it is for, and what holds where it is not set. */
export interface DescribedSetting {
  name: string;
  meaning: string;
  unset: string;
}

/** All settings, in the order of the class. */
export function describedSettings(): DescribedSetting[] {
  const config = new Config();
  return settingsOf(Config).map(({ property, name, meaning, unset }) => ({
    name,
    meaning,
    unset: unset ?? shownDefault(config[property as keyof Config]),
  }));
}

function shownDefault(value: Config[keyof Config]): string {
  const text = [value].flat().join(' ');
  return text ? `\`${text}\`` : 'none';
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
