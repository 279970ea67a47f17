import { Failure, Invalid, Refused } from './errors';
import { refusalOf } from './constraints';

/** The service cannot answer now; the client may try again in a second. */
export class Unavailable extends Failure {
  constructor() {
    super('The service is busy or its database is out of reach. Please try again.', undefined, 503);
  }
}

/** What node-postgres throws, as far as it is read here. */
interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

/** deadlock_detected and serialization_failure: the same request may well pass a moment later. */
export function isRetryable(error: unknown): boolean {
  return ['40P01', '40001'].includes(databaseError(error)?.code ?? '');
}

/** foreign_key_violation */
export function isForeignKeyViolation(error: unknown): boolean {
  return databaseError(error)?.code === '23503';
}

/** The failure behind a database error; undefined for one that is a defect of ours. */
export function failureOf(error: unknown): Failure | undefined {
  const { code = '', constraint, table = '', column, message } = databaseError(error) ?? {};
  if (UNAVAILABLE.has(code) || /^(08|53)/.test(code) || CONNECTION_LOST.test(message ?? ''))
    return new Unavailable();
  if (/^23(505|503|514|P01)$/.test(code) && constraint) {
    const { sentence, field } = refusalOf(constraint, table);
    return new Refused(sentence, { field });
  }
  if (code === NOT_NULL && column) return new Invalid({ [column.replace(/_id$/, '')]: ['is required'] });
  const reason = UNACCEPTABLE[code];
  return reason ? new Invalid({}, reason) : undefined;
}

function databaseError(error: unknown): DatabaseError | undefined {
  if (!(error instanceof Error)) return undefined;
  return (error as { driverError?: DatabaseError }).driverError ?? error;
}

/** not_null_violation: a service let a field through that every record has. */
const NOT_NULL = '23502';

/** lock_not_available, query_canceled, admin and crash shutdown, and what the socket says. */
const UNAVAILABLE = new Set([
  ...['55P03', '57014', '57P01', '57P02', '57P03', '25P03', '40P01', '40001'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);

/** What node-postgres and TypeORM say, without a code, of a connection that is gone or does not answer. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Client was closed|Query runner already released|Query read timeout/;

/** Whether a statement was given up because the server did not answer: its connection is still waiting. */
export function isStuck(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Query read timeout');
}

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
