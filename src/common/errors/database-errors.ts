import { COMMON } from './codes';
import { Failure, Invalid, Refused } from './errors';
import { refusalOf } from './constraints';

/** The reason for a 503, in the log and as the label of a metric. */
export type UnavailableReason =
  | 'client_gone'
  | 'connection_lost'
  | 'contention'
  | 'database_away'
  | 'deadline'
  | 'disk_or_memory'
  | 'files_away'
  | 'list_wait'
  | 'lock_wait'
  | 'overload'
  | 'pool_wait'
  | 'queue_full'
  | 'read_only'
  | 'release_wait'
  | 'session_stale'
  | 'statement_timeout'
  | 'too_many_connections'
  | 'turn_wait';

/** The service cannot answer now. The client may retry in a second. */
export class Unavailable extends Failure {
  /** @param sqlstate of the database's error, if there was one */
  constructor(
    readonly reason: UnavailableReason,
    readonly sqlstate?: string,
  ) {
    super(COMMON.unavailable, 'The service is busy or its database is out of reach. Please try again.', {
      status: 503,
    });
  }
}

/** The connection was lost, or the deadline passed, during COMMIT: the outcome is unknown. */
export class MaybeStored extends Unavailable {
  override readonly code = COMMON.maybe_stored;
  override readonly message =
    'The service lost its database while it stored this, which may be stored or not. Please look, or repeat the request with its Idempotency-Key.';
}

/** The part of node-postgres' error that is read here. */
interface DatabaseError extends Error {
  code?: string;
  severity?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

/** deadlock_detected and serialization_failure: a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  return reasonOf(error) === 'contention';
}

/** Whether a transaction failed to serialize because a party is in use whom it did not tell. */
export function isForParties(error: unknown): boolean {
  return isRetryable(error) && databaseError(error)?.constraint === TOLD_PARTIES;
}

/** Whether a statement waited too long for a lock. */
export function isLockWait(error: unknown): boolean {
  return reasonOf(error) === 'lock_wait';
}

/**
 * Whether the connection works but its session is stale: the server became a standby, or the prepared statements were
 * lost or mixed up. Nothing was done, and a new connection may succeed.
 */
export function isStaleSession(error: unknown): boolean {
  return ['read_only', 'session_stale'].includes(reasonOf(error) ?? '');
}

/** Whether the connection broke or could not be opened, or the server's disk fails. The connection is not reused. */
export function isConnectionLost(error: unknown): boolean {
  return ['connection_lost', 'disk_or_memory'].includes(reasonOf(error) ?? '');
}

/** Whether the database is out of reach or writes nothing, so that the next statement fails likewise. */
export function isDatabaseOut(error: unknown): boolean {
  const reason = error instanceof Unavailable ? error.reason : reasonOf(error);
  return isStuck(error) || OUT.includes(reason);
}

const OUT: (UnavailableReason | undefined)[] = [
  'connection_lost',
  'database_away',
  'disk_or_memory',
  'read_only',
  'session_stale',
  'too_many_connections',
];

/** Whether a statement timed out on this side: the server may still run it on the connection. */
export function isStuck(error: unknown): boolean {
  return error instanceof Error && error.message.includes(NO_ANSWER);
}

/**
 * foreign_key_violation
 * @param constraint the foreign key; any by default
 */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = databaseError(error) ?? {};
  return code === '23503' && (constraint ?? violated) === violated;
}

/** The failure for an error during COMMIT; undefined when the server reported that it stored nothing. */
export function lostInCommit(error: unknown): MaybeStored | undefined {
  if (error instanceof Unavailable)
    return error.reason === 'deadline' ? new MaybeStored('deadline') : undefined;
  const { severity, code } = databaseError(error) ?? {};
  return isConnectionLost(error) && severity !== 'ERROR'
    ? new MaybeStored(reasonOf(error)!, code)
    : undefined;
}

/** insufficient_privilege */
export function isForbidden(error: unknown): boolean {
  return databaseError(error)?.code === '42501';
}

/** Turns an error of the database into a failure; undefined for a defect of the service. */
export function failureOf(error: unknown): Failure | undefined {
  const { code = '', constraint, table = '', column } = databaseError(error) ?? {};
  const reason = reasonOf(error);
  if (reason) return new Unavailable(reason, code || undefined);
  if (/^23(505|503|514|P01)$/.test(code) && constraint) {
    return new Refused(refusalOf(constraint, table));
  }
  if (code === NOT_NULL && column) return new Invalid({ [column.replace(/_id$/, '')]: ['is required'] });
  const unacceptable = UNACCEPTABLE[code];
  return unacceptable ? new Invalid({}, unacceptable) : undefined;
}

/** Why the database is unavailable; undefined when it refuses the statement. */
function reasonOf(error: unknown): UnavailableReason | undefined {
  if (error instanceof Unavailable) return error.reason;
  const { code = '', message = '' } = databaseError(error) ?? {};
  const [reason] =
    Object.entries(REASONS).find(([, { codes, says }]) => codes?.test(code) || says?.test(message)) ?? [];
  return reason as UnavailableReason | undefined;
}

function databaseError(error: unknown): DatabaseError | undefined {
  if (!(error instanceof Error)) return undefined;
  return (error as { driverError?: DatabaseError }).driverError ?? error;
}

/** not_null_violation: a service let a required field through without a value. */
const NOT_NULL = '23502';

/** What the database names where a statement has to tell parties and does not. */
const TOLD_PARTIES = 'parties_are_told';

/** node-postgres' message for a statement that exceeds its query_timeout. */
const NO_ANSWER = 'Query read timeout';

/** The SQLSTATE (PostgreSQL, appendix A) or socket code of each reason, and the messages of errors without a code. */
const REASONS: Partial<Record<UnavailableReason, { codes?: RegExp; says?: RegExp }>> = {
  lock_wait: { codes: /^55P03$/ },
  statement_timeout: { codes: /^57014$/ },
  contention: { codes: /^(40P01|40001)$/ },
  read_only: { codes: /^25006$/ },
  session_stale: { codes: /^(26000|42P05)$/, says: /cached plan must not change result type/ },
  too_many_connections: { codes: /^53300$/ },
  disk_or_memory: { codes: /^(53|58)/ },
  connection_lost: {
    codes: /^(08...|57P0.|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/,
    // eslint-disable-next-line no-restricted-syntax -- words alone
    says: new RegExp(
      `${NO_ANSWER}|Connection terminated|connection error and is not queryable|Client was closed|` +
        'timeout exceeded when trying to connect|timeout expired|Query runner already released|' +
        'Cannot use a pool after calling end|Driver not Connected',
    ),
  },
};

/** The reasons for values that passed validation and that the database refuses. */
const UNACCEPTABLE: Record<string, string> = {
  '22001': 'A value is too long.',
  '22003': 'A number is out of range.',
  '22007': 'A date or time is not understood.',
  '22008': 'A date or time is out of range.',
  '22021': 'A text is not valid Unicode.',
  '22025': 'A text ends in an unfinished escape.',
  '22P02': 'A value is not understood.',
  '22P05': 'A text is not valid Unicode.',
  '54000': 'A value is too large.',
  '54001': 'A value is nested too deeply.',
};
