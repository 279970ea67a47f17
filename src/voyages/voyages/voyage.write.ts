import type { RowClass } from '../../common/schema/columns';
import { flexFields } from '../../common/flex-fields/flex-fields.write';
import { In } from '../../common/input/in';
import { column, FieldMap, reference } from '../../common/write/field-map';
import { links } from '../../common/write/links';
import { idLookupOf, lookupOf } from '../../common/write/lookups';
import { daily, WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { Agent } from '../../parties/setup/agent.kind';
import { BerthArea } from '../../places/setup/berth-area.kind';
import { Port } from '../../places/setup/port.kind';
import { Terminal } from '../../places/setup/terminal.kind';
import { YardArea } from '../../places/setup/yard-area.kind';
import { Pilot } from '../setup/pilot.kind';
import { StevedoringCompany } from '../setup/stevedoring-company.kind';
import { StevedoringSupervisor } from '../setup/stevedoring-supervisor.kind';
import { Vessel } from '../vessels/vessel.entity';
import { DESTINATION_COLUMNS, destinationType, VOYAGE_STATUSES } from './voyage-words';
import type { DestinationType } from './voyage-words';
import { CreateVoyage, UpdateVoyage } from './voyage.dto';
import { Voyage } from './voyage.entity';
import { outOfSequence, statusAfter, stillToCome, VoyageRefusal } from './voyage.rules';

/** The references of a file line, by key where a request has ids. */
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

const REFERENCES: Record<string, [entity: RowClass, key: string]> = {
  agent: [Agent, 'name'],
  arrival_pilot: [Pilot, 'name'],
  departure_pilot: [Pilot, 'name'],
  assigned_berth_area: [BerthArea, 'name'],
  assigned_yard_area: [YardArea, 'name'],
  last_port_of_call: [Port, 'locode'],
  next_port_of_call: [Port, 'locode'],
  stevedoring_company: [StevedoringCompany, 'name'],
};

const DESTINATIONS = {
  Terminal: { column: DESTINATION_COLUMNS.Terminal, lookup: lookupOf(Terminal, 'name') },
  'Berth Area': { column: DESTINATION_COLUMNS['Berth Area'], lookup: lookupOf(BerthArea, 'name') },
  Port: { column: DESTINATION_COLUMNS.Port, lookup: lookupOf(Port, 'locode') },
} as const;
const TYPES = Object.keys(DESTINATIONS) as DestinationType[];

/** The place to which the voyage discharges, by its key, or in a request by its id. */
const destination: Record<string, FieldMap> = {
  discharge_destination: {
    columns: TYPES.map((type) => DESTINATIONS[type].column),
    kinds: TYPES.map((type) => DESTINATIONS[type].lookup.kind),
    idField: 'discharge_destination_id',
    value: () => {
      const names = TYPES.map((type) => DESTINATIONS[type].lookup.name(`t.${DESTINATIONS[type].column}`));
      return `coalesce(${names.join(', ')})`;
    },
    put: () => undefined,
    complete: (rows) => {
      for (const row of rows as RowOf<Voyage>[]) putDestination(row);
    },
  },
  discharge_destination_type: {
    columns: [],
    value: () => destinationType((column) => `t.${column}`),
    put: () => undefined,
  },
};

/** An update that states only the place keeps its type. A changed type requires a place. */
function putDestination(row: RowOf<Voyage>): void {
  const { before } = row;
  const {
    discharge_destination: name,
    discharge_destination_id: id,
    discharge_destination_type: sent,
  } = row.said<UpdateVoyage & VoyageLine>();
  const current = before && TYPES.find((each) => before[DESTINATIONS[each].column] !== null);
  if (id === undefined && name === undefined) {
    if (sent !== undefined && sent !== current)
      row.invalid('discharge_destination_id', 'is required with another discharge_destination_type');
    return;
  }
  const type = sent ?? current;
  if (!type) return row.invalid('discharge_destination_type', 'is required with discharge_destination_id');
  for (const each of TYPES) row.set(DESTINATIONS[each].column, null);
  const { column: chosen, lookup } = DESTINATIONS[type];
  const take = (found: number) => row.set(chosen, found);
  if (id === undefined) row.want('discharge_destination', lookup, name, take);
  else row.want('discharge_destination_id', idLookupOf(lookup.kind), id, take);
}

/** Only a file states the status: a request derives it from the actual departure (decision 25). */
const status: FieldMap = {
  ...column('status'),
  complete: (rows) => {
    for (const row of rows as RowOf<Voyage>[])
      if (row.before && row.values.status === undefined)
        row.set('status', statusAfter(row.before, row.said<UpdateVoyage>()));
  },
};

export const voyageModel = new WriteModel({
  entity: Voyage,
  input: [CreateVoyage, VoyageLine],
  key: ['number'],
  compares: true,
  maps: {
    ...Object.fromEntries(
      Object.entries(REFERENCES).map(([field, [entity, key]]) => [
        field,
        reference(field, lookupOf(entity, key), { byId: 'checked' }),
      ]),
    ),
    vessel_name: reference('vessel_name', lookupOf(Vessel, 'name'), { column: 'vessel_id' }),
    ...destination,
    status,
    at_of_anchorage: column('actual_time_of_anchorage'),
    at_of_berth: column('actual_time_of_berth'),
    at_of_customs_clearance: column('actual_time_of_customs_clearance'),
    at_of_departure: column('actual_time_of_departure'),
    at_of_departure_pilot_boarded: column('actual_time_of_departure_pilot_boarded'),
    at_of_pilot_boarded: column('actual_time_of_pilot_boarded'),
    et_of_anchorage: column('estimated_time_of_anchorage'),
    et_of_departure: column('estimated_time_of_departure'),
    stevedoring_supervisors: links('stevedoring_supervisors', lookupOf(StevedoringSupervisor, 'name'), {
      table: 'voyage_supervisors',
      from: 'voyage_id',
      to: 'supervisor_id',
      what: 'Stevedoring supervisor',
    }),
    flex_fields: flexFields('voyage'),
  },
  checks: [keepSequence, daily(refuseToCome)],
});

/**
 * Actual times are in sequence (decisions 29 and 56). For a file, which states all times again, this checks only those
 * that it changes.
 */
function keepSequence(rows: RowOf<Voyage>[], { history }: WriteRun): void {
  for (const row of rows)
    if (row.before || !history) refuse(row, outOfSequence(row.before, row.said<UpdateVoyage>()));
}

/** An actual time is not in the future (decision 56). */
function refuseToCome(rows: RowOf<Voyage>[]): void {
  for (const row of rows) refuse(row, stillToCome(row.before, row.said<UpdateVoyage>()));
}

function refuse(row: RowOf<Voyage>, refusal: VoyageRefusal | undefined): void {
  if (refusal) row.refuse(refusal.field, refusal);
}
