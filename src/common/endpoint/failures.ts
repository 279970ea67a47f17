import { ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { type Code, COMMON } from '../errors/codes';
import type { NamedRecord } from '../errors/errors';
import type { Params } from '../languages/sentence';

/** A record that a failure names. */
class NamedRecordShow implements NamedRecord {
  @ApiProperty({ description: 'What it is, in the words of events', example: 'container' }) type: string;
  @ApiProperty({
    description: 'What people know it by; its id, where it has no such key',
    example: 'WHAU4142033',
  })
  key: string;
}

/** One of several refusals. */
export class FailureReason {
  @ApiProperty({ type: 'string', example: 'unknown_reference' }) code: Code;
  @ApiProperty({ type: 'string', example: "Gate 'North' is unknown." }) sentence: string;
  @ApiPropertyOptional({
    description: 'What the sentence tells',
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'null'] } as object,
    example: { what: 'gate', key: 'North' },
  })
  params?: Params;
  @ApiProperty({ type: 'string', nullable: true, example: 'gate', description: 'The field to correct' })
  field: string | null;
}

/** The body of every failure. */
export class ErrorBody {
  @ApiProperty({ description: 'What went wrong, in a sentence' })
  error: string;

  @ApiProperty({
    type: 'string',
    description: 'What a program knows the failure by; docs/errors.md says what each means',
    example: 'invalid',
  })
  code: Code;

  @ApiPropertyOptional({
    description:
      'What the sentence tells, so that clients can word their own: by the name of each parameter, with instants in ISO 8601',
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'null'] } as object,
    example: { container: 'WHAU4142033' },
  })
  params?: Params;

  @ApiPropertyOptional({
    type: () => NamedRecordShow,
    isArray: true,
    description: 'The records that the sentence names, also those that are not there',
  })
  records?: NamedRecord[];

  @ApiPropertyOptional({
    description: 'Where validation failed: the reasons by field path',
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  })
  errors?: Record<string, string[]>;

  @ApiPropertyOptional({
    type: () => FailureReason,
    isArray: true,
    description: 'Where several rules refuse at once: each refusal, the first one as in `error` and `code`',
  })
  reasons?: FailureReason[];

  @ApiPropertyOptional({
    type: 'array',
    items: { $ref: getSchemaPath('AppointmentSlot') },
    maxItems: 5,
    description:
      'Of a slot that is not to be had: the next free ones, as `GET /appointment_slots` lists them',
  })
  next_slots?: object[];

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Of `pruned`: the id of the oldest event that is kept',
  })
  oldest_id?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Of `events_lost`: where the feed goes on' })
  after?: number;
}

interface FailureStatus {
  description: string;
  /** An answer as the service gives it. */
  example: ErrorBody;
  /** The headers of the answer, each with a description and an example. */
  headers?: Record<string, [description: string, example: string]>;
}

/** The meaning of each failure status (decision 5), for the API document. */
export const FAILURES: Record<number, FailureStatus> = {
  400: {
    description: 'The request is malformed; or, where neither 409 nor 422 is listed, refused by a rule',
    example: {
      error: 'License plate is required.',
      code: COMMON.invalid,
      errors: { 'truck.license_plate': ['is required'] },
    },
  },
  401: {
    description: 'The token is missing, unknown, expired or revoked',
    example: { error: 'Send a token, as Authorization: Token token=<token>.', code: COMMON.unauthenticated },
    headers: { 'WWW-Authenticate': ['How to send a token', 'Token realm="wharfinger"'] },
  },
  403: {
    description: 'The role of the token is too small',
    example: {
      error: "This needs a token of the role write; this one's is read.",
      code: COMMON.role_too_small,
    },
  },
  404: {
    description: 'There is no such record',
    example: {
      error: "Voyage 'WP2699' was not found.",
      code: COMMON.not_found,
      params: { what: 'voyage', key: 'WP2699' },
      records: [{ type: 'voyage', key: 'WP2699' }],
    },
  },
  409: {
    description: 'The state of the record does not allow it',
    example: { error: 'Container is in use and cannot be deleted.', code: COMMON.in_use },
  },
  410: {
    description: 'Events behind `after` were pruned, or the event that it names was lost (`events_lost`)',
    example: {
      error:
        'What came behind 17 was pruned: the oldest that is kept is 4711. Read the lists again, and then go on from there.',
      code: COMMON.pruned,
      oldest_id: 4711,
    },
  },
  412: {
    description: 'The record has changed since the client read it',
    example: {
      error: 'The record has changed since it was read: read it again.',
      code: COMMON.changed_since,
    },
  },
  413: {
    description: 'The body is larger than 1 MiB',
    example: { error: 'The body is larger than 1 MiB.', code: COMMON.body_too_large },
  },
  415: {
    description: 'The body is not JSON, or is sent with a Content-Encoding',
    example: {
      error: 'The body must be JSON, sent as Content-Type: application/json.',
      code: COMMON.not_json,
    },
  },
  422: {
    description: 'Refused by a rule; or, where 400 is not listed, malformed',
    example: {
      error: "Gate 'North' is unknown.",
      code: COMMON.unknown_reference,
      params: { what: 'gate', key: 'North' },
      records: [{ type: 'gate', key: 'North' }],
      errors: { gate: ["Gate 'North' is unknown."] },
    },
  },
  429: {
    description:
      'Too many unknown tokens came from this address lately; or the token has as many streams open as it may',
    example: {
      error: 'Too many unknown tokens came from this address. Please wait.',
      code: COMMON.too_many_attempts,
    },
    headers: { 'Retry-After': ['Seconds to wait before the next try', '2'] },
  },
  500: {
    description: 'The service failed',
    example: { error: 'The service failed. The failure was logged.', code: COMMON.failed },
  },
  503: {
    description:
      'The service is busy, or its database is out of reach; with the code `maybe_stored` what was sent may be stored',
    example: {
      error: 'The service is busy or its database is out of reach. Please try again.',
      code: COMMON.unavailable,
    },
    headers: { 'Retry-After': ['Seconds to wait before the next try', '1'] },
  },
};
