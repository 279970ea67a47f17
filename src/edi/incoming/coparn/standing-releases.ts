import type { StoredRelease } from '../../../cargo/booking-releases/booking-release.rules';
import type { Intent } from '../standing';

/** What a message states of one type, with the release of its document that it is about. */
export interface PairedRelease<Line> {
  line: Line;
  /** undefined for one that is to be added. */
  known: StoredRelease | undefined;
  /** The number that it has, or gets. */
  number: string;
}

/**
 * The releases of a document that lines of a message are about: each is the one of its type. A whole document (5, 9) that names
 * another type changes what its releases are for; a change or an addition makes one more. A document of which all was cancelled
 * stays cancelled.
 */
export function pairedReleases<Line extends { container_type_id: number | null }>(
  document_number: string,
  standing: StoredRelease[],
  lines: Line[],
  intent: Intent,
): PairedRelease<Line>[] {
  const open = standing.filter(({ status }) => status !== 'cancelled');
  const free = open.length ? open : [...standing];
  const take = (isOf: (release: StoredRelease) => boolean): StoredRelease | undefined => {
    const at = free.findIndex(isOf);
    return at < 0 ? undefined : free.splice(at, 1)[0];
  };
  const ofType = lines.map(({ container_type_id }) =>
    take((release) => release.container_type_id === container_type_id),
  );
  const taken = new Set(standing.map(({ number }) => number));
  return lines.map((line, at) => {
    const known = ofType[at] ?? (intent === 'replace' ? take(() => true) : undefined);
    return { line, known, number: known?.number ?? freeOf(document_number, taken) };
  });
}

/** The first number of the document that is free, which is then taken: its own, for further types with a suffix. */
function freeOf(document_number: string, taken: Set<string>): string {
  const numberOf = (at: number) => (at ? `${document_number}-${at + 1}` : document_number);
  let at = 0;
  while (taken.has(numberOf(at))) at++;
  taken.add(numberOf(at));
  return numberOf(at);
}
