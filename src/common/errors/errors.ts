import { nameOf, type Sentence, type Text, wordOf } from '../languages/sentence';
import { Code, COMMON } from './codes';
import { humanize } from './humanize';
import { SAYS } from './sentences';

/** The reasons for refusing fields, by path: `{ "truck.weight": ["must be a number"] }`. */
export type FieldErrors = Record<string, string[]>;

/** A record by the key that people know: `{ type: 'container', key: 'WHAU4142033' }`; by its id if it has no key. */
export interface NamedRecord {
  type: string;
  key: string;
}

/** Why a rule refuses a request. */
export interface Refusal {
  code: Code;
  /** The sentence for people: one with parameters can be given in other languages. */
  sentence: Text;
  /** The field to correct, if there is one. */
  field?: string;
  /** The records that the sentence names, so that programs need not parse it. */
  records?: NamedRecord[];
}

/** The records of a type with these keys. */
export function naming(type: string, ...keys: (string | number)[]): NamedRecord[] {
  return keys.map((key) => ({ type, key: String(key) }));
}

/**
 * A failure with a sentence for people and a code for programs. Services throw its subclasses, and the exception filter
 * answers them. Without `status`, the statuses of the endpoint decide (decision 5).
 */
export abstract class Failure extends Error {
  readonly code: Code;
  readonly sentence: Text;
  readonly errors?: FieldErrors;
  readonly status?: number;
  readonly records: NamedRecord[];
  /** The failures that this one combines. */
  readonly parts: Failure[];
  /** Further keys of the answer. */
  readonly beside: object;

  constructor(
    code: Code,
    sentence: Text,
    options: Pick<Failure, 'errors' | 'status'> & Partial<Pick<Failure, 'records' | 'parts' | 'beside'>> = {},
  ) {
    super(String(sentence));
    this.code = code;
    this.sentence = sentence;
    this.errors = options.errors;
    this.status = options.status;
    this.records = options.records ?? [];
    this.parts = options.parts ?? [];
    this.beside = options.beside ?? {};
  }
}

/** The request itself is invalid: a missing or mistyped field, or a value outside its list. */
export class Invalid extends Failure {
  constructor(errors: FieldErrors, sentence: Text = sentenceOf(errors), code = COMMON.invalid) {
    super(code, sentence, { errors });
  }
}

/** Unknown query parameters, for a client that requested strict handling (RFC 7240). */
export class UnknownParameters extends Invalid {
  constructor(errors: FieldErrors) {
    // The names are those that the client made up.
    super(errors, sentenceOf(errors, String), COMMON.unknown_parameter);
  }
}

/** A well-formed request that breaks a rule of the terminal. */
export class Refused extends Failure {
  constructor({
    code,
    sentence,
    field,
    records,
    ...options
  }: Refusal & Partial<Pick<Failure, 'errors' | 'status' | 'parts' | 'beside'>>) {
    const errors = options.errors ?? (field ? { [field]: [String(sentence)] } : undefined);
    super(code, sentence, { ...options, errors, records });
  }
}

/** A request names a record in `field` that does not exist in this organization. */
export class Unknown extends Refused {
  /** @param what the kind of record or the field, as the start of a sentence: "Truck", "Truck id" */
  constructor(what: string, key: string | number, field?: string) {
    const records = naming(wordOf(what.replace(/ (id|number|license)$/, '')), key);
    const sentence = SAYS.unknown_reference({ what: nameOf(what), key });
    super({ code: COMMON.unknown_reference, sentence, field, records });
  }
}

/** The state of the record does not allow the request: 409 if the endpoint documents it. */
export class Conflict extends Failure {
  constructor({ code, sentence, records }: Omit<Refusal, 'field'>) {
    super(code, sentence, { status: 409, records });
  }
}

/** The position to which the client had read was removed since, so it has missed something. */
export class Gone extends Failure {
  constructor(
    after: number,
    /** The oldest one that still exists. */
    oldest_id: number,
  ) {
    super(
      COMMON.pruned,
      `What came behind ${after} was pruned: the oldest that is kept is ${oldest_id}. Read the lists again, and then go on from there.`,
      { status: 410, beside: { oldest_id } },
    );
  }
}

/**
 * The position to which the client had read is in another history of the database: a failover or a restore has lost the
 * events up to it.
 */
export class EventsLost extends Failure {
  constructor(
    place: number,
    /** Where the feed goes on. */
    after: number,
  ) {
    super(
      COMMON.events_lost,
      `Event ${place} was lost when the database was restored or failed over. Read the lists again, and then go on behind ${after}.`,
      { status: 410, beside: { after } },
    );
  }
}

/** The record has changed since the client read it. */
export class PreconditionFailed extends Failure {
  constructor(sentence = 'The record has changed since it was read: read it again.') {
    super(COMMON.changed_since, sentence, { status: 412 });
  }
}

/** An `Idempotency-Key` was reused for another request. No rule was checked. */
export class KeyReused extends Failure {
  constructor() {
    super(COMMON.idempotency_key_reused, 'This Idempotency-Key was used for another request.', {
      status: 422,
    });
  }
}

/** The path names a record that does not exist in this organization. */
export class NotFound extends Failure {
  /**
   * @param what the kind of record, as the start of a sentence: "Truck visit"
   * @param key the value in the path; an id as a number
   */
  constructor(
    what: string,
    key?: string | number,
    { code = COMMON.not_found, sentence, records }: Partial<Refusal> = {},
  ) {
    super(code, sentence ?? notFound(what, key), {
      status: 404,
      records: records ?? (key === undefined ? [] : naming(wordOf(what), key)),
    });
  }
}

function notFound(what: string, key: string | number | undefined): Sentence {
  if (key === undefined) return SAYS['not_found.unnamed']({ what: nameOf(what) });
  return SAYS[typeof key === 'number' ? 'not_found.id' : 'not_found']({ what: nameOf(what), key });
}

/** The token is missing, unknown, expired or revoked. */
export class Unauthenticated extends Failure {
  constructor(sentence: string) {
    super(COMMON.unauthenticated, sentence, { status: 401 });
  }
}

/** The keys of the identity provider that a token names cannot be had. */
export class IssuerUnreachable extends Failure {
  constructor() {
    super(COMMON.issuer_away, 'The identity provider cannot be reached.', { status: 503 });
  }
}

/** The token may not make this request. */
export class Forbidden extends Failure {
  constructor({ code, sentence }: Pick<Refusal, 'code' | 'sentence'>) {
    super(code, sentence, { status: 403 });
  }
}

/** Too many tokens from the client's address were refused. */
export class TooManyFailures extends Failure {
  constructor() {
    super(COMMON.too_many_attempts, 'Too many unknown tokens came from this address. Please wait.', {
      status: 429,
    });
  }
}

/** A party guessed too often, and waits so many seconds. */
export class TooManyGuesses extends Failure {
  constructor(readonly seconds: number) {
    super(
      COMMON.too_many_guesses,
      'Too many containers were named that cannot be collected: wait as long as Retry-After says.',
      { status: 429 },
    );
  }
}

/** The token has reached its limit of these at once. It may retry in a minute. */
export class TooManyAtOnce extends Failure {
  constructor(code: Code, sentence: string) {
    super(code, sentence, { status: 429 });
  }
}

/**
 * Combines failures into one: all fields of Invalid failures; of refusals the first, with the fields and records of the
 * others. Undefined for none.
 */
export function together(failures: Failure[]): Failure | undefined {
  const [first] = failures;
  if (!(first instanceof Invalid || first instanceof Refused)) return first;
  const alike = failures.filter((each) =>
    first instanceof Invalid ? each instanceof Invalid : each instanceof Refused,
  );
  if (alike.length === 1) return first;
  const errors: FieldErrors = {};
  for (const each of alike)
    for (const [field, reasons] of Object.entries(each.errors ?? {}))
      errors[field] = [...new Set([...(errors[field] ?? []), ...reasons])];
  if (first instanceof Invalid) return new Invalid(errors);
  const records = new Map(
    alike.flatMap(({ records }) => records).map((each) => [`${each.type} ${each.key}`, each]),
  );
  const { code, sentence, status, beside } = first;
  return new Refused({
    code,
    sentence,
    status,
    records: [...records.values()],
    errors,
    parts: alike.flatMap((each) => (each.parts.length ? each.parts : each)),
    beside,
  });
}

/** Throws the failures that there are as one; returns where there are none. */
export function throwTogether(failures: (Failure | undefined)[]): void {
  const failure = together(failures.filter((each) => each !== undefined));
  if (failure) throw failure;
}

/**
 * Evaluates independent decisions and throws their refusals as one failure.
 * @throws Failure; any other error at once
 */
export function allOf<T extends unknown[]>(...decisions: { [K in keyof T]: () => T[K] }): T {
  const failures: Failure[] = [];
  const answers = decisions.map((decide) => {
    try {
      return decide();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
      return undefined;
    }
  });
  throwTogether(failures);
  return answers as T;
}

/** The reasons in one sentence, at most five; it names each field by its label, `errors` by its path. */
function sentenceOf(errors: FieldErrors, label: (field: string) => string = humanize): string {
  const all = Object.entries(errors).flatMap(([field, list]) =>
    list.map((reason) => `${label(field)} ${reason}`),
  );
  const reasons = [...new Set(all)];
  const more = reasons.length - 5;
  return `${reasons.slice(0, 5).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
