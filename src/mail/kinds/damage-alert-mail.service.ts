import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { momentIn } from '../../common/documents/local-moment';
import { NotFound } from '../../common/errors/errors';
import type { FileAnswer } from '../../common/file-answer';
import { FilesService } from '../../common/files/files.service';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import type { DamageAlertFacts } from '../../condition/damages/damage-alerts.service';
import { damageSize } from '../../condition/damages/damage-size';
import type { FoundDuring, Severity } from '../../condition/damages/damage-words';
import { ReceiptsService } from '../../condition/receipts/receipts.service';
import { receiptSlip } from '../../condition/receipts/receipt-slip';
import { DAMAGE_WORDS, type DamageMailWords } from '../damage-words';
import type { Letter, Picture } from '../letter';
import { type Composer, NotYet, type ToCompose } from './composer';

/** The most pictures of an alert, and the pixels of their longer side. */
const MOST_PICTURES = 3;
const PIXELS = 320;

/** A damage as an alert tells it. */
interface Told {
  id: number;
  damage_type: string;
  component: string;
  location: string;
  severity: Severity;
  quantity: number;
  length_cm: number | null;
  width_cm: number | null;
  depth_cm: number | null;
  notes: string | null;
  found_at: string;
  found_during: FoundDuring;
  is_new: boolean;
  files: number[] | null;
}

/** What an alert is of. */
interface Looked {
  number: string;
  /** The interchange of the inspection, if it is of one, and whether that is over. */
  interchange_id: number | null;
  is_over: boolean;
  receipt_id: number | null;
  terminal: string | null;
}

/** Damages that were found on a container of a line, with pictures and the receipt of the handover. */
@Injectable()
export class DamageAlertMail implements Composer {
  readonly kind = 'damage_alert';

  constructor(
    private readonly db: Db,
    private readonly files: FilesService,
    private readonly receipts: ReceiptsService,
  ) {}

  async letterOf({
    subject,
    language,
    record_type,
    record_id,
    facts,
  }: ToCompose): Promise<Omit<Letter, 'sender' | 'language'>> {
    const { damages: ids } = facts as DamageAlertFacts;
    const inspection = record_type === 'inspection' ? record_id : null;
    const [looked] = await this.db.query<Looked>(this.looked(inspection, ids));
    if (!looked) throw new NotFound('Damage', ids.join(', '));
    if (looked.interchange_id && !looked.is_over) throw new NotYet();
    const told = await this.db.query<Told>(this.told(inspection, ids));
    if (!told.some(({ is_new }) => is_new)) throw new NotFound('Damage', ids.join(', '));
    const { time_zone } = this.db.actor;
    const words = DAMAGE_WORDS[language];
    const first = told.find(({ is_new }) => is_new)!;
    return {
      heading: subject,
      parts: [
        { text: words.found(told.filter(({ is_new }) => is_new).length) },
        {
          values: [
            [words.container, looked.number],
            [words.when, momentIn(language, first.found_at, time_zone)],
            [words.where, [looked.terminal, words.during[first.found_during]].filter(Boolean).join(', ')],
          ],
        },
        {
          head: [words.damage, words.location, words.severity, words.known],
          rows: told.map((damage) => rowOf(damage, words, language)),
        },
        { pictures: await this.pictures(told) },
      ],
      files: await this.receipt(looked.receipt_id),
    };
  }

  private looked(inspection: number | null, ids: number[]) {
    const { organization_id } = this.db.actor;
    return sql`
      SELECT c.number, n.interchange_id, coalesce(i.completed, false) OR v.cancelled_at IS NOT NULL OR i.id IS NULL AS is_over,
        (SELECT r.id FROM receipts r
          WHERE r.organization_id = ${organization_id} AND r.interchange_id = n.interchange_id
          ORDER BY r.issue DESC LIMIT 1) AS receipt_id,
        (SELECT e.name FROM gates g JOIN terminals e ON e.organization_id = g.organization_id AND e.id = g.terminal_id
          WHERE g.organization_id = ${organization_id} AND g.id = v.gate_id) AS terminal
      FROM container_damages d
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = d.container_id
      LEFT JOIN inspections n ON n.organization_id = ${organization_id} AND n.id = ${inspection}::bigint
      LEFT JOIN interchanges i ON i.organization_id = ${organization_id} AND i.id = n.interchange_id
      LEFT JOIN truck_visits v ON v.organization_id = ${organization_id} AND v.id = i.truck_visit_id
      WHERE d.organization_id = ${organization_id} AND d.id = ANY(${ids}::bigint[])
      LIMIT 1`;
  }

  /** The damages that were found, but for withdrawn ones, and those that an inspection knew before. */
  private told(inspection: number | null, ids: number[]) {
    const { organization_id } = this.db.actor;
    return sql`
      SELECT d.id, y.name AS damage_type, p.name AS component, d.location, d.severity, d.quantity, d.length_cm::float8,
        d.width_cm::float8, d.depth_cm::float8, d.notes, to_json(d.found_at) #>> '{}' AS found_at, d.found_during,
        d.id = ANY(${ids}::bigint[]) AS is_new,
        (SELECT array_agg(f.file_id ORDER BY f.position) FROM damage_files f
          WHERE f.organization_id = ${organization_id} AND f.damage_id = d.id) AS files
      FROM container_damages d
      JOIN damage_types y ON y.organization_id = ${organization_id} AND y.id = d.damage_type_id
      JOIN damage_components p ON p.organization_id = ${organization_id} AND p.id = d.component_id
      LEFT JOIN inspections n ON n.organization_id = ${organization_id} AND n.id = ${inspection}::bigint
      WHERE d.organization_id = ${organization_id} AND d.status <> 'withdrawn'
        AND (d.id = ANY(${ids}::bigint[]) OR d.container_id = n.container_id AND n.known @> to_jsonb(d.sequence))
      ORDER BY is_new DESC, d.id
      LIMIT 100`;
  }

  private async pictures(told: Told[]): Promise<Picture[]> {
    const named = told.flatMap(({ is_new, files, damage_type, location }) =>
      is_new ? (files ?? []).map((id) => ({ id, caption: `${damage_type}, ${location}` })) : [],
    );
    const pictures: Picture[] = [];
    for (const { id, caption } of named) {
      if (pictures.length === MOST_PICTURES) break;
      const jpeg = await this.files.smaller(id, PIXELS);
      if (jpeg) pictures.push({ jpeg, caption });
    }
    return pictures;
  }

  private async receipt(id: number | null): Promise<FileAnswer[]> {
    if (id === null) return [];
    const receipt = await this.receipts.forOwners(id);
    return [await this.receipts.draw(() => Promise.resolve(receiptSlip(receipt)))];
  }
}

function rowOf(damage: Told, words: DamageMailWords, language: InvoiceLanguage): string[] {
  const { notes, quantity } = damage;
  const what = `${quantity > 1 ? `${quantity} × ` : ''}${damage.damage_type}, ${damage.component}`;
  return [
    [what, damageSize(damage, language), notes].filter(Boolean).join('; '),
    damage.location,
    words.severities[damage.severity],
    damage.is_new ? words.is_new : words.was_known,
  ];
}
