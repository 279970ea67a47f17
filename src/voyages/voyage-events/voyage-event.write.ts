import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { User } from '../../common/auth/user.kind';
import { flexFields } from '../../common/flex-fields/flex-fields.write';
import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { BerthArea } from '../../places/setup/berth-area.kind';
import { Pilot } from '../setup/pilot.kind';
import { ServiceBoat } from '../setup/service-boat.kind';
import { VoyageEventType } from '../setup/voyage-event-type.kind';
import { Voyage } from '../voyages/voyage.entity';
import { VoyageEventInput } from './voyage-event.dto';
import { VoyageEvent } from './voyage-event.entity';
import { customValueRefusal } from './voyage-event.rules';
import { COMMON } from '../../common/errors/codes';

/** A voyage event in a file. Its key is the moment at which it was recorded, because it has no other. */
class VoyageEventLine {
  @In.text({ required: true }) voyage: string;
  @In.text({ required: true }) voyage_event_type: string;
  @In.time({ required: true }) created_at: string;
  @In.text({ required: true }) user: string;
  @In.text() service_boat?: string | null;
  @In.text() pilot?: string | null;
  @In.text() from_berth?: string | null;
  @In.text() to_berth?: string | null;
}

const berth = lookupOf(BerthArea, 'name');

export const voyageEventModel = new WriteModel({
  entity: VoyageEvent,
  input: [VoyageEventLine, VoyageEventInput],
  key: ['voyage', 'voyage_event_type', 'created_at'],
  several: true,
  compares: true,
  maps: {
    voyage: reference('voyage', lookupOf(Voyage, 'number'), { byId: 'plain' }),
    voyage_event_type: reference('voyage_event_type', lookupOf(VoyageEventType, 'name'), { byId: 'checked' }),
    user: reference('user', lookupOf(User, 'email'), { byId: 'plain' }),
    service_boat: reference('service_boat', lookupOf(ServiceBoat, 'name'), { byId: 'checked' }),
    pilot: reference('pilot', lookupOf(Pilot, 'name'), { byId: 'checked' }),
    from_berth: reference('from_berth', berth, { byId: 'checked' }),
    to_berth: reference('to_berth', berth, { byId: 'checked' }),
    flex_fields: flexFields('voyage_event'),
  },
  checks: [suitType],
});

/**
 * A custom value fits the type of its event (decision 30). An export is exempt, because the type may have changed after
 * the event was recorded (decision 346).
 */
async function suitType(rows: RowOf<VoyageEvent>[], { db, exported }: WriteRun): Promise<void> {
  if (exported) return;
  const valued = rows.filter(({ columns: { custom_value } }) => typeof custom_value === 'string');
  if (!valued.length) return;
  const ids = [...new Set(valued.map((row) => row.after('voyage_event_type_id')!))];
  const types = await db.query<Pick<VoyageEventType, 'id' | 'custom_value_type'>>(sql`
    SELECT id, custom_value_type FROM voyage_event_types
    WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)}`);
  const typeOf = new Map(types.map(({ id, custom_value_type }) => [id, custom_value_type]));
  for (const row of valued) {
    const sentence = customValueRefusal(
      typeOf.get(row.after('voyage_event_type_id')!),
      row.columns.custom_value!,
    );
    if (sentence) row.refuse('custom_value', { code: COMMON.invalid, sentence });
  }
}
