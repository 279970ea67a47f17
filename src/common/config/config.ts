import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** Everything that can be set from outside, read once at the start. */
export interface Config {
  host: string;
  port: number;
  /** Where the measurements are asked for, on a port of their own; on the service's own port unless set. */
  metrics_port?: number;
  /** The address that links carry; the request's own host unless set. */
  public_url?: string;
  /** Where PostgreSQL is; the embedded one unless set. */
  database_url?: string;
  /** The same database as its owner, who migrates; `database_url` unless set. */
  database_migration_url?: string;
  /** Where the embedded PostgreSQL keeps its data. */
  data_dir?: string;
  log_level: string;
  /** The web origins that may call from a browser; `*` for any, none unless set. */
  cors_origins: string[];
  /** Whether answers are compressed; off where a proxy does it. */
  compression: boolean;
  /** Whose X-Forwarded-* headers are believed: of the proxies named here, of as many proxies in a row, or of all. */
  trust_proxy: boolean | number | string[];
  database_pool_size: number;
  /** How long a request waits for a free connection, in milliseconds. */
  database_pool_timeout_ms: number;
  /** How long a start waits for a database that is away, in milliseconds. */
  database_start_timeout_ms: number;
  /** Whether statements are prepared by name; off behind a pooler that does not know them. */
  database_named_statements: boolean;
  database_statement_timeout_ms: number;
  database_lock_timeout_ms: number;
  /** How long a client may take to send its request, in milliseconds. */
  request_timeout_ms: number;
  /** How long a request may take from its arrival to its answer, in milliseconds. */
  handler_timeout_ms: number;
  /** How long the service goes on listening after SIGTERM, while it says that it is not ready, in milliseconds. */
  shutdown_delay_ms: number;
  /** How long requests under way may take to end after SIGTERM, in milliseconds. */
  shutdown_timeout_ms: number;
  /** Whether the demonstration's pages are served also where its data is not loaded. */
  demo_pages: boolean;
  /** Whether webhooks may also be sent over http, and to addresses that are not public. */
  webhook_allow_private: boolean;
  /** How many deliveries to webhooks are under way at a time. */
  webhook_slots: number;
  /** Whether NODE_ENV is production: an empty database then stays without demonstration data. */
  production: boolean;
}

/** A setting that cannot be used; the message is a sentence that names it. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the configuration from environment variables; an empty one counts as not set.
 * @throws ConfigError naming the variable whose value is wrong
 */
export function loadConfig(env: NodeJS.ProcessEnv): Readonly<Config> {
  const text = (name: string) => env[name] || undefined;
  const production = env.NODE_ENV === 'production';

  function integer(name: string, initially: number, min: number, max: number): number {
    const value = text(name);
    if (value === undefined) return initially;
    if (!/^\d{1,10}$/.test(value) || Number(value) < min || Number(value) > max)
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not '${value}'.`);
    return Number(value);
  }

  function flag(name: string, initially: boolean): boolean {
    const value = text(name) ?? String(initially);
    if (value !== 'true' && value !== 'false')
      throw new ConfigError(`${name} must be true or false, not '${value}'.`);
    return value === 'true';
  }

  function url(name: string, protocols: string[]): string | undefined {
    const value = text(name);
    if (value === undefined) return undefined;
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      throw new ConfigError(
        `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
      );
    return value;
  }

  /** A reserved character in a password would move the end of the address' parts, and show it in a message. */
  function databaseUrl(name: string): string | undefined {
    const value = url(name, ['postgres:', 'postgresql:']);
    if (value === undefined) return undefined;
    const { pathname, search, hash } = new URL(value);
    if (hash || `${pathname}${search}`.includes('@') || !isDecodable(value))
      throw new ConfigError(
        `${name} has a reserved character in its user, password or parameters: write it percent-encoded, such as %40 for @.`,
      );
    return value;
  }

  function logLevel(): string {
    const value = text('LOG_LEVEL') ?? 'info';
    if (!LOG_LEVELS.includes(value))
      throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not '${value}'.`);
    return value;
  }

  function origins(): string[] {
    const list = words(text('CORS_ORIGINS'));
    for (const origin of list)
      if (origin !== '*' && !(URL.canParse(origin) && new URL(origin).origin === origin))
        throw new ConfigError(
          `CORS_ORIGINS must list origins such as https://gate.example, not '${origin}'.`,
        );
    return list;
  }

  function trustProxy(): boolean | number | string[] {
    const value = text('TRUST_PROXY') ?? 'false';
    if (value === 'true' && production)
      throw new ConfigError(
        'TRUST_PROXY must not be true where NODE_ENV is production, because every client could then say which address it ' +
          'comes from: name the addresses of your proxies, or how many there are in a row.',
      );
    if (value === 'true' || value === 'false') return value === 'true';
    if (/^[1-9]$/.test(value)) return Number(value);
    const list = words(value);
    for (const address of list)
      if (!isNetwork(address))
        throw new ConfigError(
          `TRUST_PROXY must be false, a number of proxies from 1 to 9 or a list of addresses such as 10.0.0.0/8, not '${address}'.`,
        );
    return list;
  }

  return Object.freeze({
    host: text('HOST') ?? '0.0.0.0',
    port: integer('PORT', 3000, 0, 65_535),
    metrics_port: text('METRICS_PORT') ? integer('METRICS_PORT', 0, 1, 65_535) : undefined,
    // eslint-disable-next-line redos-detector/no-unsafe-regex -- reads a setting
    public_url: url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    database_url: databaseUrl('DATABASE_URL'),
    database_migration_url: databaseUrl('DATABASE_MIGRATION_URL'),
    data_dir: env.WHARFINGER_DATA_DIR ? resolve(env.WHARFINGER_DATA_DIR) : undefined,
    log_level: logLevel(),
    cors_origins: origins(),
    compression: flag('COMPRESSION', true),
    trust_proxy: trustProxy(),
    database_pool_size: integer('DATABASE_POOL_SIZE', 20, 1, 500),
    database_pool_timeout_ms: integer('DATABASE_POOL_TIMEOUT_MS', 3_000, 1, 600_000),
    database_start_timeout_ms: integer('DATABASE_START_TIMEOUT_MS', 60_000, 0, 3_600_000),
    database_named_statements: flag('DATABASE_NAMED_STATEMENTS', true),
    database_statement_timeout_ms: integer('DATABASE_STATEMENT_TIMEOUT_MS', 15_000, 1, 600_000),
    database_lock_timeout_ms: integer('DATABASE_LOCK_TIMEOUT_MS', 5_000, 1, 600_000),
    request_timeout_ms: integer('REQUEST_TIMEOUT_MS', 15_000, 1, 600_000),
    handler_timeout_ms: integer('HANDLER_TIMEOUT_MS', 20_000, 1, 600_000),
    shutdown_delay_ms: integer('SHUTDOWN_DELAY_MS', 0, 0, 600_000),
    shutdown_timeout_ms: integer('SHUTDOWN_TIMEOUT_MS', 10_000, 1, 600_000),
    demo_pages: flag('DEMO_PAGES', false),
    webhook_allow_private: flag('WEBHOOK_ALLOW_PRIVATE', false),
    webhook_slots: integer('WEBHOOK_SLOTS', 50, 10, 1_000),
    production,
  });
}

function words(list = ''): string[] {
  return list.split(',').flatMap((word) => word.trim() || []);
}

/** Whether a text is an address, one with the length of a prefix, or a name that Fastify has for some of them. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix] = text.split(/\/(.*)/s);
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  return (
    bits !== undefined && (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits))
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
