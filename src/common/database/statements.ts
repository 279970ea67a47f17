/** More statements than the service has; past it they run unnamed, so that a server's memory stays bounded. */
const MOST_NAMES = 1000;

const names = new Map<string, string>();

/**
 * A name for a statement, so that each connection plans it once: planning is most of the cost of a read that
 * joins. (TypeORM never names its statements.)
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST_NAMES) return known;
  const name = `w${names.size + 1}`;
  names.set(text, name);
  return name;
}
