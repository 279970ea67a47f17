/** JSON text as PostgreSQL built it. It goes to the client unparsed. */
export class Json {
  constructor(public text: string) {}

  /** Builds an object from members that are JSON text already, or values to serialize. */
  static object(members: Record<string, unknown>): Json {
    const entries = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${toText(value)}`);
    return new Json(`{${entries.join(',')}}`);
  }

  /** This object with further members. */
  with(members: Record<string, unknown>): Json {
    return new Json(`${this.text.trimEnd().slice(0, -1)},${Json.object(members).text.slice(1)}`);
  }

  /**
   * Returns the text and drops the reference to it. After a wait, this object is in V8's old generation, where it would
   * keep the text of a page until a late collection.
   */
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

/** A JSON array that is read and sent in parts, so that memory does not grow with its length. */
export class JsonParts {
  /**
   * @param parts the items of the array: each part holds some, separated by commas
   * @param total the number of items
   */
  constructor(
    readonly parts: AsyncIterable<string>,
    readonly total: number,
  ) {}

  /** The text of the object `{<key>: [...]}`. */
  async *within(key: string): AsyncGenerator<string> {
    yield `{${JSON.stringify(key)}:[`;
    let separator = '';
    for await (const part of this.parts) {
      if (!part) continue;
      yield separator + part;
      separator = ',';
    }
    yield ']}';
  }
}

function toText(value: unknown): string {
  return value instanceof Json ? value.text : JSON.stringify(value ?? null);
}
