import sql, { raw } from 'sql-template-tag';
import { ContainerShow } from '../../cargo/containers/container.view';
import { withoutToldStays } from '../../cargo/stays/container-stay.write';
import { beginningOf, NEW_STAY_ID } from '../../cargo/stays/stay-queries';
import { expectedVoyageNumber } from '../../cargo/stays/expected-voyage';
import { type OfLine, takeLines } from '../../cargo/booking-lines/take-line';
import { StaysService } from '../../cargo/stays/stays.service';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { among } from '../../common/database/sql/conditions';
import { type Query, rows } from '../../common/database/sql/query';
import { naming } from '../../common/errors/errors';
import { meetsIso6346 } from '../../common/iso-6346';
import { kindEvent, record } from '../../common/recording/record';
import type { PartRow } from '../../common/write/parts';
import type { WriteRun } from '../../common/write/write-run';
import { atTerminal } from '../../places/locations/locations';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { knownContainers } from './named-containers';
import { fromKilograms, isContainerDropOff } from './purpose.rules';
import { isOver, plain, PurposeRow } from './purpose-row';
import { NAMED, notToBeNamed } from './right-to-name';

/**
 * Creates the containers of drop-offs that are new. A known container only gets what it lacks; the rest of the
 * announcement waits for the hand-over (decision 77). A file leaves known containers as they are (decision 86).
 */
export async function makeKnown(rows: PurposeRow[], run: WriteRun): Promise<void> {
  const { history } = run;
  const dropped = new Map<string, PurposeRow>();
  const coming = new Set<string>();
  for (const row of rows) {
    const purpose = plain(row);
    if (!isContainerDropOff(purpose)) continue;
    dropped.set(purpose.container_number!, row);
    const comes = row.columns.truck_visit_id ? !history : !isOver((row as PartRow).whole);
    if (comes) coming.add(purpose.container_number!);
  }
  if (!dropped.size) return;
  const expected = history ? new Set<string>() : await announceAgain([...dropped], run);
  for (const number of expected) dropped.delete(number);
  const { ids, made } = await writeContainers(dropped, coming, run);
  for (const row of rows) {
    const purpose = plain(row);
    if (!isContainerDropOff(purpose)) continue;
    const number = purpose.container_number!;
    if (expected.has(number)) continue;
    const id = ids.get(number);
    // of two that announce a new container at once, one makes it
    if (run.db.actor.limited && id && !row.columns.container_id && !made.has(id))
      row.refuse('cargo.container_number', notToBeNamed(purpose, number, run.db.actor));
    else if (id) row.set('container_id', id);
    else
      row.refuse('cargo.container_number', {
        code: GATE.already_here,
        sentence: SAYS.already_here({ container: number }),
        records: naming('container', number),
      });
  }
}

/**
 * Opens a new stay for known containers that are not at the terminal. It must precede the upsert, because a new stay
 * starts without the facts of the last one: for a token that is limited to parties with what it says alone. Returns the numbers
 * of those whose open stay a voyage announced: the truck leaves it as it is.
 */
async function announceAgain(dropped: [string, PurposeRow][], run: WriteRun): Promise<Set<string>> {
  const ids = dropped.flatMap(([, { columns }]) => columns.container_id ?? []);
  if (!ids.length) return new Set();
  const stays = new StaysService(run.db);
  const numbers = dropped.flatMap(([number, { columns }]) => (columns.container_id ? number : []));
  const [, , known, expected] = await run.db.pipeline(
    ...stays.lockAndTell(ids),
    knownContainers(numbers, run),
    expectedByVoyage(ids, run),
  );
  const away = [...known.values()].flatMap(({ id, at_terminal }) => (at_terminal ? [] : id));
  await stays.announce(away, { bare: run.db.actor.limited });
  return expected;
}

/** The numbers of those of these containers whose open stay a voyage announced. */
function expectedByVoyage(ids: number[], { db }: WriteRun): Query<Set<string>> {
  const find = sql`
    SELECT c.number FROM containers c
    WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.id', ids)}
      AND ${expectedVoyageNumber} IS NOT NULL`;
  return rows<{ number: string }>(asTerminal(NAMED, find)).map(
    (found) => new Set(found.map(({ number }) => number)),
  );
}

/**
 * Upserts the containers that are dropped off and opens the stays of those in `coming`. Returns their ids by number,
 * and the ids of those that are new.
 */
async function writeContainers(
  dropped: Map<string, PurposeRow>,
  coming: Set<string>,
  run: WriteRun,
): Promise<{ ids: Map<string, number>; made: Set<number> }> {
  const { db, history } = run;
  const { organization_id } = db.actor;
  const stays = new StaysService(db);
  const containers = JSON.stringify(
    [...dropped].map(([number, row]) => ({
      ...containerOf(number, row, db.actor.weight_unit),
      comes: coming.has(number),
    })),
  );
  // A new container in `coming` gets its stay here. `xmax` is 0 for an inserted row.
  const written = await db.query<{ number: string; id: number; made: boolean }>(sql`
    WITH written AS (
      INSERT INTO containers AS c (organization_id, number, meets_iso_standards, container_type_id,
        shipping_line_id, booking_id, container_status, usage, goods, weight, stay_id)
      SELECT ${organization_id}, r.number, r.meets_iso_standards, r.container_type_id, r.shipping_line_id, r.booking_id,
        r.container_status, r.usage, r.goods, r.weight, CASE WHEN r.comes THEN ${NEW_STAY_ID} END
      FROM jsonb_to_recordset(${containers}::jsonb) AS r(number text, meets_iso_standards boolean,
        container_type_id bigint, shipping_line_id bigint, booking_id bigint, container_status text, usage text,
        goods text, weight numeric, comes boolean)
      ORDER BY r.number
      ON CONFLICT (organization_id, number) DO UPDATE SET
        container_type_id = coalesce(c.container_type_id, excluded.container_type_id),
        shipping_line_id = coalesce(c.shipping_line_id, excluded.shipping_line_id),
        booking_id = coalesce(c.booking_id, excluded.booking_id),
        container_status = coalesce(c.container_status, excluded.container_status),
        usage = coalesce(c.usage, excluded.usage),
        goods = coalesce(c.goods, excluded.goods),
        weight = coalesce(c.weight, excluded.weight),
        updated_at = now()
      WHERE NOT ${history}::boolean AND (${raw(atTerminal('c.current_location_type'))}) IS NOT TRUE
      RETURNING c.*, c.xmax = 0 AS made
    ), begun AS (${beginningOf(sql`FROM written c WHERE c.made AND c.stay_id IS NOT NULL ORDER BY c.id`)})
    SELECT number, id, made FROM written`);
  const ids = new Map(written.map(({ number, id }) => [number, id]));
  // The upsert skipped containers at the terminal, and with a file all known ones.
  const passed = [...dropped.keys()].filter((number) => !ids.has(number));
  if (history && passed.length) {
    for (const [number, { id }] of await db.run(knownContainers(passed, run))) ids.set(number, id);
  }
  const made = new Set(written.flatMap((row) => (row.made ? row.id : [])));
  await record(db, kindEvent('container', 'created'), ContainerShow, [...made]);
  const announced = [...ids].flatMap(([number, id]) => (coming.has(number) && !made.has(id) ? id : []));
  await stays.announce(await withoutToldStays(announced, run));
  if (!history) await db.run(takeLines(db, linesOf(dropped, ids)));
  return { ids, made };
}

/** The lines of the bookings that full containers are brought for. */
function linesOf(dropped: Map<string, PurposeRow>, ids: Map<string, number>): OfLine[] {
  return [...dropped].flatMap(([number, { columns }]) => {
    const { booking_line_id: line_id, container_status } = columns;
    const container_id = ids.get(number);
    return line_id && container_id && container_status === 'full' ? { container_id, line_id } : [];
  });
}

/** The columns of a container from its purpose; the weight in the organization's unit (decision 14). */
function containerOf(number: string, row: PurposeRow, weight_unit: string): object {
  const { container_status, container_usage, goods, weight } = row.columns;
  const { container_type_id, shipping_line_id, booking_id } = row.columns;
  return {
    number,
    meets_iso_standards: meetsIso6346(number),
    container_status,
    usage: container_usage,
    goods,
    container_type_id,
    shipping_line_id,
    booking_id,
    weight: weight && fromKilograms(weight, weight_unit),
  };
}
