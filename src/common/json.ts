/** JSON text as PostgreSQL built it; it goes to the client without being parsed here. */
export class Json {
  constructor(readonly text: string) {}

  /** The object of these members: texts that are JSON already, or values to write as JSON. */
  static object(members: Record<string, unknown>): Json {
    const entries = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${toText(value)}`);
    return new Json(`{${entries.join(',')}}`);
  }
}

function toText(value: unknown): string {
  return value instanceof Json ? value.text : JSON.stringify(value ?? null);
}
