import sql from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import { StayLine, stayOfContainer } from '../../cargo/stays/container-stay.write';
import { naming } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';
import { CreateReeferReading } from './reefer.dto';
import { ReeferReading } from './reefer-reading.entity';
import { watchReadings } from './watched-readings';

/** What only a file states of a reading. */
class ReeferReadingLine extends StayLine {
  @In.text({ required: true }) container: string;
}

/** Readings as files have them. Requests write many at once, and do so by themselves (decision 962). */
export const reeferReadingModel = new WriteModel({
  entity: ReeferReading,
  input: [CreateReeferReading, ReeferReadingLine],
  key: ['container', 'at'],
  required: ['at'],
  internal: ['stay_id'],
  maps: {
    container: reference('container', lookupOf(Container, 'number'), { byId: 'plain' }),
    stay: stayOfContainer,
  },
  checks: [takeShownStay],
  afterwards: [watch],
});

/** A line without a stay is of the stay that the container shows. */
async function takeShownStay(rows: RowOf<ReeferReading>[], { db }: WriteRun): Promise<void> {
  const open = rows.filter(({ columns }) => !columns.stay_id);
  if (!open.length) return;
  const shown = await db.query<{ id: number; number: string; stay_id: number | null }>(sql`
    SELECT c.id, c.number, c.stay_id FROM containers c
    WHERE c.organization_id = ${db.actor.organization_id}
      AND c.id = ANY(${open.map(({ columns }) => columns.container_id!)}::bigint[])`);
  for (const row of open) {
    const { stay_id, number } = shown.find(({ id }) => id === row.columns.container_id)!;
    if (stay_id) row.set('stay_id', stay_id);
    else
      row.refuse('container', {
        code: CONDITION.not_in_a_stay,
        sentence: CONDITION_SAYS.not_in_a_stay({ container: number }),
        records: naming('container', number),
      });
  }
}

async function watch(rows: RowOf<ReeferReading>[], { db }: WriteRun): Promise<void> {
  await watchReadings(
    db,
    rows.map(({ columns: { stay_id, at } }) => ({ stay_id: stay_id!, at: at! })),
  );
}
