import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { COMMON } from '../../common/errors/codes';
import { meetsIso6346, normalizeContainerNumber } from '../../common/iso-6346';
import { kindModel } from '../../common/setup/kind-model';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { ConsigneeLine, LocatedLine } from '../../parties/consignees/consignee-reference';
import { location, placeFieldOf } from '../../places/locations/location.write';
import { keepHeldBills, keepHeldBillsOf, keepHeldInside } from '../held/keep-held';
import { tellAnnounced } from '../stays/announced-stays';
import {
  billsOfShownStay,
  giveStays,
  openStays,
  placeContainers,
  releaseUnbilled,
  shownStay,
  StayNumberLine,
} from '../stays/container-stays.write';
import { compareMeasured } from '../verified-weights/measured-weights';
import { refusalOfCheckDigit } from './check-digit';
import { Container } from './container.kind';
import { placeInStacks, settleStacks } from './container-stacks.write';
import { plugsOfShownStay } from './reefer-plug-movement.write';

/** The write model of containers. The number is stored in upper case without spaces (decision 39). */
export const containerModel = kindModel(Container, {
  input: [ConsigneeLine, LocatedLine, StayNumberLine],
  compares: true,
  maps: {
    ...location,
    stay: shownStay,
    bill_of_ladings: billsOfShownStay,
    reefer_plug_movements: plugsOfShownStay,
  },
  checks: [
    daily(requireCheckDigits),
    keepHeldInside('container'),
    placeInStacks,
    openStays,
    keepHeldBills('container'),
    giveStays,
  ],
  afterwards: [
    placeContainers,
    releaseUnbilled,
    refuseCircles,
    settleStacks,
    tellFullImports,
    compareWeights,
  ],
  removal: keepHeldBillsOf('container'),
  derived: {
    columns: ['meets_iso_standards', 'stay_id'],
    fill: (row) => {
      const { number } = row.columns;
      if (number === undefined) return;
      row.columns.number = normalizeContainerNumber(number);
      row.set('meets_iso_standards', meetsIso6346(row.columns.number));
    },
  },
});

/** What a stay begins with, or is known to be a full import by. */
const SAYS = ['usage', 'container_status', 'current_location_type'] as const;

/** Containers that a request announces, places or makes full ones for import are announced as such (decision 839). */
async function tellFullImports(rows: RowOf<Container>[], { db, history }: WriteRun): Promise<void> {
  if (history || !db.actor.holds_full_imports) return;
  const came = rows.filter(
    ({ before, columns, parts }) =>
      !before ||
      parts.bill_of_ladings ||
      SAYS.some((name) => columns[name] !== undefined && columns[name] !== before[name]),
  );
  await tellAnnounced(
    db,
    came.map(({ id }) => id!),
  );
}

/** A weight that a request changes was measured at the desk, and is compared with the verified gross mass (decision 945). */
async function compareWeights(rows: RowOf<Container>[], { db, history }: WriteRun): Promise<void> {
  if (history) return;
  const measured = rows.flatMap(({ id, before, columns: { weight } }) =>
    before && weight != null && Number(weight) !== Number(before.weight)
      ? { container_id: before.id ?? id!, weight }
      : [],
  );
  await compareMeasured(db, measured);
}

/** A number that is new needs a valid check digit, where the organization requires one. */
function requireCheckDigits(rows: RowOf<Container>[], { db }: WriteRun): void {
  for (const row of rows) {
    const number = row.columns.number && normalizeContainerNumber(row.columns.number);
    if (!number || number === row.before?.number) continue;
    const refusal = refusalOfCheckDigit(number, db.actor);
    if (refusal) row.refuse('number', refusal);
  }
}

/**
 * A container is not inside one of its own contents. The database refuses a container that is directly inside itself.
 */
async function refuseCircles(rows: RowOf<Container>[], { db }: WriteRun): Promise<void> {
  const inside = rows.filter(({ columns }) => columns.current_location_type === 'Container');
  if (!inside.length) return;
  const { organization_id } = db.actor;
  const ids = inside.map(({ id }) => id!);
  const found = await db.query<{ id: number }>(sql`
    WITH RECURSIVE within(id, container_id) AS (
      SELECT c.id, c.current_location_id FROM containers c
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}
      UNION
      SELECT w.id, c.current_location_id FROM within w
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = w.container_id
      WHERE c.current_location_type = 'Container'
    ) SELECT id FROM within WHERE container_id = id`);
  const circular = new Set(found.map(({ id }) => id));
  for (const row of inside)
    if (circular.has(row.id!))
      row.refuse(placeFieldOf(row), {
        code: COMMON.invalid,
        sentence: 'A container cannot be in one that is in it.',
      });
}
