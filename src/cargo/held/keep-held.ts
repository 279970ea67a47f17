import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { naming, Refusal, Refused } from '../../common/errors/errors';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';
import type { Check } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import { placeFieldOf } from '../../places/locations/location.write';
import type { Located } from '../../places/locations/located';
import { isAtTerminal } from '../../places/locations/locations';
import { HeldCargoService } from './held-cargo.service';
import { CargoKind, HOLDABLE, refusalOfHeld } from './holdable-cargo';

type Place = Pick<Located, 'current_location_type' | 'current_location_id'>;
type LocatedRow = RowOf<Located>;

/** A row of cargo, with the bills that the input states. */
type CargoRow = Pick<WriteRow, 'before' | 'parts' | 'columns' | 'refuse'>;

/**
 * A check of write models: held cargo leaves neither the terminal nor its container. The bills on which the same line
 * puts the cargo hold it too.
 */
export function keepHeldInside(kind: 'container' | 'vehicle' | 'breakbulk'): Check<LocatedRow> {
  return async (rows, { db }) => {
    const cargo = new HeldCargoService(db);
    const moved = rows.filter(isMoved);
    const here = await containersHere(
      db,
      moved.flatMap((row) => [row.before!, placeAfter(row)]),
    );
    // A container that is put into another one counts as leaving, because that ends its stay.
    const isInside = ({ current_location_type: type, current_location_id: id }: Place) =>
      type === 'Container' && kind !== 'container' ? here.has(id) : isAtTerminal(type);
    const leaving = moved.filter((row) => leaves(row.before!, placeAfter(row), isInside));
    const held = await cargo.among(kind, leaving.map(idOf));
    const bills = await cargo.heldBills(leaving.flatMap(billsSaid));
    for (const row of leaving) {
      const named = billsSaid(row).some((id) => bills.has(id)) ? nameOf(row, HOLDABLE[kind].key) : undefined;
      const name = held.get(idOf(row)) ?? named;
      if (name) row.refuse(placeFieldOf(row), refusalOfHeld(kind, name, 'moved'));
    }
    const taken = moved.filter(
      (row) => !leaving.includes(row) && row.before!.current_location_type === 'Container',
    );
    await refuseTakenOut(db, taken, (row) => row.before!.current_location_id, placeFieldOf);
  };
}

/** Refuses rows that take cargo out of a held container (a stripping). */
export async function refuseTakenOut<R extends Pick<WriteRow, 'refuse'>>(
  db: Db,
  rows: R[],
  containerOf: (row: R) => number | null,
  fieldOf: (row: R) => string,
): Promise<void> {
  const ids = rows.flatMap((row) => containerOf(row) ?? []);
  const held = await new HeldCargoService(db).among('container', ids, 'taken out');
  for (const row of rows) {
    const number = held.get(containerOf(row)!);
    if (number) row.refuse(fieldOf(row), refusalOfHeld('container', number, 'stripped'));
  }
}

/** A check of write models: cargo is not taken off a held bill. */
export function keepHeldBills(kind: CargoKind): Check<CargoRow> {
  return async (rows, { db }) => {
    const cargo = new HeldCargoService(db);
    const changed = rows.filter(
      ({ before, parts, columns }) =>
        before && (parts.bill_of_ladings ?? columns.bill_of_lading_id) !== undefined,
    );
    const before = await cargo.billsOf(
      kind,
      changed.map((row) => row.before!.id),
    );
    const off = changed.map((row) => {
      const after = (row.parts.bill_of_ladings as number[] | undefined) ?? [row.columns.bill_of_lading_id];
      return { row, bills: (before.get(row.before!.id) ?? []).filter((id) => !after.includes(id)) };
    });
    const held = await cargo.heldBills(off.flatMap(({ bills }) => bills));
    for (const { row, bills } of off) {
      const id = bills.find((bill) => held.has(bill));
      const field = row.parts.bill_of_ladings ? 'bill_of_ladings' : 'bill_of_lading';
      if (id) row.refuse(field, takenOff(held.get(id)!));
    }
  };
}

/** The same check for a deletion of cargo. Throws Refused. */
export function keepHeldBillsOf(kind: CargoKind): (db: Db, id: number) => Promise<void> {
  return async (db, id) => {
    const cargo = new HeldCargoService(db);
    const bills = (await cargo.billsOf(kind, [id])).get(id) ?? [];
    const [number] = (await cargo.heldBills(bills)).values();
    if (number) throw new Refused(takenOff(number));
  };
}

function takenOff(number: string): Refusal {
  return {
    code: CARGO.bill_of_lading_held,
    sentence: CARGO_SAYS.bill_of_lading_held({ bill_of_lading: number }),
    records: naming('bill_of_lading', number),
  };
}

/** The bills that the input states for the cargo of a row. */
function billsSaid({ parts, columns }: CargoRow): number[] {
  const one = columns.bill_of_lading_id as number | null | undefined;
  return (parts.bill_of_ladings as number[] | undefined) ?? (one ? [one] : []);
}

const nameOf = ({ before }: CargoRow, key: string) => before![key] as string;

const idOf = ({ before }: LocatedRow): number => before!.id;

function placeAfter(row: LocatedRow): Place {
  return {
    current_location_type: row.after('current_location_type') ?? null,
    current_location_id: row.after('current_location_id') ?? null,
  };
}

/** Whether an existing record changes its place. A new record may be anywhere. */
function isMoved(row: LocatedRow): boolean {
  if (!row.before) return false;
  const { current_location_type: type, current_location_id: id } = placeAfter(row);
  return type !== row.before.current_location_type || id !== row.before.current_location_id;
}

/** Whether cargo leaves the terminal, or goes to its consignee from anywhere. */
function leaves(before: Place, after: Place, isInside: (place: Place) => boolean): boolean {
  if (after.current_location_type === 'Consignee') return before.current_location_type !== 'Consignee';
  return isInside(before) && !isInside(after);
}

/** The ids of the containers among these places that are at the terminal, directly or inside other containers. */
async function containersHere(db: Db, places: Place[]): Promise<Set<number | null>> {
  const ids = places.flatMap(({ current_location_type: type, current_location_id: id }) =>
    type === 'Container' ? (id ?? []) : [],
  );
  if (!ids.length) return new Set();
  const rows = await db.query<{ id: number; type: string | null }>(sql`
    WITH RECURSIVE inside(id, type, place) AS (
      SELECT c.id, c.current_location_type, c.current_location_id FROM containers c
      WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.id', ids)}
      UNION
      SELECT s.id, c.current_location_type, c.current_location_id FROM inside s
      JOIN containers c ON c.organization_id = ${db.actor.organization_id} AND c.id = s.place
      WHERE s.type = 'Container'
    ) SELECT id, type FROM inside`);
  return new Set(rows.filter(({ type }) => isAtTerminal(type)).map(({ id }) => id));
}
