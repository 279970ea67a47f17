import { ArgumentsHost, Catch, ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndpointMetadata, endpointOf } from '../endpoint/endpoint-metadata';
import type { ErrorBody } from '../endpoint/failures';
import { Faults } from '../database/faults';
import { failureOf, Unavailable } from '../errors/database-errors';
import { retryAfter } from './retry-after';
import { type Code, COMMON } from '../errors/codes';
import {
  Failure,
  FieldErrors,
  Gone,
  Invalid,
  sentenceOf,
  TooManyAtOnce,
  UnknownParameters,
} from '../errors/errors';

/**
 * Answers every failure as `{error}` (with `errors` by field when validation failed), with the status that
 * the endpoint declares for it. An unexpected error is a defect: it is logged whole and answered 500.
 */
@Catch()
export class ExceptionsFilter implements ExceptionFilter {
  private readonly logger = new Logger('Defect');

  constructor(private readonly faults: Faults) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { status, body } = this.answer(error, request);
    const reply = http.getResponse<FastifyReply>();
    if (status === 401) void reply.header('WWW-Authenticate', 'Token realm="wharfinger"');
    if (error instanceof TooManyAtOnce) void reply.header('Retry-After', '60');
    if (status === 503) void reply.header('Retry-After', retryAfter());
    void reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
  }

  private answer(error: unknown, request: FastifyRequest): { status: number; body: ErrorBody } {
    const status = httpStatus(error);
    // An error with a status is not of the database, such as ECONNRESET of a client that closes while it sends.
    const failure = error instanceof Failure ? error : status ? undefined : failureOf(error);
    if (failure instanceof Unavailable) this.faults.note(failure, request.id);
    if (failure) {
      const endpoint = endpointOf(request);
      const refused = failure.status ?? statusFor(failure, endpoint?.statuses ?? [400]);
      return { status: refused, body: bodyOf(failure, endpoint) };
    }
    if (status && status !== 500) return { status, body: outsideNest(status, error as Error) };
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return {
      status: 500,
      body: { error: 'The service failed. The failure was logged.', code: COMMON.failed },
    };
  }
}

/** Decision 5: which of 400, 409 and 422 an endpoint uses follows from those it lists. */
function statusFor(failure: Failure, statuses: number[]): number {
  if (failure instanceof Invalid) return statuses.includes(400) ? 400 : 422;
  return [422, 409, 400].find((status) => statuses.includes(status)) ?? 422;
}

/** The path at which the client sent a field; a rule names the bare field (`license_plate`). */
function bodyOf(failure: Failure, endpoint: EndpointMetadata | undefined): ErrorBody {
  const { message, code, errors, records } = failure;
  const body: ErrorBody = { error: message, code, ...(records.length && { records }) };
  if (failure instanceof Gone) return { ...body, oldest_id: failure.oldest_id };
  if (!errors || !Object.keys(errors).length) return body;
  const { wrapper, besideWrapper = [] } = endpoint ?? {};
  if (!wrapper || failure instanceof UnknownParameters) return { ...body, errors };
  const isPath = (field: string) => [wrapper, ...besideWrapper].includes(field.split('.', 1)[0]!);
  const entries = Object.entries(errors).map(([field, reasons]) => [
    isPath(field) ? field : `${wrapper}.${field}`,
    reasons,
  ]);
  const named = Object.fromEntries(entries) as FieldErrors;
  return { ...body, error: message === sentenceOf(errors) ? sentenceOf(named) : message, errors: named };
}

/** The status of an error that Nest, Fastify or one of its plug-ins threw. */
function httpStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  return (error as { statusCode?: number } | undefined)?.statusCode;
}

function outsideNest(status: number, { message }: Error): ErrorBody {
  const [error = message, code = COMMON.invalid] = ELSEWHERE[status] ?? [];
  return { error, code };
}

/** The sentence for a failure that Nest, Fastify or a plug-in threw. */
const ELSEWHERE: Record<number, [sentence: string, code: Code]> = {
  404: ['There is nothing at this path.', COMMON.no_such_path],
  413: ['The body is larger than 1 MiB.', COMMON.body_too_large],
  414: ['The path is too long.', COMMON.path_too_long],
  415: ['The body must be JSON, sent as Content-Type: application/json.', COMMON.not_json],
  503: ['The service is busy or its database is out of reach. Please try again.', COMMON.unavailable],
};
