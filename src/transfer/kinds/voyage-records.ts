import { In } from '../../common/input/in';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { UpdateTally } from '../../quay/tallies/tally.dto';
import { Tally } from '../../quay/tallies/tally.entity';
import { TallyMove } from '../../quay/tallies/tally-move.kind';
import { TALLY_TYPES } from '../../quay/tallies/tally-words';
import { VoyageEventInput } from '../../voyages/voyage-events/voyage-event.dto';
import { VoyageEvent } from '../../voyages/voyage-events/voyage-event.entity';
import { reference } from '../field-map';
import { lookupOf } from '../lookups';
import { madeKey } from '../made-key';
import { TableKind } from '../table-kind';
import { flexFields } from './flex-fields';
import { setupKind } from './setup-kind';

const voyage = reference('voyage', lookupOf('voyages', 'number'));
const user = (field: string) => reference(field, lookupOf('users', 'email'));

class TallyLine {
  @In.text({ required: true }) voyage: string;
  @In.oneOf(TALLY_TYPES, { required: true }) tally_type: string;
  @In.text() created_by?: string | null;
  @In.text() closed_by?: string | null;
}

export const tallies = () =>
  new TableKind({
    entity: Tally,
    input: [TallyLine, UpdateTally],
    key: ['voyage', 'tally_type'],
    maps: { voyage, created_by: user('created_by'), closed_by: user('closed_by') },
  });

/** The moves of the cranes. */
export const tallyMoves = () =>
  setupKind(TallyMove, {
    maps: { reference: madeKey('reference', (digest) => `TM-${digest.toString('hex').slice(0, 20)}`) },
    derived: {
      columns: [],
      fill: ({ columns }) => {
        const numbers = columns.containers as string[] | null | undefined;
        if (numbers) columns.containers = numbers.map(normalizeContainerNumber);
      },
    },
  });

/** An event has no key but the moment that it was noted at. */
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

export const voyageEvents = () =>
  new TableKind({
    entity: VoyageEvent,
    input: [VoyageEventLine, VoyageEventInput],
    key: ['voyage', 'voyage_event_type', 'created_at'],
    several: true,
    maps: {
      voyage,
      voyage_event_type: reference('voyage_event_type', lookupOf('voyage_event_types', 'name')),
      user: user('user'),
      service_boat: reference('service_boat', lookupOf('service_boats', 'name')),
      service_boat_id: null,
      pilot: reference('pilot', lookupOf('pilots', 'name')),
      pilot_id: null,
      from_berth: reference('from_berth', lookupOf('berth_areas', 'name')),
      from_berth_id: null,
      to_berth: reference('to_berth', lookupOf('berth_areas', 'name')),
      to_berth_id: null,
      flex_fields: flexFields('voyage_event'),
    },
  });
