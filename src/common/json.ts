/** JSON text as PostgreSQL built it; it goes to the client without being parsed here. */
export class Json {
  constructor(public text: string) {}

  /** The object of these members: texts that are JSON already, or values to write as JSON. */
  static object(members: Record<string, unknown>): Json {
    const entries = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${toText(value)}`);
    return new Json(`{${entries.join(',')}}`);
  }

  /**
   * The text, which this no longer has then. What a request waited with is old when its answer is made, and V8 finds late that
   * it is garbage, and the text of a page with it.
   */
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

/** A JSON array that is read and sent part by part, so that it takes little memory however long it is. */
export class JsonParts {
  /**
   * @param parts the items of the array: each part holds some, separated by commas
   * @param total how many items there are
   */
  constructor(
    private readonly parts: AsyncIterable<string>,
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
