import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import type { PartyInput } from '../../common/party-wall/party-reference';
import { Db } from '../../common/database/db';
import { among } from '../../common/database/sql/conditions';
import { Unavailable } from '../../common/errors/database-errors';
import { Failure } from '../../common/errors/errors';
import { ContainerRelease } from '../../holds/container-releases/container-release.entity';
import type { CreateNomination, TakerInput } from './nomination.dto';
import { Nomination } from './nomination.entity';
import { NominationsService } from './nominations.service';

/** A release whose forwarder or haulier may be nominated now. */
interface Nominating {
  id: number;
  line: string;
  container_number: string | null;
  bill: string | null;
  manifest: string | null;
  forwarder: string | null;
  haulier: string | null;
  reference: string | null;
  valid_until: Date | null;
}

/** Why a nomination is not given, or not taken back. */
export interface NotNominated {
  release_id: number;
  failure: Failure;
}

/** The right to collect that lines give with their releases (decision 843). */
@Injectable()
export class ReleaseNominations {
  constructor(
    private readonly db: Db,
    private readonly nominations: NominationsService,
  ) {}

  /**
   * Nominates those whom releases name, in the name of the line: the forwarder, who passes it on to the haulier where both
   * are named. One whose container is not announced yet waits for that, and so does one whose bill is not known.
   * @returns the nominations that are refused, because another one stands or the line has no right; they are not tried again
   */
  async give(release_ids: number[]): Promise<NotNominated[]> {
    const refused: NotNominated[] = [];
    for (const release of await this.nominating(release_ids)) {
      let nomination_id: number | null = null;
      try {
        nomination_id = await this.nominate(release);
      } catch (error) {
        if (!(error instanceof Failure) || error instanceof Unavailable) throw error;
        refused.push({ release_id: release.id, failure: error });
      }
      await this.db.update(ContainerRelease, release.id, { nominates: false, nomination_id });
    }
    return refused;
  }

  /** Revokes the nomination of a release that is cancelled; returns why that is refused, such as a truck that is inside for it. */
  async revoke(nomination_id: number, reason: string): Promise<Failure | undefined> {
    const nomination = await this.db.find(Nomination, { id: nomination_id });
    if (!nomination) return undefined;
    try {
      await this.nominations.revoke(nomination.number, reason);
      return undefined;
    } catch (error) {
      if (!(error instanceof Failure) || error instanceof Unavailable) throw error;
      return error;
    }
  }

  private async nominate(release: Nominating): Promise<number> {
    const { line, container_number, manifest, bill, forwarder, haulier, reference, valid_until } = release;
    const input = {
      ...(container_number !== null
        ? { container: container_number }
        : { bill_of_lading: { manifest: manifest!, number: bill! } }),
      reference,
      valid_until: valid_until?.toISOString() ?? null,
    } satisfies Partial<CreateNomination>;
    const takers: TakerInput[] = [];
    if (forwarder !== null) takers.push({ type: 'freight_forwarder', key: forwarder });
    if (haulier !== null) takers.push({ type: 'trucking_company', key: haulier });
    let from: PartyInput = { type: 'shipping_line', key: line };
    const given: number[] = [];
    for (const to of takers) {
      given.push((await this.nominations.give({ ...input, from, to })).id);
      from = to;
    }
    return given[0]!;
  }

  /** Those of these releases that nominate, and whose container has an open stay or whose bill is known; each once. */
  private nominating(ids: number[]): Promise<Nominating[]> {
    const { organization_id } = this.db.actor;
    return this.db.query<Nominating>(sql`
      SELECT DISTINCT ON (r.id) r.id, l.code AS line, r.container_number, b.number AS bill, m.client_identifier AS manifest,
        f.name AS forwarder, h.code AS haulier, coalesce(r.reference, r.document_number) AS reference, r.valid_until
      FROM container_releases r
      JOIN shipping_lines l ON l.organization_id = r.organization_id AND l.id = r.shipping_line_id
      LEFT JOIN container_stays s ON s.organization_id = r.organization_id AND s.id = r.stay_id AND s.status ${raw(IS_OPEN)}
      LEFT JOIN manifests m ON m.organization_id = r.organization_id AND m.shipping_line_id = r.shipping_line_id
        AND r.container_number IS NULL AND m.id IN (
          SELECT o.manifest_id FROM bill_of_ladings o
          WHERE o.organization_id = r.organization_id AND o.number = r.bill_of_lading_number)
      LEFT JOIN bill_of_ladings b ON b.organization_id = m.organization_id AND b.manifest_id = m.id
        AND b.number = r.bill_of_lading_number
      LEFT JOIN freight_forwarders f ON f.organization_id = r.organization_id AND f.id = r.freight_forwarder_id
      LEFT JOIN trucking_companies h ON h.organization_id = r.organization_id AND h.id = r.trucking_company_id
      WHERE r.organization_id = ${organization_id} AND ${among('r.id', ids)} AND r.nominates AND r.status <> 'cancelled'
        AND (r.valid_from IS NULL OR r.valid_from <= now()) AND (s.id IS NOT NULL OR b.id IS NOT NULL)
      ORDER BY r.id, b.id DESC`);
  }
}
