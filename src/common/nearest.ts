/** The fewest first characters that a proposed name shares with the unknown one. */
const SHORTEST_BEGINNING = 3;

/** The known name with the longest common beginning with a name that was sent, if that is long enough. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  for (let length = name.length; length >= SHORTEST_BEGINNING; length--) {
    const found = known.find((each) => each.startsWith(name.slice(0, length)));
    if (found) return found;
  }
  return undefined;
}
