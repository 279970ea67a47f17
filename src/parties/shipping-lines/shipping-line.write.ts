import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import { hasUnseen, UNSEEN_REASON } from '../../common/input/values';
import { FieldMap, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { Agent } from '../setup/agent.kind';
import { EdiSettings } from './edi-settings.entity';
import { EDI_PARTNER } from '../edi-partners/edi-partner-reference';
import { EdiSettingsInput, ShippingLineFields } from './shipping-line.dto';
import { ShippingLine } from './shipping-line.entity';
import { PARTIES } from '../parties.codes';

/**
 * The EDI settings of a line. An unknown partner is created, unless its name has invisible characters (decision 355).
 * Two concurrent requests for the same new partner get the same record.
 */
const ediSettings = new WriteModel({
  entity: EdiSettings,
  input: [EdiSettingsInput],
  key: ['name'],
  match: ['shipping_line_id'],
  internal: ['shipping_line_id'],
  maps: {
    edi_partner: {
      // `prepare` has created every other partner.
      ...reference('edi_partner', { ...EDI_PARTNER, unknown: () => UNSEEN_REASON }),
      prepare: async (rows, { db, exported }) => {
        const partners = rows
          .flatMap((row) => row.said<EdiSettingsInput>().edi_partner ?? [])
          .filter(({ name }) => exported || !hasUnseen(name));
        if (!partners.length) return;
        // Where another active partner has the id, the new one is not active.
        for (const active of [true, false])
          await db.query(sql`
            INSERT INTO edi_partners (organization_id, name, edi_id, active)
            SELECT DISTINCT ${db.actor.organization_id}::bigint, r.name, coalesce(r.edi_id, ''), ${active}::boolean
            FROM json_to_recordset(${JSON.stringify(partners)}::json) AS r(name text, edi_id text)
            ORDER BY 2, 3
            ON CONFLICT DO NOTHING`);
      },
    },
  },
});

class ShippingLineParent {
  @In.text() parent?: string | null;
}

/**
 * Serializes changes of the organization's tree of lines, because two concurrent ones could close a circle. An update
 * calls this before it locks its line. In the other order it would deadlock with a transaction that holds the parent
 * and waits here.
 */
export async function lockTree(db: Db, stated: { parent?: unknown; parent_id?: unknown }): Promise<void> {
  if (stated.parent || stated.parent_id)
    await db.query(sql`SELECT FROM organizations WHERE id = ${db.actor.organization_id} FOR NO KEY UPDATE`);
}

/** The parent of a line, by id in a request and by code in a file. */
const parent: FieldMap = {
  ...reference('parent', lookupOf(ShippingLine, 'code'), { byId: 'checked' }),
  prepare: async (rows, { db }) => {
    const changing = rows.find(({ before, values }) => !before && (values.parent || values.parent_id));
    if (changing) await lockTree(db, changing.values);
  },
};

export const shippingLineModel = new WriteModel({
  entity: ShippingLine,
  input: [ShippingLineFields, ShippingLineParent],
  key: ['code'],
  maps: {
    parent,
    agent: reference('agent', lookupOf(Agent, 'name'), { byId: 'checked' }),
    edi_settings: parts('edi_settings', ediSettings, 'shipping_line_id'),
  },
  afterwards: [refuseCircles],
});

/**
 * A line is never its own ancestor (decision 22). When several lines close a circle together, the import finds the
 * last.
 */
async function refuseCircles(rows: RowOf<ShippingLine>[], { db }: WriteRun): Promise<void> {
  const sent = rows.filter(({ columns }) => columns.parent_id);
  if (!sent.length) return;
  const ids = sent.map(({ id }) => id!);
  const [circle] = await db.query(sql`
    WITH RECURSIVE ancestors (line, id) AS (
      SELECT id, parent_id FROM shipping_lines
      WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)}
      UNION
      SELECT a.line, l.parent_id FROM shipping_lines l JOIN ancestors a ON a.id = l.id
      WHERE l.organization_id = ${db.actor.organization_id}
    )
    SELECT FROM ancestors WHERE id = line LIMIT 1`);
  if (!circle) return;
  const reason = 'must be neither the line itself nor a line below it';
  if (rows.length > 1) throw new Refused({ code: PARTIES.own_ancestor, sentence: reason });
  const [row] = sent;
  row!.refuse(row!.values.parent_id ? 'parent_id' : 'parent', {
    code: PARTIES.own_ancestor,
    sentence: `Parent ${reason}.`,
    reason,
  });
}
