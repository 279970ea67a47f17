import sql from 'sql-template-tag';
import { COMMON } from '../../common/errors/codes';
import { kindModel } from '../../common/setup/kind-model';
import { requireRoom } from '../../common/setup/room';
import { column } from '../../common/write/field-map';
import { links } from '../../common/write/links';
import { lookupOf } from '../../common/write/lookups';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { ediPartnerReference } from '../../parties/edi-partners/edi-partner-reference';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { EDI } from '../edi.codes';
import { EdiFlow } from './edi-flow.kind';
import { isOfFlow } from './flow-lines';
import { lackOfPort } from './here';
import { MESSAGES_IN, MESSAGES_OUT } from './message-words';

/** The directories in which messages are written. */
const WRITTEN_DIRECTORIES = ['95B', '00B'];

export const ediFlowModel = kindModel(EdiFlow, {
  compares: true,
  maps: {
    partner: ediPartnerReference(),
    shipping_lines: links('shipping_lines', lookupOf(ShippingLine, 'code'), {
      table: 'edi_flow_lines',
      from: 'edi_flow_id',
      to: 'shipping_line_id',
      what: 'Shipping line',
      items: true,
    }),
    active: column('active'),
    every_minutes: column('every_minutes'),
    per_message: column('per_message'),
    document_prefix: column('document_prefix'),
  },
  derived: {
    columns: ['document_prefix'],
    fill: ({ columns }) => {
      if (columns.document_prefix === null) columns.document_prefix = '';
    },
  },
  checks: [
    requireRoom('edi_flows', 1_000),
    requireDirection,
    requireWritten,
    requireHoldType,
    daily(requirePort),
    daily(requireOwnId),
  ],
  afterwards: [daily(refuseSecond), beginFollowing, tryAgain],
});

/** A message comes or goes, never both. */
function requireDirection(rows: RowOf<EdiFlow>[]): void {
  for (const row of rows) {
    const words: readonly string[] = row.after('direction') === 'in' ? MESSAGES_IN : MESSAGES_OUT;
    if (!words.includes(row.after('message')!))
      row.refuse('message', {
        code: COMMON.mismatch,
        sentence: `Messages of the direction ${row.after('direction')} are ${words.join(', ')}.`,
      });
  }
}

/** A message that goes is written in a directory; 95B unless the flow names another one. */
function requireWritten(rows: RowOf<EdiFlow>[]): void {
  for (const row of rows) {
    if (row.after('direction') !== 'out') continue;
    const directory = row.after('directory') ?? null;
    if (directory === null) row.columns.directory = '95B';
    else if (!WRITTEN_DIRECTORIES.includes(directory))
      row.refuse('directory', {
        code: EDI.directory_unknown,
        sentence: `Messages are written in the directory ${WRITTEN_DIRECTORIES.join(' or ')}.`,
      });
  }
}

/** The releases of a flow lift the holds of one type; other messages lift none. */
function requireHoldType(rows: RowOf<EdiFlow>[]): void {
  for (const row of rows) {
    const lifts = row.after('message') === 'COREOR';
    const hasType = (row.after('hold_type_id') ?? null) !== null;
    if (lifts && !hasType)
      row.refuse('hold_type', {
        code: EDI.missing,
        sentence: 'A flow of COREOR names the hold type that it lifts.',
      });
    else if (!lifts && hasType)
      row.refuse('hold_type', {
        code: COMMON.mismatch,
        sentence: 'Only a flow of COREOR lifts holds: it alone has a hold type.',
      });
  }
}

const writes = (rows: RowOf<EdiFlow>[]) =>
  rows.filter((row) => row.after('direction') === 'out' && row.after('active') !== false);

/** Messages that go name the port of a terminal. */
async function requirePort(rows: RowOf<EdiFlow>[], { db }: WriteRun): Promise<void> {
  const written = writes(rows);
  if (!written.length) return;
  const sentence = await lackOfPort(db);
  if (!sentence) return;
  for (const row of written) row.refuse('message', { code: EDI.no_port, sentence });
}

/** Messages that go name the partner and the terminal; a line may say who the terminal is for it. */
async function requireOwnId(rows: RowOf<EdiFlow>[], { db }: WriteRun): Promise<void> {
  const written = writes(rows);
  if (!written.length) return;
  const ids = [...new Set(written.map((row) => row.after('partner_id')!))];
  const partners = await db.query<{ id: number; name: string; edi_id: string; has_own: boolean }>(sql`
    SELECT p.id, p.name, p.edi_id, p.own_edi_id IS NOT NULL OR EXISTS (
        SELECT FROM edi_settings s WHERE s.organization_id = p.organization_id AND s.edi_partner_id = p.id
          AND coalesce(s.sender_edi_id, s.default_sender_id) IS NOT NULL) AS has_own
    FROM edi_partners p
    WHERE p.organization_id = ${db.actor.organization_id} AND p.id = ANY(${ids}::bigint[])`);
  for (const row of written) {
    const partner = partners.find(({ id }) => id === row.after('partner_id'));
    if (!partner) continue;
    const lacks = [partner.edi_id ? [] : 'edi_id', partner.has_own ? [] : 'own_edi_id'].flat();
    if (lacks.length)
      row.refuse('partner', {
        code: EDI.own_id_missing,
        sentence: `EDI partner '${partner.name}' has no ${lacks.join(' and no ')}, which messages have to name.`,
      });
  }
}

interface Standing {
  code: string;
  message: string;
  partner: string;
  name: string;
}

/** A line has at most one active flow of a partner for a message and direction. */
async function refuseSecond(rows: RowOf<EdiFlow>[], { db }: WriteRun): Promise<void> {
  const active = rows.filter((row) => row.after('active') !== false);
  if (!active.length) return;
  await db.alone('edi_flows');
  for (const row of active) {
    const [other] = await db.query<Standing>(sql`
      SELECT l.code, f.message, p.name AS partner, o.name
      FROM edi_flows f
      JOIN edi_flows o ON o.organization_id = f.organization_id AND o.partner_id = f.partner_id
        AND o.direction = f.direction AND o.message = f.message AND o.id <> f.id AND o.active
      JOIN edi_partners p ON p.organization_id = f.organization_id AND p.id = f.partner_id
      JOIN shipping_lines l ON l.organization_id = f.organization_id AND ${isOfFlow('f')}
        AND ${isOfFlow('o')}
      WHERE f.organization_id = ${db.actor.organization_id} AND f.id = ${row.id!} AND f.active
      ORDER BY l.id LIMIT 1`);
    if (other)
      row.refuse('shipping_lines', {
        code: EDI.flow_stands,
        sentence: `Line ${other.code} has a flow for ${other.message} to '${other.partner}' already: '${other.name}'.`,
      });
  }
}

/** A flow of messages that go follows the feed from where it is when the flow becomes active. */
async function beginFollowing(rows: RowOf<EdiFlow>[], { db }: WriteRun): Promise<void> {
  const beginning = writes(rows).filter(({ before }) => !before?.active || before.direction !== 'out');
  if (!beginning.length) return;
  const { organization_id } = db.actor;
  const ids = beginning.map(({ id }) => id!);
  await db.query(sql`
    UPDATE edi_flows SET last_event_id = coalesce(
      (SELECT f.last_id FROM event_feeds f WHERE f.organization_id = ${organization_id}), 0)
    WHERE organization_id = ${organization_id} AND id = ANY(${ids}::bigint[])`);
}

/** A flow that was given up is tried again once it is changed. */
async function tryAgain(rows: RowOf<EdiFlow>[], { db }: WriteRun): Promise<void> {
  const ids = rows.filter(({ before }) => before?.try_at).map(({ id }) => id!);
  if (!ids.length) return;
  await db.query(sql`
    UPDATE edi_flows SET tries = 0, try_at = NULL
    WHERE organization_id = ${db.actor.organization_id} AND id = ANY(${ids}::bigint[])`);
}
