import { COMMON } from './codes';
import { Failure, Invalid, Refused } from './errors';
import { refusalOf } from './constraints';

/** Why a request was answered 503: in the log, and the label of a metric. */
export type UnavailableReason =
  | 'connection_lost'
  | 'contention'
  | 'database_away'
  | 'deadline'
  | 'disk_or_memory'
  | 'list_wait'
  | 'lock_wait'
  | 'overload'
  | 'pool_wait'
  | 'queue_full'
  | 'read_only'
  | 'session_stale'
  | 'statement_timeout'
  | 'too_many_connections';

/** The service cannot answer now; the client may try again in a second. */
export class Unavailable extends Failure {
  /** @param sqlstate what the database said, where it said something */
  constructor(
    readonly reason: UnavailableReason,
    readonly sqlstate?: string,
  ) {
    super(COMMON.unavailable, 'The service is busy or its database is out of reach. Please try again.', {
      status: 503,
    });
  }
}

/** The connection was lost, or the time over, while the transaction committed: nobody knows what became of it. */
export class MaybeStored extends Unavailable {
  override readonly code = COMMON.maybe_stored;
  override readonly message =
    'The service lost its database while it stored this, which may be stored or not. Please look, or repeat the request with its Idempotency-Key.';
}

/** What node-postgres throws, as far as it is read here. */
interface DatabaseError extends Error {
  code?: string;
  severity?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

/** deadlock_detected and serialization_failure: the same request may well pass a moment later. */
export function isRetryable(error: unknown): boolean {
  return reasonOf(error) === 'contention';
}

/** Whether a statement waited too long for a lock that somebody else holds. */
export function isLockWait(error: unknown): boolean {
  return reasonOf(error) === 'lock_wait';
}

/**
 * Whether the connection is no longer what it was when it was opened, though it works: its server became a
 * standby, or lost or mixed up the prepared statements. Nothing was done; on a new connection it may pass.
 */
export function isStaleSession(error: unknown): boolean {
  return ['read_only', 'session_stale'].includes(reasonOf(error) ?? '');
}

/** Whether the connection broke, could not be made, or the disk under it fails: it is given to nobody again. */
export function isConnectionLost(error: unknown): boolean {
  return ['connection_lost', 'disk_or_memory'].includes(reasonOf(error) ?? '');
}

/** Whether a statement was given up because no answer came: its connection is still waiting for it. */
export function isStuck(error: unknown): boolean {
  return error instanceof Error && error.message.includes(NO_ANSWER);
}

/**
 * foreign_key_violation
 * @param constraint of this foreign key; of any, unless given
 */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = databaseError(error) ?? {};
  return code === '23503' && (constraint ?? violated) === violated;
}

/**
 * What is to be said of an error that came while a transaction committed; undefined where the server said that it
 * stored nothing.
 */
export function lostInCommit(error: unknown): MaybeStored | undefined {
  if (error instanceof Unavailable)
    return error.reason === 'deadline' ? new MaybeStored('deadline') : undefined;
  const { severity, code } = databaseError(error) ?? {};
  return isConnectionLost(error) && severity !== 'ERROR'
    ? new MaybeStored(reasonOf(error)!, code)
    : undefined;
}

/** in_failed_sql_transaction: a statement before it failed, and this one was not looked at. */
export function isAfterFailure(error: unknown): boolean {
  return databaseError(error)?.code === '25P02';
}

/** insufficient_privilege */
export function isForbidden(error: unknown): boolean {
  return databaseError(error)?.code === '42501';
}

/** The failure behind a database error; undefined for one that is a defect of ours. */
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

/** Why the database cannot do now what it was asked to; undefined where it refuses it or it is wrong. */
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

/** not_null_violation: a service let a field through that every record has. */
const NOT_NULL = '23502';

/** What node-postgres says when a statement takes longer than it was given. */
const NO_ANSWER = 'Query read timeout';

/** SQLSTATE (PostgreSQL, appendix A) or the code of the socket; and what is said of a connection without a code. */
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

/** The database's own last word on a value that validation let through. */
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
