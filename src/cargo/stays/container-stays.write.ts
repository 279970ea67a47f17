import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { In } from '../../common/input/in';
import type { FieldMap } from '../../common/write/field-map';
import { linked, writeLinks } from '../../common/write/links';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { isAtTerminal } from '../../places/locations/locations';
import { billLinks } from '../bills-of-lading/bill-lookup';
import type { Container } from '../containers/container.kind';
import type { Placement } from './placements';
import { containerStayModel, placeOf } from './container-stay.write';
import type { GivenStay } from './stay-queries';
import { StaysService } from './stays.service';

const BILLS = { table: 'container_bills', from: 'stay_id', to: 'bill_of_lading_id' } as const;
const FIELD = 'bill_of_ladings';

/** A field of containers that only a file states: the number of the stay that the record shows. */
export class StayNumberLine {
  @In.int({ min: 1 }) stay?: number | null;
}

/** The number of the stay that the container shows. A file states it so that other lines can refer to the stay. */
export const shownStay: FieldMap = {
  columns: [],
  value: () =>
    '(SELECT s.number FROM container_stays s WHERE s.organization_id = t.organization_id AND s.id = t.stay_id)',
  put: () => undefined,
};

/**
 * The bills of the stay that a container shows. Putting a container on a bill announces a stay. Taking it off its last
 * bill cancels an announced one, see `releaseUnbilled`. This part is the first to be written after the containers, so it also
 * inserts the stays of new ones.
 */
export const billsOfShownStay: FieldMap = {
  ...billLinks({ ...BILLS, known: 'stay_id' }),
  written: async (rows, run) => {
    const stays = new StaysService(run.db);
    const made = rows.filter(({ before, columns }) => !before && columns.stay_id);
    await stays.begin(
      made.map(({ id }) => id!),
      await givenOf(made, run),
    );
    const sent = linked(rows, FIELD);
    if (sent.length) await writeLinks(await ofStays(sent, run), BILLS, run);
  },
};

/**
 * Cancels the announced stays of containers that were taken off their last bill. Runs after `placeContainers`, because a
 * container that arrives by the same write has a stay that was announced only until then.
 */
export async function releaseUnbilled(rows: RowOf<Container>[], run: WriteRun): Promise<void> {
  const sent = linked(rows, FIELD);
  if (!sent.length) return;
  const isNew = new Set(rows.flatMap(({ id, before, columns }) => (!before && columns.stay_id ? id! : [])));
  const onNone = sent.flatMap(({ id, others }) => (others.length || isNew.has(id) ? [] : id));
  const onBill = sent.flatMap(({ id, others }) => (others.length ? id : []));
  await new StaysService(run.db).release([...onNone, ...(await onBillsOfCancelled(onBill, run))]);
}

/**
 * Those of these containers that are on the bill of a cancelled voyage, which announces no stay (decision 433). A file
 * states what is.
 */
async function onBillsOfCancelled(ids: number[], { db, history }: WriteRun): Promise<number[]> {
  if (history || !ids.length) return [];
  const found = await db.query<{ id: number }>(sql`
    SELECT DISTINCT c.id FROM containers c
    JOIN container_bills l ON l.organization_id = c.organization_id AND l.stay_id = c.stay_id
    JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
    JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    JOIN voyages v ON v.organization_id = m.organization_id AND v.id = m.voyage_id AND v.cancelled
    WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.id', ids)}`);
  return found.map(({ id }) => id);
}

/** The same links by the stays that the containers show. A container without a stay has no bills. */
async function ofStays(sent: ReturnType<typeof linked>, { db }: WriteRun): Promise<typeof sent> {
  const ids = sent.map(({ id }) => id);
  const shown = await db.query<{ id: number; stay_id: number }>(sql`
    SELECT id, stay_id FROM containers
    WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)}
      AND stay_id IS NOT NULL`);
  const stays = new Map(shown.map(({ id, stay_id }) => [id, stay_id]));
  return sent.flatMap(({ id, others }) => (stays.has(id) ? { id: stays.get(id)!, others } : []));
}

/**
 * Opens stays for existing containers that arrive or are put on a bill while no stay is open. Runs before the
 * containers are written, because a new stay begins without most facts of the stay before.
 */
export async function openStays(rows: RowOf<Container>[], run: WriteRun): Promise<void> {
  const known = rows.filter(({ before }) => before);
  const coming = known.filter((row) => isInside(row) && !isAtTerminal(row.before!.current_location_type));
  const onBill = await putOnBill(known, run);
  const ids = [...coming, ...onBill].map(({ before }) => before!.id);
  await new StaysService(run.db).announce([...new Set(ids)], { stays: await givenOf(known, run) });
}

/**
 * Reserves the stay ids of new containers that are at the terminal or announced. Their stays are inserted after them.
 */
export async function giveStays(rows: RowOf<Container>[], run: WriteRun): Promise<void> {
  const isAnnounced = ({ parts, values }: RowOf<Container>) =>
    (parts[FIELD] as number[] | undefined)?.length || (run.history && values.stay);
  const coming = rows.filter((row) => !row.before && (isInside(row) || isAnnounced(row)));
  const kept = await keptIds(coming, run);
  const ids = await new StaysService(run.db).newIds(kept.filter((id) => !id).length);
  coming.forEach((row, at) => row.set('stay_id', kept[at] ?? ids.shift()));
}

/** Begins and ends stays as containers change their places. The stays of new containers at the terminal have begun. */
export async function placeContainers(rows: RowOf<Container>[], run: WriteRun): Promise<void> {
  const stays = new StaysService(run.db);
  const given = await givenOf(
    rows.filter(({ before }) => before && !before.stay_id),
    run,
  );
  await stays.announce([...given.keys()], { stays: given });
  const placed = rows.filter((row) => row.before || !isInside(row));
  await stays.placed(placed.flatMap((row) => placementOf(row) ?? []));
}

/** The change of place that a row states; undefined when the type of the place remains the same. */
function placementOf(row: RowOf<Container>): Placement | undefined {
  const { id, before, columns } = row;
  const { current_location_type: type } = columns;
  const from = before?.current_location_type ?? null;
  if (type === undefined || from === type) return undefined;
  if (!isInside(row)) return { container_id: id! };
  if (from === 'TrainVisit') return { container_id: id!, by: 'train' };
  if (from !== 'Voyage') return { container_id: id! };
  return { container_id: id!, by: 'voyage', voyage_id: before!.current_location_id };
}

function isInside(row: RowOf<Container>): boolean {
  return isAtTerminal(row.after('current_location_type') ?? null);
}

/** The rows that put a container on a bill that the stay it shows is not on. */
async function putOnBill(rows: RowOf<Container>[], { db }: WriteRun): Promise<RowOf<Container>[]> {
  const sent = rows.flatMap(({ before, parts }) => {
    const others = parts[FIELD] as number[] | undefined;
    return others?.length ? { id: before!.id, others } : [];
  });
  if (!sent.length) return [];
  const found = await db.query<{ id: number }>(sql`
    SELECT r.id FROM json_to_recordset(${JSON.stringify(sent)}::json) AS r(id bigint, others bigint[])
    JOIN containers c ON c.organization_id = ${db.actor.organization_id} AND c.id = r.id
    WHERE NOT r.others <@ ARRAY(SELECT l.bill_of_lading_id FROM container_bills l
      WHERE l.organization_id = c.organization_id AND l.stay_id = c.stay_id)`);
  const ids = new Set(found.map(({ id }) => id));
  return rows.filter(({ before }) => ids.has(before!.id));
}

/** What the lines of a file say of the stays that containers show, by container. */
async function givenOf(rows: StayRow[], run: WriteRun): Promise<Map<number, GivenStay>> {
  const given = run.history ? rows.filter(({ values }) => values.stay) : [];
  const kept = await keptIds(given, run);
  return new Map(
    given.map(({ id, before, values }, at) => {
      const container_id = (id ?? before?.id)!;
      return [container_id, { number: values.stay as number, stay_id: kept[at] }];
    }),
  );
}

/** The ids that an import keeps for the stays that containers show: the first, unless lines say which. */
function keptIds(rows: StayRow[], run: WriteRun): Promise<(number | undefined)[]> {
  const places = rows.map((row) => placeOf(row.after('number'), row.values.stay ?? 1));
  return run.idsAt(containerStayModel.name, places);
}

type StayRow = Pick<WriteRow, 'id' | 'values'> & {
  before: { id: number } | null;
  after(column: 'number'): unknown;
};
