import { subjectTypes } from '../common/recording/subject';
import { Refused } from '../common/errors/errors';
import { prune } from '../events/pruning';
import type { Workshop } from './in-database';
import { COMMON } from '../common/errors/codes';

/** Deletes the events of an organization that were recorded before a time, and prints their number. */
export async function pruneEvents(
  { db, organizations }: Workshop,
  name: string,
  before: Date,
  subject: string | undefined,
): Promise<number> {
  const actor = organizations.actorFor(await organizations.find(name));
  return prune(db, actor, { before, ...(subject && { about: recordOf(subject) }) });
}

/** Parses a record such as `container:WHAU4142033`. */
function recordOf(text: string): { type: string; record: string } {
  const [, type = '', record = ''] = /^([a-z_]+):(.+)$/.exec(text) ?? [];
  if (subjectTypes().has(type)) return { type, record };
  throw new Refused({
    code: COMMON.invalid,
    sentence: `'${text}' is no record that events are about: write it as container:WHAU4142033.`,
  });
}
