import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { refusalOf } from '../../common/errors/constraints';
import { naming } from '../../common/errors/errors';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { placeFieldOf } from '../../places/locations/location.write';
import { MOST_TIERS } from '../../places/setup/yard-slot.kind';
import { isAtTerminal, type LocationType } from '../../places/locations/locations';
import { CARGO } from '../cargo.codes';
import { StaysService } from '../stays/stays.service';
import type { Container } from './container.kind';
import { MovementsService } from './movements.service';
import { readingStacks } from './stacks';
import { type Box, type ContainerMove, type Location, stack, type Stacks } from './stacks.rules';

/** The moves of a request, which are made once its container is written. */
interface Planned {
  moves: ContainerMove[];
  stacks: Stacks;
}

const planned = new WeakMap<WriteRun, Planned>();

/**
 * Gives containers their tiers in the slots that they are put into, by the rules of all moves (`stacks.rules.ts`). The
 * service has locked the slots. A file states what is: its containers get their tiers once they are written.
 */
export async function placeInStacks(rows: RowOf<Container>[], run: WriteRun): Promise<void> {
  const placed = rows.filter(changesPlace);
  for (const row of placed) {
    const to = placeAfter(row);
    const isInSlot = to?.type === 'YardSlot' && to.id;
    if (!isInSlot && row.columns.tier)
      row.refuse('tier', { code: CARGO.no_tiers, sentence: 'Only a yard slot has tiers.' });
    if (row.columns.tier === undefined || !isInSlot) row.set('tier', null);
  }
  const concerned = placed.filter(
    (row) => row.isGood && (row.before?.tier || placeAfter(row)?.type === 'YardSlot' || isMovedWithin(row)),
  );
  if (run.history || !concerned.length) return;
  const moves = await movesOf(run.db, concerned);
  const stacks = await stacksOf(run.db, concerned, moves);
  const { steps, against } = stack(moves, stacks);
  for (const { at, field, refusal } of against) {
    const row = concerned[at]!;
    row.refuse(field === 'tier' ? 'tier' : placeFieldOf(row), refusal);
  }
  concerned.forEach((row, at) => {
    const id = moves[at]!.container_id;
    row.set('tier', steps.find(({ container_id }) => container_id === id)?.to_tier ?? null);
  });
  planned.set(run, { moves, stacks });
}

/**
 * Writes the movements of a request that put a container from one place at the terminal to another, and lets those come
 * down that stood above it. Gives the containers of a file tiers, and refuses two in one.
 */
export async function settleStacks(rows: RowOf<Container>[], run: WriteRun): Promise<void> {
  if (run.history) return giveTiers(rows, run);
  const plan = planned.get(run);
  if (!plan) return;
  const within = new Set(rows.filter(isMovedWithin).map(({ id }) => id!));
  const movements = new MovementsService(run.db, new StaysService(run.db));
  await movements.makeWay(plan.moves, plan.stacks, ({ container_id }) => within.has(container_id));
}

/** Gives containers that stand in slots with tiers the lowest free one, in order of the lines. */
async function giveTiers(rows: RowOf<Container>[], { db }: WriteRun): Promise<void> {
  const inSlots = rows.filter(
    (row) => changesPlace(row) && row.after('current_location_type') === 'YardSlot',
  );
  if (!inSlots.length) return;
  const { organization_id } = db.actor;
  const ids = inSlots.map(({ id }) => id!);
  await db.query(sql`
    WITH waiting AS (
      SELECT c.id, c.current_location_id AS slot,
        row_number() OVER (PARTITION BY c.current_location_id ORDER BY line.turn) AS turn
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY line(id, turn)
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = line.id
        AND c.current_location_type = 'YardSlot' AND c.tier IS NULL
      JOIN yard_slots s ON s.organization_id = c.organization_id AND s.id = c.current_location_id
        AND s.tiers IS NOT NULL
    ), free AS (
      SELECT w.slot, g.tier, row_number() OVER (PARTITION BY w.slot ORDER BY g.tier) AS turn
      FROM (SELECT DISTINCT slot FROM waiting) w CROSS JOIN generate_series(1, ${MOST_TIERS}) g(tier)
      WHERE NOT EXISTS (
        SELECT FROM containers o
        WHERE o.organization_id = ${organization_id} AND o.current_location_id = w.slot AND o.tier = g.tier)
    )
    UPDATE containers c SET tier = f.tier FROM waiting w JOIN free f ON f.slot = w.slot AND f.turn = w.turn
    WHERE c.organization_id = ${organization_id} AND c.id = w.id`);
  const wrong = await db.query<{ id: number; slot: string; tiers: number | null }>(sql`
    SELECT c.id, s.name AS slot, s.tiers FROM containers c
    JOIN yard_slots s ON s.organization_id = c.organization_id AND s.id = c.current_location_id
    WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)} AND c.tier IS NOT NULL
      AND (s.tiers IS NULL OR EXISTS (
        SELECT FROM containers o
        WHERE o.organization_id = c.organization_id AND o.current_location_id = c.current_location_id
          AND o.tier = c.tier AND o.id <> c.id AND (o.id < c.id OR NOT o.id = ANY(${ids}::bigint[]))))`);
  for (const { id, slot, tiers } of wrong) {
    const without = {
      code: CARGO.no_tiers,
      sentence: `${slot} has no tiers.`,
      records: naming('yard_slot', slot),
    };
    const row = inSlots.find((each) => each.id === id)!;
    row.refuse('tier', tiers === null ? without : refusalOf('ex_containers_tier', 'containers'));
  }
}

/** Whether a row puts its container elsewhere, or states its tier. */
function changesPlace(row: RowOf<Container>): boolean {
  const { before, columns } = row;
  const [from, to] = [before && placeOf(before), placeAfter(row)];
  const isElsewhere = from?.type !== to?.type || from?.id !== to?.id;
  return (
    isElsewhere || (columns.tier !== undefined && columns.tier !== null && columns.tier !== before?.tier)
  );
}

/** Whether a row puts a container from one place at the terminal to another. */
function isMovedWithin(row: RowOf<Container>): boolean {
  const from = row.before?.current_location_type ?? null;
  return changesPlace(row) && isAtTerminal(from) && isAtTerminal(placeAfter(row)?.type ?? null);
}

function placeOf({
  current_location_type: type,
  current_location_id: id,
}: Pick<Container, 'current_location_type' | 'current_location_id'>): Location {
  return type === null ? null : { type: type as LocationType, id };
}

function placeAfter(row: RowOf<Container>): Location {
  return placeOf({
    current_location_type: row.after('current_location_type') ?? null,
    current_location_id: row.after('current_location_id') ?? null,
  });
}

/** The moves of these rows, at the time of the database. A new container has a negative id until it is written. */
async function movesOf(db: Db, rows: RowOf<Container>[]): Promise<ContainerMove[]> {
  const moved_at = await db.now();
  return rows.map((row, at) => ({
    container_id: row.before?.id ?? -1 - at,
    movement_type: 'yard',
    to: placeAfter(row),
    moved_at,
    tier: row.columns.tier,
    dig: !isMovedWithin(row),
  }));
}

/** What the moves have to do with, with the containers as they are to be. */
async function stacksOf(db: Db, rows: RowOf<Container>[], moves: ContainerMove[]): Promise<Stacks> {
  const ids = rows.flatMap(({ before }) => before?.id ?? []);
  const stacks = await db.run(
    readingStacks(
      db,
      ids,
      moves.map(({ to }) => to),
    ),
  );
  const types = rows.flatMap((row) => row.after('container_type_id') ?? []);
  const sizes = await db.query<{ id: number; size: number | null }>(sql`
    SELECT y.id, y.size FROM container_types y
    WHERE y.organization_id = ${db.actor.organization_id} AND ${among('y.id', types)}`);
  rows.forEach((row, at) => {
    const id = moves[at]!.container_id;
    const nowhere = { type: null, place: null, tier: null, last_at: null, stack: null };
    stacks.boxes.set(id, {
      ...(stacks.boxes.get(id) ?? { ...nowhere, id, number: row.columns.number! }),
      size: sizes.find((each) => each.id === row.after('container_type_id'))?.size ?? null,
      weight: (row.after('weight') ?? null) as Box['weight'],
      operating_reefer: row.after('operating_reefer') ?? false,
    });
  });
  return stacks;
}
