import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The body of every failure. */
export class ErrorBody {
  @ApiProperty({ description: 'What went wrong, in a sentence' })
  error: string;

  @ApiPropertyOptional({
    description: 'Where validation failed: the reasons by field path',
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  })
  errors?: Record<string, string[]>;

  @ApiPropertyOptional({ type: 'integer', description: 'Of 410: the id of the oldest event that is kept' })
  oldest_id?: number;
}

interface FailureStatus {
  description: string;
  /** An answer as the service gives it. */
  example: ErrorBody;
  /** The headers that come with it, with their descriptions and an example. */
  headers?: Record<string, [description: string, example: string]>;
}

/** What each status of failure means (decision 5), for the API document. */
export const FAILURES: Record<number, FailureStatus> = {
  400: {
    description: 'The request is malformed; or, where neither 409 nor 422 is listed, refused by a rule',
    example: {
      error: 'truck.license_plate is required.',
      errors: { 'truck.license_plate': ['is required'] },
    },
  },
  401: {
    description: 'The token is missing, unknown, expired or revoked',
    example: { error: 'Send a token, as Authorization: Token token=<token>.' },
    headers: { 'WWW-Authenticate': ['How to send a token', 'Token realm="wharfinger"'] },
  },
  403: {
    description: 'The role of the token is too small',
    example: { error: "This needs a token of the role write; this one's is read." },
  },
  404: {
    description: 'There is no such record',
    example: { error: "Voyage 'WP2699' was not found." },
  },
  409: {
    description: 'The state of the record does not allow it',
    example: { error: 'The hold is applied already.' },
  },
  410: {
    description: 'Events behind `after` were pruned',
    example: {
      error:
        'What came behind 17 was pruned: the oldest that is kept is 4711. Read the lists again, and then go on from there.',
      oldest_id: 4711,
    },
  },
  412: {
    description: 'The record has changed since the client read it',
    example: { error: 'The record has changed since it was read: read it again.' },
  },
  413: {
    description: 'The body is larger than 1 MiB',
    example: { error: 'The body is larger than 1 MiB.' },
  },
  415: {
    description: 'The body is not JSON, or is sent with a Content-Encoding',
    example: { error: 'The body must be JSON, sent as Content-Type: application/json.' },
  },
  422: {
    description: 'Refused by a rule; or, where 400 is not listed, malformed',
    example: { error: 'Truck is already at the terminal.' },
  },
  429: {
    description:
      'Too many unknown tokens came from this address lately; or the token has as many streams open as it may',
    example: { error: 'Too many unknown tokens came from this address. Please wait.' },
    headers: { 'Retry-After': ['Seconds to wait before the next try', '2'] },
  },
  500: {
    description: 'The service failed',
    example: { error: 'The service failed. The failure was logged.' },
  },
  503: {
    description: 'The service is busy, or its database is out of reach',
    example: { error: 'The service is busy or its database is out of reach. Please try again.' },
    headers: { 'Retry-After': ['Seconds to wait before the next try', '1'] },
  },
};
