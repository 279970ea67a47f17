import { Code, COMMON } from './codes';

/** The reasons why fields were not taken, by field path: `{ "truck.weight": ["must be a number"] }`. */
export type FieldErrors = Record<string, string[]>;

/** A record as people know it: `{ type: 'container', key: 'WHAU4142033' }`; one without a key of its own by its id. */
export interface NamedRecord {
  type: string;
  key: string;
}

/** Why a rule refuses a request. */
export interface Refusal {
  code: Code;
  /** What a person is told. */
  sentence: string;
  /** The field to correct, where one is. */
  field?: string;
  /** The records that the sentence names, so that no program reads it for them. */
  records?: NamedRecord[];
}

/** The records of a type that a sentence names by these keys. */
export function naming(type: string, ...keys: (string | number)[]): NamedRecord[] {
  return keys.map((key) => ({ type, key: String(key) }));
}

/**
 * A failure with a sentence for the caller and a code for its program. Services throw its subclasses; the exception
 * filter answers them. `status` is left out where the endpoint's own list of statuses decides (decision 5).
 */
export abstract class Failure extends Error {
  readonly code: Code;
  readonly errors?: FieldErrors;
  readonly status?: number;
  readonly records: NamedRecord[];
  /** The failures that it puts together, where it is one of several. */
  readonly parts: Failure[];

  constructor(
    code: Code,
    sentence: string,
    options: Pick<Failure, 'errors' | 'status'> & Partial<Pick<Failure, 'records' | 'parts'>> = {},
  ) {
    super(sentence);
    this.code = code;
    this.errors = options.errors;
    this.status = options.status;
    this.records = options.records ?? [];
    this.parts = options.parts ?? [];
  }
}

/** The request itself is not understood: a missing or mistyped field, a value outside its list. */
export class Invalid extends Failure {
  constructor(errors: FieldErrors, sentence = sentenceOf(errors), code = COMMON.invalid) {
    super(code, sentence, { errors });
  }
}

/** The query has parameters that the endpoint does not take, for a client that wants to be told (RFC 7240). */
export class UnknownParameters extends Invalid {
  constructor(errors: FieldErrors, sentence?: string) {
    super(errors, sentence, COMMON.unknown_parameter);
  }
}

/** A well-formed request that the terminal's rules refuse. */
export class Refused extends Failure {
  constructor({
    code,
    sentence,
    field,
    records,
    ...options
  }: Refusal & { errors?: FieldErrors; status?: number; parts?: Failure[] }) {
    const errors = options.errors ?? (field ? { [field]: [sentence] } : undefined);
    super(code, sentence, { ...options, errors, records });
  }
}

/** A request names a record that is not there (for this organization), in `field`. */
export class Unknown extends Refused {
  /** @param what the kind of record, or the field that names it, as it begins a sentence: "Truck", "Truck id" */
  constructor(what: string, key: string | number, field?: string) {
    const records = naming(typeNamed(what.replace(/ (id|number|license)$/, '')), key);
    super({ code: COMMON.unknown_reference, sentence: `${what} '${key}' is unknown.`, field, records });
  }
}

/** The state of the record does not allow it: 409 where the endpoint has it. */
export class Conflict extends Failure {
  constructor({ code, sentence, records }: Omit<Refusal, 'field'>) {
    super(code, sentence, { status: 409, records });
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
      COMMON.pruned,
      `What came behind ${after} was pruned: the oldest that is kept is ${oldest_id}. Read the lists again, and then go on from there.`,
      { status: 410 },
    );
  }
}

/** The record is not as the caller read it. */
export class PreconditionFailed extends Failure {
  constructor(sentence = 'The record has changed since it was read: read it again.') {
    super(COMMON.changed_since, sentence, { status: 412 });
  }
}

/** A key of idempotency came with another request: no rule of the terminal was asked. */
export class KeyReused extends Failure {
  constructor() {
    super(COMMON.idempotency_key_reused, 'This Idempotency-Key was used for another request.', {
      status: 422,
    });
  }
}

/** A record that the path names is not there (for this organization). */
export class NotFound extends Failure {
  /**
   * @param what the kind of record, as it begins a sentence: "Truck visit"
   * @param key what the path names it by; an id as a number
   */
  constructor(
    what: string,
    key?: string | number,
    { code = COMMON.not_found, sentence, records }: Partial<Refusal> = {},
  ) {
    const name = key === undefined ? what : `${what} ${typeof key === 'number' ? key : `'${key}'`}`;
    super(code, sentence ?? `${name} was not found.`, {
      status: 404,
      records: records ?? (key === undefined ? [] : naming(typeNamed(what), key)),
    });
  }
}

/** The token is missing, unknown, expired or revoked. */
export class Unauthenticated extends Failure {
  constructor(sentence: string) {
    super(COMMON.unauthenticated, sentence, { status: 401 });
  }
}

/** The token may not do this. */
export class Forbidden extends Failure {
  constructor({ code, sentence }: Pick<Refusal, 'code' | 'sentence'>) {
    super(code, sentence, { status: 403 });
  }
}

/** Too many tokens from the caller's address were refused. */
export class TooManyFailures extends Failure {
  constructor() {
    super(COMMON.too_many_attempts, 'Too many unknown tokens came from this address. Please wait.', {
      status: 429,
    });
  }
}

/** A token has as many of these at once as it may; in a minute it may have fewer. */
export class TooManyAtOnce extends Failure {
  constructor(code: Code, sentence: string) {
    super(code, sentence, { status: 429 });
  }
}

/**
 * What is answered of several failures: what is not understood all in one; of refusals the first one, with the fields
 * and records of the others beside it. Undefined for none.
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
  const { code, message: sentence, status } = first;
  return new Refused({ code, sentence, status, records: [...records.values()], errors, parts: alike });
}

/**
 * Takes these decisions, none of which needs the answer of another, and throws what they refuse in one failure.
 * @throws Failure; whatever else is thrown at once
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
  const failure = together(failures);
  if (failure) throw failure;
  return answers as T;
}

/** The reasons in one sentence, five of them at most. */
export function sentenceOf(errors: FieldErrors): string {
  const reasons = Object.entries(errors).flatMap(([field, list]) =>
    list.map((reason) => `${field} ${reason}`),
  );
  const more = reasons.length - 5;
  return `${reasons.slice(0, 5).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

/** The type of record that is called so at the beginning of a sentence: `Bill of lading` → `bill_of_lading` */
function typeNamed(what: string): string {
  return what.toLowerCase().replace(/[ -]/g, '_');
}
