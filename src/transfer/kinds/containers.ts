import sql from 'sql-template-tag';
import type { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { Container } from '../../cargo/containers/container.kind';
import { meetsIso6346, normalizeContainerNumber } from '../../common/iso-6346';
import type { FieldMap } from '../field-map';
import { BILL } from '../lookups';
import { location } from './location';
import { setupKind } from './setup-kind';

/** The bills that a container is on: those of a line replace the ones it was on. */
const bills: FieldMap = {
  columns: [],
  kinds: [BILL.kind],
  value: () => `(
    SELECT coalesce(json_agg(json_build_object('manifest', m.client_identifier, 'number', b.number)
      ORDER BY m.client_identifier COLLATE "C", b.number COLLATE "C"), '[]'::json)
    FROM container_bills l
    JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
    JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    WHERE l.organization_id = t.organization_id AND l.container_id = t.id)`,
  put: (row, value) => {
    if (value === undefined) return;
    const ids: number[] = [];
    row.parts.bills = ids;
    for (const bill of (value ?? []) as BillKey[])
      row.want('bill_of_ladings', BILL, bill, (_, id) => ids.push(id));
  },
  written: async (rows, { db }) => {
    const { organization_id } = db.actor;
    const sent = rows.flatMap(({ id, parts }) => (parts.bills ? { id, bills: parts.bills } : []));
    if (!sent.length) return;
    await db.query(sql`
      WITH sent AS (SELECT id, bills FROM json_to_recordset(${JSON.stringify(sent)}::json) AS r(id bigint, bills bigint[])),
      gone AS (
        DELETE FROM container_bills l USING sent
        WHERE l.organization_id = ${organization_id} AND l.container_id = sent.id
          AND l.bill_of_lading_id <> ALL(sent.bills)
      )
      INSERT INTO container_bills (organization_id, container_id, bill_of_lading_id)
      SELECT ${organization_id}::bigint, sent.id, bill FROM sent CROSS JOIN unnest(sent.bills) AS bill
      ON CONFLICT DO NOTHING`);
  },
};

export const containers = () =>
  setupKind(Container, {
    maps: { ...location, bill_of_ladings: bills },
    derived: {
      columns: ['meets_iso_standards'],
      fill: ({ columns }) => {
        const number = normalizeContainerNumber(columns.number as string);
        Object.assign(columns, { number, meets_iso_standards: meetsIso6346(number) });
      },
    },
  });
