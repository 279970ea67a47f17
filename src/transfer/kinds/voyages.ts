import { In } from '../../common/input/in';
import { CreateVessel } from '../../voyages/vessels/vessel.dto';
import { Vessel } from '../../voyages/vessels/vessel.entity';
import { CreateVoyage } from '../../voyages/voyages/voyage.dto';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { VOYAGE_STATUSES } from '../../voyages/voyages/voyage-words';
import type { DestinationType } from '../../voyages/voyages/voyage-words';
import { column, FieldMap, reference } from '../field-map';
import { links } from '../links';
import { lookupOf } from '../lookups';
import { TableKind } from '../table-kind';
import { flexFields } from './flex-fields';

export const vessels = () =>
  new TableKind({
    entity: Vessel,
    input: [CreateVessel],
    key: ['name'],
    maps: { imo: column('imo_number') },
  });

/** What a line says by key, where the body of a request has ids. */
class VoyageLine {
  @In.text({ required: true }) discharge_destination: string;
  @In.text() agent?: string | null;
  @In.text() arrival_pilot?: string | null;
  @In.text() departure_pilot?: string | null;
  @In.text() assigned_berth_area?: string | null;
  @In.text() assigned_yard_area?: string | null;
  @In.text() last_port_of_call?: string | null;
  @In.text() next_port_of_call?: string | null;
  @In.text() stevedoring_company?: string | null;
  @In.oneOf(VOYAGE_STATUSES) status?: string | null;
}

const REFERENCES = {
  agent: lookupOf('agents', 'name'),
  arrival_pilot: lookupOf('pilots', 'name'),
  departure_pilot: lookupOf('pilots', 'name'),
  assigned_berth_area: lookupOf('berth_areas', 'name'),
  assigned_yard_area: lookupOf('yard_areas', 'name'),
  last_port_of_call: lookupOf('ports', 'locode'),
  next_port_of_call: lookupOf('ports', 'locode'),
  stevedoring_company: lookupOf('stevedoring_companies', 'name'),
};

const DESTINATIONS = {
  Terminal: { column: 'destination_terminal_id', lookup: lookupOf('terminals', 'name') },
  'Berth Area': { column: 'destination_berth_area_id', lookup: lookupOf('berth_areas', 'name') },
  Port: { column: 'destination_port_id', lookup: lookupOf('ports', 'locode') },
};

/** The terminal, berth area or port that cargo is discharged to, by its key. */
const destination: Record<string, FieldMap> = {
  discharge_destination: {
    columns: Object.values(DESTINATIONS).map((each) => each.column),
    kinds: Object.values(DESTINATIONS).map(({ lookup }) => lookup.kind),
    value: () =>
      `coalesce(${Object.values(DESTINATIONS)
        .map((each) => each.lookup.name(`t.${each.column}`))
        .join(', ')})`,
    put: (row, name) => {
      const type = row.line.values.discharge_destination_type as DestinationType;
      for (const each of Object.values(DESTINATIONS)) row.columns[each.column] = null;
      const { lookup, column: chosen } = DESTINATIONS[type];
      row.want('discharge_destination', lookup, name, ({ columns }, id) => (columns[chosen] = id));
    },
  },
  discharge_destination_type: {
    columns: [],
    value: () => {
      const types = Object.entries(DESTINATIONS).map(
        ([type, each]) => `WHEN t.${each.column} IS NOT NULL THEN '${type}'`,
      );
      return `CASE ${types.join(' ')} END`;
    },
    put: () => undefined,
  },
};

export const voyages = () =>
  new TableKind({
    entity: Voyage,
    input: [CreateVoyage, VoyageLine],
    key: ['number'],
    maps: {
      ...Object.fromEntries(
        Object.entries(REFERENCES).map(([field, lookup]) => [field, reference(field, lookup)]),
      ),
      ...Object.fromEntries(Object.keys(REFERENCES).map((field) => [`${field}_id`, null])),
      vessel_name: reference('vessel_name', lookupOf('vessels', 'name'), { column: 'vessel_id' }),
      discharge_destination_id: null,
      ...destination,
      at_of_anchorage: column('actual_time_of_anchorage'),
      at_of_berth: column('actual_time_of_berth'),
      at_of_customs_clearance: column('actual_time_of_customs_clearance'),
      at_of_departure: column('actual_time_of_departure'),
      at_of_departure_pilot_boarded: column('actual_time_of_departure_pilot_boarded'),
      at_of_pilot_boarded: column('actual_time_of_pilot_boarded'),
      et_of_anchorage: column('estimated_time_of_anchorage'),
      et_of_departure: column('estimated_time_of_departure'),
      stevedoring_supervisors: links('stevedoring_supervisors', lookupOf('stevedoring_supervisors', 'name'), {
        table: 'voyage_supervisors',
        from: 'voyage_id',
        to: 'supervisor_id',
      }),
      flex_fields: flexFields('voyage'),
    },
  });
