import { ArgumentsHost, Catch, ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndpointMetadata, endpointOf } from '../endpoint/endpoint-metadata';
import type { ErrorBody } from '../endpoint/failures';
import { Faults } from '../database/pool/faults';
import { failureOf, Unavailable } from '../errors/database-errors';
import { Languages } from '../languages/language';
import { type Reader, Sentence } from '../languages/sentence';
import { tellLanguage } from './content-language';
import { retryAfter } from './retry-after';
import { type Code, COMMON } from '../errors/codes';
import {
  Failure,
  FieldErrors,
  Invalid,
  TooManyAtOnce,
  TooManyGuesses,
  UnknownParameters,
} from '../errors/errors';

/**
 * Answers every failure as `{error}` (with `errors` by field when validation failed), with the status that
 * the endpoint declares for it. An unexpected error is a defect: it is logged whole and answered 500.
 */
@Catch()
export class ExceptionsFilter implements ExceptionFilter {
  private readonly logger = new Logger('Defect');

  constructor(
    private readonly faults: Faults,
    private readonly languages: Languages,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const language = this.languages.of(request.headers['accept-language']);
    const reader = { time_zone: request.actor?.time_zone ?? 'utc', language };
    const { status, body, isTranslated } = this.answer(error, request, reader);
    tellLanguage(reply, isTranslated ? language : undefined);
    if (status === 401) void reply.header('WWW-Authenticate', CHALLENGES);
    if (error instanceof TooManyGuesses) void reply.header('Retry-After', String(error.seconds));
    if (error instanceof TooManyAtOnce) void reply.header('Retry-After', '60');
    if (status === 503) void reply.header('Retry-After', retryAfter());
    void reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
  }

  private answer(error: unknown, request: FastifyRequest, reader: Reader): Answer {
    const status = httpStatus(error);
    // An error with a status is not of the database, such as ECONNRESET of a client that closes while it sends.
    const failure = error instanceof Failure ? error : status ? undefined : failureOf(error);
    if (failure instanceof Unavailable) this.faults.note(failure, request.id);
    if (failure) {
      const endpoint = endpointOf(request);
      const refused = failure.status ?? statusFor(failure, endpoint?.statuses ?? [400]);
      return { status: refused, ...bodyOf(failure, endpoint, reader) };
    }
    if (status && status !== 500)
      return { status, body: outsideNest(status, error as Error, endpointOf(request)) };
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return {
      status: 500,
      body: { error: 'The service failed. The failure was logged.', code: COMMON.failed },
    };
  }
}

/** How to send a token: one of the service, or one of an identity provider (RFC 6750, 3). */
const CHALLENGES = ['Token realm="wharfinger"', 'Bearer realm="wharfinger", error="invalid_token"'];

interface Answer {
  status: number;
  body: ErrorBody;
  /** Whether its sentence is in the language of whoever reads it, which is not English. */
  isTranslated?: boolean;
}

/** Decision 5: which of 400, 409 and 422 an endpoint uses follows from those it lists. */
function statusFor(failure: Failure, statuses: number[]): number {
  if (failure instanceof Invalid) return statuses.includes(400) ? 400 : 422;
  return [422, 409, 400].find((status) => statuses.includes(status)) ?? 422;
}

/** The body of a failure for whoever reads it: sentences in the language of the reader, fields as the client sent them. */
function bodyOf(
  failure: Failure,
  endpoint: EndpointMetadata | undefined,
  reader: Reader,
): Omit<Answer, 'status'> {
  const { code, errors, records, parts } = failure;
  const texts = textsOf(failure, reader);
  const error = texts.get(failure.message) ?? failure.message;
  const body: ErrorBody = { error, code, ...paramsOf(failure), ...(records.length && { records }) };
  const isTranslated = texts.has(failure.message);
  if (!errors || !Object.keys(errors).length) return { body: { ...body, ...failure.beside }, isTranslated };
  const path = failure instanceof UnknownParameters ? (field: string) => field : pathsOf(endpoint);
  const stated = (fields: FieldErrors) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, reasons]) => [
        path(field),
        reasons.map((reason) => texts.get(reason) ?? reason),
      ]),
    );
  const reasons = parts.map((part) => ({
    code: part.code,
    sentence: texts.get(part.message) ?? part.message,
    ...paramsOf(part),
    field: Object.keys(stated(part.errors ?? {}))[0] ?? null,
  }));
  return {
    body: { ...body, errors: stated(errors), ...(reasons.length && { reasons }), ...failure.beside },
    isTranslated,
  };
}

/** The sentences of a failure and its parts in the language of the reader, by their English text. */
function textsOf(failure: Failure, reader: Reader): Map<string, string> {
  const texts = new Map<string, string>();
  if (!reader.language) return texts;
  for (const { message, sentence } of [failure, ...failure.parts]) {
    const text = sentence instanceof Sentence ? sentence.translated(reader) : undefined;
    if (text !== undefined) texts.set(message, text);
  }
  return texts;
}

function paramsOf({ sentence }: Failure): Pick<ErrorBody, 'params'> {
  return sentence instanceof Sentence ? { params: sentence.params } : {};
}

/** The path at which the client sent a field; a rule names the bare field (`license_plate`). */
function pathsOf({ wrapper, besideWrapper = [] }: Partial<EndpointMetadata> = {}): (field: string) => string {
  if (!wrapper) return (field) => field;
  const outside = [wrapper, ...besideWrapper];
  return (field) => (outside.includes(field.split('.', 1)[0]!) ? field : `${wrapper}.${field}`);
}

/** The status of an error that Nest, Fastify or one of its plug-ins threw. */
function httpStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  return (error as { statusCode?: number } | undefined)?.statusCode;
}

function outsideNest(status: number, { message }: Error, endpoint: EndpointMetadata | undefined): ErrorBody {
  if (status === 413 && endpoint?.takesBytes)
    return { error: `The body is larger than ${endpoint.takesBytes.most} MiB.`, code: COMMON.body_too_large };
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
