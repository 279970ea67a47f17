/** The reasons why fields were not taken, by field path: `{ "truck.weight": ["must be a number"] }`. */
export type FieldErrors = Record<string, string[]>;

/**
 * A failure with a sentence for the caller. Services throw its subclasses; the exception filter answers
 * them. `status` is left out where the endpoint's own list of statuses decides (decision 5).
 */
export abstract class Failure extends Error {
  constructor(
    sentence: string,
    readonly errors?: FieldErrors,
    readonly status?: number,
  ) {
    super(sentence);
  }
}

/** The request itself is not understood: a missing or mistyped field, a value outside its list. */
export class Invalid extends Failure {
  constructor(errors: FieldErrors, sentence = sentenceOf(errors)) {
    super(sentence, errors);
  }
}

/** The query has parameters that the endpoint does not take, for a client that wants to be told (RFC 7240). */
export class UnknownParameters extends Invalid {}

/** A well-formed request that the terminal's rules refuse; `field` is the one to correct, where one is. */
export class Refused extends Failure {
  constructor(sentence: string, options: { field?: string; status?: number } = {}) {
    super(sentence, options.field ? { [options.field]: [sentence] } : undefined, options.status);
  }
}

/** A request names a record that is not there (for this organization), in `field`. */
export class Unknown extends Refused {
  /** @param what the kind of record, as it begins a sentence: "Truck" */
  constructor(what: string, named: string | number, field?: string) {
    super(`${what} '${named}' is unknown.`, { field });
  }
}

/** The state of the record does not allow it: 409 where the endpoint has it. */
export class Conflict extends Failure {
  constructor(sentence: string) {
    super(sentence, undefined, 409);
  }
}

/** What a client had read up to was removed since: it has missed something. */
export class Gone extends Failure {
  /** @param oldest_id the oldest one that is still there */
  constructor(
    after: number,
    readonly oldest_id: number,
  ) {
    super(
      `What came behind ${after} was pruned: the oldest that is kept is ${oldest_id}. Read the lists again, and then go on from there.`,
      undefined,
      410,
    );
  }
}

/** The record is not as the caller read it. */
export class PreconditionFailed extends Failure {
  constructor(sentence = 'The record has changed since it was read: read it again.') {
    super(sentence, undefined, 412);
  }
}

/** A record that the path names is not there (for this organization). */
export class NotFound extends Failure {
  constructor(what: string, sentence = `${what} was not found.`) {
    super(sentence, undefined, 404);
  }
}

/** The token is missing, unknown, expired or revoked. */
export class Unauthenticated extends Failure {
  constructor(sentence: string) {
    super(sentence, undefined, 401);
  }
}

/** The token's role is too small. */
export class Forbidden extends Failure {
  constructor(sentence: string) {
    super(sentence, undefined, 403);
  }
}

/** Too many tokens from the caller's address were refused. */
export class TooManyFailures extends Failure {
  constructor() {
    super('Too many unknown tokens came from this address. Please wait.', undefined, 429);
  }
}

/** A token has as many streams open as it may. */
export class TooManyStreams extends Failure {
  constructor(most: number) {
    super(`A token has at most ${most} streams open: close one of them.`, undefined, 429);
  }
}

/** The reasons in one sentence, five of them at most. */
export function sentenceOf(errors: FieldErrors): string {
  const reasons = Object.entries(errors).flatMap(([field, list]) =>
    list.map((reason) => `${field} ${reason}`),
  );
  const more = reasons.length - 5;
  return `${reasons.slice(0, 5).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
