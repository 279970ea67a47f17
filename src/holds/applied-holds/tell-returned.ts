import type { Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import { type AppliesTo, HOLDS } from './held-records';
import { returning } from './hold-statements';

/** Records a `returned` event for each hold that is back in force and has none yet. Returns how many it recorded. */
export async function tellReturned(db: Db, kind: AppliesTo, which: Sql): Promise<number> {
  const ids = await db.run(returning(db, kind, which));
  await record(db, `${kind}_hold.returned`, HOLDS[kind].view, ids);
  return ids.length;
}
