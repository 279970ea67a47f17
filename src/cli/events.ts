import { subjectTypes } from '../common/recording/subject';
import { Refused } from '../common/errors/errors';
import { prune } from '../events/pruning';
import sql from 'sql-template-tag';
import { traceOrder } from '../common/audit/trace-order';
import { COMMON } from '../common/errors/codes';
import type { Organization } from '../common/tenancy/organization.entity';
import { type Resumed, resuming } from '../events/epochs';
import type { Workshop } from './in-database';

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

/** Begins an epoch of events for an organization. */
export function resumeEvents({ db, organizations }: Workshop, organization: Organization): Promise<Resumed> {
  const { id, name } = organization;
  const actor = { ...organizations.actorFor(organization), operation: 'wharfinger events resume' };
  return db.transaction(actor, '', async () => {
    const [resumed] = await db.query<Resumed>(resuming(sql`o.id = ${id}`, sql`true`));
    await traceOrder(db, {
      action: 'update',
      record_type: 'event_feeds',
      record_id: resumed!.id,
      record_key: name,
      before: { last_id: resumed!.kept_id },
      after: { last_id: resumed!.start_id },
    });
    return resumed!;
  });
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
