import sql from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { COMMON } from '../../common/errors/codes';
import { meetsIso6346, normalizeContainerNumber } from '../../common/iso-6346';
import { kindModel } from '../../common/setup/kind-model';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { ConsigneeLine, LocatedLine } from '../../parties/consignees/consignee-reference';
import { location, placeFieldOf } from '../../places/locations/location.write';
import { keepHeldBills, keepHeldBillsOf, keepHeldInside } from '../held/keep-held';
import {
  billsOfShownStay,
  giveStays,
  openStays,
  placeContainers,
  shownStay,
  StayNumberLine,
} from '../stays/container-stays.write';
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
  afterwards: [placeContainers, refuseCircles, settleStacks],
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
