import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { STANDING } from '../../../cargo/held/applied-hold';
import { IS_OPEN } from '../../../cargo/stays/stay-words';
import { Db } from '../../../common/database/db';
import { ReleaseNominations } from '../../../gate/nominations/release-nominations.service';
import {
  ContainerReleasesService,
  type StatedRelease,
  type StoredRelease,
} from '../../../holds/container-releases/container-releases.service';
import { EDI } from '../../edi.codes';
import type { Attempt, Deed } from '../attempt';
import type { Word } from '../reading/words';
import type { MeantTerms, ReleaseOrder } from './release-order';
import { isAsStated, type Releasable, verdictOn } from './release.rules';

/** What a message releases, by the number of a container or of a bill of lading. */
interface Target extends Releasable {
  named: Word;
  container_number: string | null;
  bill_of_lading_number: string | null;
  shipping_line_id: number;
  stay_id: number | null;
  terms: MeantTerms;
}

/** How a release is told apart from others of its document. */
const keyOf = ({
  container_number,
  bill_of_lading_number,
}: Pick<Target, 'container_number' | 'bill_of_lading_number'>) =>
  container_number ?? `bill of lading ${bill_of_lading_number}`;

/** Whether a release is this one, or of a container that was released because it is on its bill. */
const isPartOf =
  (release: Pick<Target, 'container_number' | 'bill_of_lading_number'>) =>
  (other: StoredRelease): boolean =>
    keyOf(other) === keyOf(release) ||
    (release.container_number === null && other.bill_of_lading_number === release.bill_of_lading_number);

/** Writes what a COREOR releases. */
@Injectable()
export class ReleaseWriting {
  constructor(
    private readonly db: Db,
    private readonly releases: ContainerReleasesService,
    private readonly nominations: ReleaseNominations,
  ) {}

  async apply(attempt: Attempt, order: ReleaseOrder): Promise<void> {
    const { intent } = order;
    const standing = await this.standing(attempt);
    if (intent === 'cancel') return this.cancel(attempt, order, standing);
    const targets = await this.targets(attempt, order);
    const isNamed = (release: StoredRelease) => targets.some((target) => isPartOf(target)(release));
    if (intent === 'remove') return this.cancel(attempt, order, standing.filter(isNamed));
    if (intent === 'replace')
      await this.cancel(
        attempt,
        order,
        standing.filter((release) => !isNamed(release)),
      );
    const now = await this.db.now();
    const added: StatedRelease[] = [];
    for (const target of targets) {
      const known = standing.find((release) => keyOf(release) === keyOf(target));
      if (known && isAsStated(known, target.terms)) {
        this.did(attempt, 'unchanged', keyOf(target), known.id, target.named);
        continue;
      }
      if (known) await this.cancel(attempt, order, standing.filter(isPartOf(known)));
      const again = known?.status === 'applied' ? { ...target, has_hold: true } : target;
      if (this.isKept(attempt, order, again, now)) added.push(this.rowOf(attempt, order, target, now));
    }
    await this.keep(attempt, order, targets, added);
  }

  /** Whether a release is kept; a warning says why it is not. */
  private isKept(attempt: Attempt, { hold_type }: ReleaseOrder, target: Target, now: Date): boolean {
    const what = target.container_number === null ? keyOf(target) : `container ${target.container_number}`;
    const verdict = verdictOn(target, target.terms, now);
    if (verdict === 'over')
      attempt.warn(
        'release_over',
        `the release of ${what} is over already.`,
        target.named,
        target.container_number,
      );
    else if (verdict === 'hold_missing')
      attempt.warn(
        'hold_missing',
        `${what} has no hold of the type ${hold_type.name}.`,
        target.named,
        target.container_number,
      );
    return verdict === 'keep';
  }

  private rowOf(
    attempt: Attempt,
    { hold_type, document_number }: ReleaseOrder,
    { container_number, bill_of_lading_number, shipping_line_id, stay_id, terms }: Target,
    now: Date,
  ): StatedRelease {
    const isAhead = terms.valid_from !== null && new Date(terms.valid_from) > now;
    return {
      ...terms,
      hold_type_id: hold_type.id,
      document_number,
      container_number,
      bill_of_lading_number,
      shipping_line_id,
      stay_id,
      due_at: isAhead ? terms.valid_from : null,
      nominates: terms.freight_forwarder_id !== null || terms.trucking_company_id !== null,
      edi_message_id: attempt.message.id,
    };
  }

  /** Keeps releases, and nominates those whom they name. */
  private async keep(
    attempt: Attempt,
    { hold_type }: ReleaseOrder,
    targets: Target[],
    added: StatedRelease[],
  ): Promise<void> {
    const places = new Map(targets.map((target) => [keyOf(target), target.named]));
    const ids = await this.releases.keep(hold_type.applies_to, added);
    const keys = new Map(added.map((release, at) => [ids[at]!, keyOf(release as Target)]));
    for (const [id, key] of keys) this.did(attempt, 'created', key, id, places.get(key));
    for (const { release_id, failure } of await this.nominations.give(ids))
      attempt.warn(failure.code, failure.message, places.get(keys.get(release_id)!));
    const unknown = new Set(added.flatMap(({ party_name }) => party_name ?? []));
    for (const party of unknown)
      attempt.warn('party_unknown', `'${party}' is no haulier or freight forwarder that is known.`);
  }

  /** Cancels releases: their holds are applied again, and their nominations revoked. */
  private async cancel(attempt: Attempt, order: ReleaseOrder, standing: StoredRelease[]): Promise<void> {
    const { hold_type, document_number } = order;
    const cancel_reason = `Document ${document_number}.`;
    const by = { cancel_reason, cancelled_by_id: attempt.message.asked_by_id };
    for (const release of standing) {
      const { left } = await this.releases.cancel(hold_type.applies_to, release, by);
      const key = keyOf(release);
      this.did(attempt, left ? 'left' : 'removed', key, release.id);
      if (left) attempt.warn('left', `${key} has left, and stays released.`, {}, release.container_number);
      if (release.nomination_id === null) continue;
      const failure = await this.nominations.revoke(release.nomination_id, cancel_reason);
      if (failure) attempt.warn(failure.code, failure.message, {}, release.container_number);
    }
  }

  /** The releases of the subject that are not cancelled, locked. */
  private async standing({ partner, head }: Attempt): Promise<StoredRelease[]> {
    const found = await this.db.query<{ id: number }>(sql`
      SELECT r.id FROM edi_messages m
      JOIN container_releases r ON r.organization_id = m.organization_id AND r.edi_message_id = m.id
        AND r.document_number = m.document_number AND r.status <> 'cancelled'
      WHERE m.organization_id = ${this.db.actor.organization_id} AND m.partner_id = ${partner.id}
        AND m.direction = 'in' AND m.subject = ${head.subject}`);
    return this.releases.locked(found.map(({ id }) => id));
  }

  /** What a message releases: containers, or where the hold is that of bills, or none is named, bills of lading. */
  private async targets(attempt: Attempt, order: ReleaseOrder): Promise<Target[]> {
    const { hold_type, bill_of_lading, terms, containers, line } = order;
    if (hold_type.applies_to === 'container' && containers.length) return this.containersOf(order);
    const bills = new Map<string, { named: Word; terms: MeantTerms }>();
    if (containers.length) {
      const known = await this.billsOfStays(order);
      for (const { number, bill_of_lading: bill, named, terms } of containers) {
        const own = bill === null ? (known.get(number) ?? []) : [bill];
        if (!own.length)
          attempt.warn(
            'bill_missing',
            `container ${number} is on no bill of lading that is known.`,
            named,
            number,
          );
        for (const each of own) if (!bills.has(each)) bills.set(each, { named, terms });
      }
    } else if (bill_of_lading) bills.set(bill_of_lading.text, { named: bill_of_lading, terms });
    else attempt.refuse(EDI.missing, 'The release names neither a container nor a bill of lading.');
    const found = await this.billsNamed(order, [...bills.keys()]);
    return [...bills].map(([number, each]) => ({
      ...each,
      container_number: null,
      bill_of_lading_number: number,
      shipping_line_id: line.id,
      stay_id: null,
      ...(found.get(number) ?? { is: 'unknown', has_hold: false }),
    }));
  }

  private async containersOf({ containers, hold_type }: ReleaseOrder): Promise<Target[]> {
    const numbers = containers.map(({ number }) => number);
    const found = await this.db.query<{
      number: string;
      is: Releasable['is'];
      has_hold: boolean;
      stay_id: number | null;
      line_of_stay: number | null;
    }>(sql`
      SELECT c.number, CASE WHEN s.id IS NOT NULL THEN s.status WHEN c.stay_id IS NULL THEN 'unknown' ELSE 'gone' END AS is,
        s.id AS stay_id, s.shipping_line_id AS line_of_stay, EXISTS (
          SELECT FROM container_holds h
          WHERE h.organization_id = c.organization_id AND h.container_id = c.id AND h.hold_type_id = ${hold_type.id}
            AND h.stay_id IS NOT DISTINCT FROM s.id AND (${raw(STANDING)})) AS has_hold
      FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status ${raw(IS_OPEN)}
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.number = ANY(${numbers}::text[])`);
    const known = new Map(found.map((each) => [each.number, each]));
    return containers.map(({ named, number, bill_of_lading, shipping_line_id, terms }) => {
      const { is = 'unknown', has_hold = false, stay_id = null, line_of_stay } = known.get(number) ?? {};
      return {
        named,
        terms,
        container_number: number,
        bill_of_lading_number: bill_of_lading,
        shipping_line_id: line_of_stay ?? shipping_line_id,
        stay_id,
        is,
        has_hold,
      };
    });
  }

  /** The bills of the open stays of containers, by their numbers. */
  private async billsOfStays({ containers }: ReleaseOrder): Promise<Map<string, string[]>> {
    const numbers = containers.map(({ number }) => number);
    const found = await this.db.query<{ number: string; bills: string[] }>(sql`
      SELECT c.number, array_agg(DISTINCT b.number) AS bills FROM containers c
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status ${raw(IS_OPEN)}
      JOIN container_bills l ON l.organization_id = s.organization_id AND l.stay_id = s.id
      JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.number = ANY(${numbers}::text[])
      GROUP BY c.number`);
    return new Map(found.map(({ number, bills }) => [number, bills]));
  }

  /**
   * The bills of the line among these numbers. One is still to come while it has no container, or one that is announced; its
   * containers have their holds themselves where the type is of containers.
   */
  private async billsNamed(
    { hold_type, line }: ReleaseOrder,
    numbers: string[],
  ): Promise<Map<string, Releasable>> {
    if (!numbers.length) return new Map();
    const found = await this.db.query<Releasable & { number: string }>(sql`
      SELECT b.number, CASE
          WHEN count(s.id) = 0 OR bool_or(s.status = 'announced') THEN 'announced'
          WHEN bool_or(s.status = 'here') THEN 'here' ELSE 'gone' END AS is,
        bool_or(EXISTS (
          SELECT FROM container_holds h
          WHERE h.organization_id = s.organization_id AND h.stay_id = s.id AND h.hold_type_id = ${hold_type.id}
            AND s.status ${raw(IS_OPEN)} AND (${raw(STANDING)})
        ) OR EXISTS (
          SELECT FROM bill_of_lading_holds h
          WHERE h.organization_id = b.organization_id AND h.bill_of_lading_id = b.id AND h.hold_type_id = ${hold_type.id}
            AND (${raw(STANDING)}))) AS has_hold
      FROM bill_of_ladings b
      JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id AND m.shipping_line_id = ${line.id}
      LEFT JOIN container_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id
      LEFT JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
      WHERE b.organization_id = ${this.db.actor.organization_id} AND b.number = ANY(${numbers}::text[])
      GROUP BY b.number`);
    return new Map(found.map(({ number, ...bill }) => [number, bill]));
  }

  private did(attempt: Attempt, deed: Deed, key: string, record_id: number, named?: Word): void {
    const segment = named?.segment ?? null;
    attempt.did(deed, 'container_releases', { segment, type: 'container_release', key, record_id });
  }
}
