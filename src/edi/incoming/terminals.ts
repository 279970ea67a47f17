import { namedBy } from '../partners/words';
import type { Here } from '../partners/here';
import { quoted } from './reading/findings';
import type { Word } from './reading/words';
import type { Attempt } from './attempt';

/**
 * The words, of related places of the port that is here, that name another terminal. A word that nobody set up is one of
 * them, with a warning.
 */
export async function otherTerminals(
  attempt: Attempt,
  places: { word: Word | null; container: string | null }[],
  here: Here,
): Promise<Set<string>> {
  const first = new Map(
    places.flatMap((each) => (each.word ? [[each.word.text, each] as const] : [])).reverse(),
  );
  const found = await namedBy(attempt.db, attempt.partner.id, 'terminal', first.keys());
  const others = new Set<string>();
  for (const [text, { word, container }] of first) {
    const named = found.get(text);
    const isHere =
      named && ('id' in named ? named.id === here.terminal_id : named.several.includes(here.name));
    if (isHere) continue;
    others.add(text);
    if (!named)
      attempt.warn(
        'terminal_unknown',
        `terminal ${quoted(text)} is unknown, and is not '${here.name}'.`,
        word!,
        container,
      );
  }
  return others;
}
