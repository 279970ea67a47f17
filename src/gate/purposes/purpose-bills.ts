import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { COMMON } from '../../common/errors/codes';
import { SAYS } from '../../common/errors/sentences';
import { nameOf } from '../../common/languages/sentence';
import { naming } from '../../common/errors/errors';
import type { WriteRun } from '../../common/write/write-run';
import { knownContainers } from './named-containers';
import { notOnBill } from './purpose.rules';
import { plain, PurposeRow } from './purpose-row';

/**
 * Where bills are validated, a pick-up of a container known as full needs a bill, even when the purpose says it is
 * empty (decision 78).
 */
export async function refuseWithoutBill(rows: PurposeRow[], run: WriteRun): Promise<void> {
  const picked = rows.filter(({ columns }) => columns.purpose_type === 'pick up' && columns.container_id);
  if (!run.db.actor.validates_bills || !picked.length) return;
  const numbers = picked.map((row) => plain(row).container_number!);
  const known = await run.db.run(knownContainers(numbers, run));
  for (const row of picked)
    if (known.get(plain(row).container_number!)?.container_status === 'full' && !row.columns.bill_of_lading)
      row.invalid('bill_of_lading', 'is required');
}

export async function refuseUnknownBills(rows: PurposeRow[], { db }: WriteRun): Promise<void> {
  const named = rows.filter(({ columns }) => columns.bill_of_lading);
  if (!db.actor.validates_bills || !named.length) return;
  const said = named.map(({ columns }) => columns.bill_of_lading!);
  const found = await db.query<{ number: string }>(sql`
    SELECT DISTINCT number FROM bill_of_ladings
    WHERE organization_id = ${db.actor.organization_id} AND ${among('number', said, 'text')}`);
  const numbers = new Set(found.map(({ number }) => number));
  for (const row of named) {
    const { bill_of_lading } = row.columns;
    if (!numbers.has(bill_of_lading!))
      row.refuse('bill_of_lading', {
        code: COMMON.unknown_reference,
        sentence: SAYS.unknown_reference({ what: nameOf('Bill of lading'), key: bill_of_lading }),
        reason: `'${bill_of_lading}' is unknown`,
        records: naming('bill_of_lading', bill_of_lading!),
      });
  }
}

/** Where bills are validated, a container must be on the bill that it is picked up with (decision 152). */
export async function refuseOtherBills(rows: PurposeRow[], { db }: WriteRun): Promise<void> {
  const picked = rows.filter(
    ({ columns: { purpose_type, container_id, bill_of_lading } }) =>
      purpose_type === 'pick up' && container_id && bill_of_lading,
  );
  if (!db.actor.validates_bills || !picked.length) return;
  const ids = picked.map(({ columns }) => columns.container_id!);
  const found = await db.query<{ pair: string }>(sql`
    SELECT c.id || ' ' || b.number AS pair FROM containers c
    JOIN container_bills l ON l.organization_id = c.organization_id AND l.stay_id = c.stay_id
    JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
    WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.id', ids)}`);
  const pairs = new Set(found.map(({ pair }) => pair));
  for (const row of picked) {
    const { container_id, bill_of_lading } = row.columns;
    if (!pairs.has(`${container_id} ${bill_of_lading}`))
      row.refuse('bill_of_lading', notOnBill(plain(row).container_number!, bill_of_lading!));
  }
}
