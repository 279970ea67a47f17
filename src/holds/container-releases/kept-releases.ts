import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { IS_BACK, STANDING } from '../../cargo/held/applied-hold';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import { Db } from '../../common/database/db';
import { among } from '../../common/database/sql/conditions';
import { effect, rows } from '../../common/database/sql/query';
import { record } from '../../common/recording/record';
import { type AppliesTo, HOLDS } from '../applied-holds/held-records';
import { lifting } from '../applied-holds/hold-statements';
import { tellReturned } from '../applied-holds/tell-returned';
import { ContainerReleaseShow } from './container-release.view';

/** A hold that a release lifts. */
interface Match {
  release_id: number;
  hold_id: number;
  held_id: number;
  /** Whether the hold is back in force after a lift for a time. */
  is_back: boolean;
  /** The container of a release for all on a bill of lading; null where the release itself says what it is for. */
  container_number: string | null;
  stay_id: number | null;
  reference_number: string;
  valid_until: Date | null;
  party_name: string | null;
}

/** SQL: whether the release `r` may lift holds now. */
const MAY_LIFT = raw(`r.status = 'kept' AND (r.valid_from IS NULL OR r.valid_from <= now())
  AND (r.valid_until IS NULL OR r.valid_until > now())`);

/** SQL: joins the bills `b` of the release `r`: those of its line. */
const BILLS =
  raw(`JOIN bill_of_ladings b ON b.organization_id = r.organization_id AND b.number = r.bill_of_lading_number
  JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    AND m.shipping_line_id = r.shipping_line_id`);

/** Lifts holds by the releases that are kept for them (decision 840). */
@Injectable()
export class KeptReleases {
  constructor(private readonly db: Db) {}

  /**
   * Lifts the holds of a kind for which a release is kept, each once.
   * @param which SQL: the condition on the release `r` and the hold `h`
   */
  async apply({ kind, which }: { kind: AppliesTo; which: Sql }): Promise<void> {
    const found = await this.db.query<Match>(this.matches(kind, which));
    if (!found.length) return;
    // What is held first, as whoever announces and applies locks it; then the releases, which another document may cancel.
    const held = [...new Set(found.map(({ held_id }) => held_id))];
    const ids = [...new Set(found.map(({ release_id }) => release_id))];
    const [, , sure] = await this.db.pipeline(
      effect(sql`
        SELECT FROM ${raw(kind === 'container' ? 'containers' : 'bill_of_ladings')} e
        WHERE e.organization_id = ${this.db.actor.organization_id} AND ${among('e.id', held)} ORDER BY e.id FOR UPDATE`),
      effect(sql`
        SELECT FROM container_releases r
        WHERE r.organization_id = ${this.db.actor.organization_id} AND ${among('r.id', ids)} ORDER BY r.id FOR NO KEY UPDATE`),
      rows<Match>(this.matches(kind, which)),
    );
    for (const match of sure) await this.lift(kind, match);
    await this.note(sure);
  }

  private async lift(kind: AppliesTo, match: Match): Promise<void> {
    const which = sql`h.id = ${match.hold_id}`;
    if (match.is_back) await tellReturned(this.db, kind, which);
    const { reference_number, valid_until, party_name } = match;
    const lift = {
      reference_number,
      lift_until: valid_until?.toISOString() ?? null,
      ...(party_name !== null && { notes: party_name }),
    };
    const held = sql`SELECT ${match.held_id}::bigint AS id`;
    const lifted = await this.db.run(lifting(this.db, kind, held, which, lift));
    if (lifted !== undefined) await record(this.db, `${kind}_hold.lifted`, HOLDS[kind].view, lifted);
  }

  /** Notes that releases were applied. One for all on a bill is kept for further containers, and each has one of its own. */
  private async note(matches: Match[]): Promise<void> {
    const { organization_id } = this.db.actor;
    const own = matches.filter(({ container_number }) => container_number === null);
    const ofBills = matches.filter(({ container_number }) => container_number !== null);
    const ids = [...new Set(own.map(({ release_id }) => release_id))];
    if (ids.length)
      await this.db.query(sql`
        UPDATE container_releases SET status = 'applied', applied_at = now(), updated_at = now()
        WHERE organization_id = ${organization_id} AND ${among('id', ids)}`);
    const made = ofBills.length
      ? await this.db.query<{ id: number }>(sql`
          INSERT INTO container_releases (organization_id, hold_type_id, shipping_line_id, container_number,
            bill_of_lading_number, stay_id, document_number, reference, valid_from, valid_until, party_name, status,
            applied_at, edi_message_id)
          SELECT r.organization_id, r.hold_type_id, r.shipping_line_id, n.container_number, r.bill_of_lading_number,
            n.stay_id, r.document_number, r.reference, r.valid_from, r.valid_until, r.party_name, 'applied', now(),
            r.edi_message_id
          FROM jsonb_to_recordset(${JSON.stringify(ofBills)}::jsonb)
            AS n(release_id bigint, container_number text, stay_id bigint)
          JOIN container_releases r ON r.organization_id = ${organization_id} AND r.id = n.release_id
          ORDER BY n.container_number RETURNING id`)
      : [];
    await record(this.db, 'container_release.applied', ContainerReleaseShow, [
      ...ids,
      ...made.map(({ id }) => id),
    ]);
  }

  /** SQL: the holds that releases lift, as `Match`. */
  private matches(kind: AppliesTo, which: Sql): Sql {
    const { organization_id } = this.db.actor;
    const columns = raw(`r.id AS release_id, h.id AS hold_id, (${IS_BACK}) IS TRUE AS is_back,
      coalesce(r.reference, r.document_number) AS reference_number, r.valid_until, r.party_name`);
    const ofLine = raw('coalesce(s.shipping_line_id, r.shipping_line_id) = r.shipping_line_id');
    const where = sql`r.organization_id = ${organization_id} AND ${MAY_LIFT} AND (${raw(STANDING)}) AND (${which})`;
    if (kind === 'bill_of_lading')
      return sql`
        SELECT ${columns}, b.id AS held_id, NULL AS container_number, NULL AS stay_id
        FROM container_releases r ${BILLS}
        JOIN bill_of_lading_holds h ON h.organization_id = r.organization_id AND h.bill_of_lading_id = b.id
          AND h.hold_type_id = r.hold_type_id
        WHERE r.container_number IS NULL AND ${where}
        ORDER BY b.id, r.id`;
    return join(
      [
        sql`
        (SELECT ${columns}, c.id AS held_id, NULL AS container_number, h.stay_id
        FROM container_releases r
        JOIN containers c ON c.organization_id = r.organization_id AND c.number = r.container_number
        JOIN container_holds h ON h.organization_id = c.organization_id AND h.container_id = c.id
          AND h.hold_type_id = r.hold_type_id AND h.stay_id IS NOT DISTINCT FROM r.stay_id
        LEFT JOIN container_stays s ON s.organization_id = h.organization_id AND s.id = h.stay_id
        WHERE ${where} AND (s.id IS NULL OR s.status ${raw(IS_OPEN)}) AND ${ofLine})`,
        sql`
        (SELECT ${columns}, c.id AS held_id, c.number AS container_number, h.stay_id
        FROM container_releases r ${BILLS}
        JOIN container_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status ${raw(IS_OPEN)}
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        JOIN container_holds h ON h.organization_id = s.organization_id AND h.stay_id = s.id
          AND h.hold_type_id = r.hold_type_id
        WHERE r.container_number IS NULL AND ${where} AND ${ofLine} AND NOT EXISTS (
          SELECT FROM container_releases o
          WHERE o.organization_id = r.organization_id AND o.container_number = c.number AND o.stay_id = s.id
            AND o.document_number = r.document_number AND o.status = 'applied'))`,
      ],
      ' UNION ALL ',
      '',
      ' ORDER BY held_id, release_id',
    );
  }
}
