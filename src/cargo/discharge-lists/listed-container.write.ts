import { humanize } from '../../common/errors/humanize';
import type { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import { together } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { idLookupOf, lookupOf, type Lookup } from '../../common/write/lookups';
import { WriteRow } from '../../common/write/write-row';
import { WriteRun } from '../../common/write/write-run';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Port } from '../../places/setup/port.kind';
import { refusalOfCheckDigit } from '../containers/check-digit';
import { Container } from '../containers/container.kind';
import { asDangerous, refuseManyDangerous } from '../dangerous-goods';
import { ContainerType } from '../setup/container-type.kind';
import type { DischargeListItemFields } from './discharge-list-item.dto';
import { TWICE } from './discharge-list-item.entity';
import type { ListedContainer } from './listed-containers.rules';

/** A number that becomes a container where none has it: four letters and seven digits (ISO 6346). */
const NUMBER = /^[A-Z]{4}\d{7}$/;

const KEYS: Record<'port_of_loading' | 'port_of_discharge' | 'container_type' | 'shipping_line', Lookup> = {
  port_of_loading: lookupOf(Port, 'locode'),
  port_of_discharge: lookupOf(Port, 'locode'),
  container_type: lookupOf(ContainerType, 'code'),
  shipping_line: lookupOf(ShippingLine, 'code'),
};

/**
 * What requests say of containers of a list, with the ids of what they name.
 * @param path maps a field of an item to its path in the body
 * @throws Invalid without a container, Refused for what is unknown and for a container that is named twice
 */
export async function listedContainers(
  db: Db,
  discharge_list_id: number,
  all: DischargeListItemFields[],
  path: (field: string, at: number) => string,
): Promise<ListedContainer[]> {
  const rows = all.map((said, at) => {
    const row = new WriteRow({ ...said });
    row.path = (field) => path(field, at);
    refer(row, said);
    return row;
  });
  await new WriteRun(db).resolve(rows);
  const named = new Set<unknown>();
  rows.forEach((row, at) => {
    const key = row.columns.container_id ?? row.columns.container_number;
    const field = all[at]!.container_id ? 'container_id' : 'container';
    if (row.isGood && named.has(key)) row.refuse(field, { code: COMMON.taken, sentence: TWICE });
    named.add(key);
    requireForm(row, db);
  });
  const failure = together(rows.flatMap(({ refusals }) => refusals.map((each) => each.failure)));
  if (failure) throw failure;
  return rows.map(({ columns }) => ({ ...columns, discharge_list_id }));
}

/** The same of one container. */
export async function listedContainer(
  db: Db,
  discharge_list_id: number,
  said: DischargeListItemFields,
): Promise<ListedContainer> {
  const [listed] = await listedContainers(db, discharge_list_id, [said], (field) => field);
  return listed!;
}

function refer(row: WriteRow, said: DischargeListItemFields): void {
  const {
    container,
    container_id,
    port_of_loading,
    port_of_discharge,
    container_type,
    shipping_line,
    ...others
  } = said;
  Object.assign(row.columns, others);
  if (said.dangerous !== undefined) row.set('dangerous', asDangerous(said.dangerous ?? []));
  refuseManyDangerous(row, said.dangerous);
  const keys = { port_of_loading, port_of_discharge, container_type, shipping_line };
  for (const [field, key] of Object.entries(keys) as [keyof typeof keys, string | null | undefined][]) {
    if (key) row.want(field, KEYS[field], key, (id) => row.set(`${field}_id`, id), { what: humanize(field) });
    else if (key !== undefined) row.set(`${field}_id`, null);
  }
  if (container_id)
    row.want('container_id', idLookupOf('containers'), container_id, (id) => row.set('container_id', id), {
      what: 'Container',
    });
  else if (container) {
    row.set('container_number', normalizeContainerNumber(container));
    row.want('container', CONTAINER, container, (id) => row.set('container_id', id), { optional: true });
  } else row.invalid('container', 'is required');
}

const CONTAINER = lookupOf(Container, 'number');

/** A number that is new has the form of one, and a check digit where the organization requires it. */
function requireForm(row: WriteRow, db: Db): void {
  const { container_id, container_number } = row.columns as {
    container_id?: number;
    container_number?: string;
  };
  if (container_id || !container_number) return;
  if (!NUMBER.test(container_number))
    return row.unknown({
      field: 'container',
      lookup: CONTAINER,
      named: container_number,
      key: container_number,
      take: () => undefined,
    });
  const refusal = refusalOfCheckDigit(container_number, db.actor);
  if (refusal) row.refuse('container', refusal);
}
