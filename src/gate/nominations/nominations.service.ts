import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { STANDS } from '../../cargo/interests/standing-nominations';
import { PARTY, partiesById, type PartyInput, type PartyShow } from '../../common/party-wall/party-reference';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { Db } from '../../common/database/db';
import { key } from '../../common/database/sql/references';
import { rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import { Invalid, naming, NotFound, Refused, Unknown } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { record } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { among } from '../../common/database/sql/conditions';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { EndingNominations } from './ending-nominations.service';
import type { CreateNomination, NominationQuery } from './nomination.dto';
import { Nomination } from './nomination.entity';
import {
  type NamedParty,
  type NamedSubject,
  requireRight,
  requireStanding,
  requireTaker,
  type Standing,
} from './nomination.rules';
import {
  COLUMN,
  findSubject,
  isFor,
  isWider,
  lockSubject,
  ownersOf,
  type SubjectIds,
  subjectsOf,
} from './nomination-subject';
import { NominationShow } from './nomination.view';
import { type OtherNomination, otherNominations, warningsOf } from './other-nominations';

/** How often a number is drawn before giving up: of 100 million, some million are taken at most. */
const DRAWS = 20;

/** The right to collect, given and passed on. */
@Injectable()
export class NominationsService {
  constructor(
    private readonly db: Db,
    private readonly ending: EndingNominations,
  ) {}

  async list(query: NominationQuery): Promise<Page> {
    const to = query.to ? ((await this.partyId(query.to)) ?? 0) : null;
    return this.db
      .read(NominationShow)
      .filter(query.status, (statuses) => among('t.status', statuses, 'text'))
      .refersTo('stay.container', key('number', normalizeContainerNumber), query.container_number)
      .refersTo('bill_of_lading', key('number'), query.bill_of_lading_number)
      .filter(to, (id) => sql`t.to_party_id = ${id}`)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(number: string): Promise<Json> {
    return this.db.show(NominationShow, (await this.find(number)).id, 'Nomination');
  }

  /**
   * Gives the right to collect, or passes on what the giver holds.
   * @throws Invalid; Unknown; Refused where the giver has no right, or the chain is too long or a circle; Conflict where it
   *   was given already
   */
  async create(input: CreateNomination): Promise<Json> {
    const { id, beside } = await this.give(input);
    const nomination = await this.db.show(NominationShow, id, 'Nomination');
    const warnings = this.db.actor.limited ? [] : warningsOf(beside);
    return Json.object({ nomination, warnings });
  }

  /**
   * Does the work of `create`, and throws as it does. Returns the id, and the nominations of other chains that counted for its
   * containers.
   */
  async give(input: CreateNomination): Promise<{ id: number; beside: OtherNomination[] }> {
    const { organization_id } = this.db.actor;
    const from = await this.giver(input);
    const { subject, ids } = await this.subject(input, from);
    if (input.valid_until && !isToCome(input.valid_until))
      throw new Invalid({ valid_until: ['must be more than a minute ahead'] });
    const found = await this.db.pipeline(
      ...lockSubject(organization_id, ids),
      ownersOf(organization_id, ids),
      this.standing(ids),
      otherNominations(organization_id, ids),
    );
    const [owners, standing, others] = found.slice(-3) as [number[], Standing[], OtherNomination[]];
    const passed = this.decided(() =>
      requireRight({ subject, from, parent: input.parent ?? null, owners, standing }),
    );
    // Only whoever has the right learns whether the taker is known.
    const to = await this.party(input.to, 'to');
    requireTaker(to, from, passed);
    const id = await this.insert({
      ...ids,
      from_party_id: from.id,
      to_party_id: to.id,
      parent_id: passed?.id ?? null,
      depth: (passed?.depth ?? 0) + 1,
      valid_until: earliest(input.valid_until, passed?.valid_until),
      reference: input.reference ?? null,
      created_by_id: this.db.actor.user_id,
    });
    // One for a bill or a booking goes on when a container of it is given on.
    if (passed && !passed.is_wider) {
      await this.db.update(Nomination, passed.id, { status: 'passed_on' });
      await record(this.db, 'nomination.passed_on', NominationShow, passed.id);
    }
    await record(this.db, 'nomination.created', NominationShow, id);
    // What is passed on goes on in its own chain.
    const beside = passed ? [] : others;
    if (beside.length) await record(this.db, 'nomination.other_nomination', NominationShow, id);
    return { id, beside };
  }

  /**
   * Takes the right back, from all behind it as well. Whoever gave it holds it again.
   * @throws NotFound; Refused for one that others gave; Conflict when it is over, or a truck is inside for it
   */
  async revoke(number: string, reason: string): Promise<Json> {
    const seen = await this.find(number);
    await this.requireGiver(seen);
    await this.ending.lock(seen);
    const nomination = (await this.db.find(Nomination, { id: seen.id }, { lock: true }))!;
    requireStanding(nomination);
    await this.ending.end(nomination, { status: 'revoked', revoke_reason: reason });
    return this.db.show(NominationShow, nomination.id, 'Nomination');
  }

  private async find(number: string): Promise<Columns<Nomination>> {
    const found = await this.db.find(Nomination, { number });
    if (!found) throw new NotFound('Nomination', number);
    return found;
  }

  /** A limited token takes back what its parties, or those that they gave it to, have given: not what was given to them. */
  private async requireGiver({ id, number, to_party_id }: Columns<Nomination>): Promise<void> {
    const { organization_id, limited, parties } = this.db.actor;
    if (!limited) return;
    const own = parties.map((party) => party.id).filter((party) => party !== to_party_id);
    const above = await this.db.query(sql`
      SELECT FROM nomination_parties n
      WHERE n.organization_id = ${organization_id} AND n.nomination_id = ${id} AND n.party_id = ANY(${own}::bigint[]) LIMIT 1`);
    if (!above.length)
      throw new Refused({
        code: GATE.nomination_not_yours,
        sentence: SAYS['nomination_not_yours.revoke']({ nomination: number }),
        records: naming('nomination', number),
      });
  }

  /** The giver: of a limited token its only party unless it says which. */
  private async giver({ from }: CreateNomination): Promise<NamedParty> {
    const { limited, parties } = this.db.actor;
    if (!limited) {
      if (!from) throw new Invalid({ from: ['is required'] });
      return this.party(from, 'from');
    }
    if (from) {
      const id = await this.partyId(from);
      if (!parties.some((own) => own.id === id))
        throw new Unknown('Party', `${from.type}:${from.key}`, 'from');
      return this.named(id!);
    }
    const [only, ...others] = parties;
    if (!only || others.length)
      throw new Refused({
        code: COMMON.party_ambiguous,
        sentence: 'Say for which of your parties: from.',
        field: 'from',
      });
    return this.named(only.id);
  }

  /** What it is for, with the id of the stay, bill or booking. Whoever is limited is told of others' as of what never was. */
  private async subject(
    input: CreateNomination,
    from: NamedParty,
  ): Promise<{ subject: NamedSubject; ids: SubjectIds }> {
    const [subject, ...others] = subjectsOf(input);
    if (!subject || others.length)
      throw new Invalid({ container: ['must be named, or a bill of lading or a booking in its place'] });
    const { organization_id, limited } = this.db.actor;
    const [found] = await this.db.query<{ id: number | null }>(
      asTerminal(
        'who has the right to collect is decided by whose it is',
        findSubject(
          organization_id,
          subject,
          input.bill_of_lading?.manifest ?? null,
          limited ? from.id : null,
        ),
      ),
    );
    if (!found && !limited) throw new Unknown(WHAT[subject.type], subject.number, subject.field);
    const none = { stay_id: null, bill_of_lading_id: null, booking_id: null };
    if (!found?.id)
      return this.decided(() => {
        requireRight({ subject, from, parent: null, owners: [], standing: [] });
        return { subject, ids: none };
      }, subject);
    return { subject, ids: { ...none, [COLUMN[subject.type]]: found.id } };
  }

  /** Decides; whoever is limited and has no right is told as of what never was. */
  private decided<T>(decide: () => T, subject?: NamedSubject): T {
    try {
      return decide();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== GATE.nomination_not_yours || !this.db.actor.limited)
        throw error;
      const [record] = error.records;
      const { type, number } = subject ?? { type: record!.type as NamedSubject['type'], number: record!.key };
      const { sentence } = new Unknown(WHAT[type], number);
      throw new Refused({ code: GATE.nomination_not_yours, sentence, field: type });
    }
  }

  private standing(ids: SubjectIds) {
    const { organization_id } = this.db.actor;
    return rows<Standing>(sql`
      SELECT n.id, n.number, n.from_party_id, n.to_party_id, n.depth, n.status, n.valid_until,
        (${isFor(ids)}) IS NOT TRUE AS is_wider,
        (SELECT coalesce(nullif(h.name, ''), h.code) FROM trucking_companies h
         WHERE h.organization_id = n.organization_id AND h.id = p.trucking_company_id
         UNION ALL
         SELECT f.name FROM freight_forwarders f
         WHERE f.organization_id = n.organization_id AND f.id = p.freight_forwarder_id) AS to_name,
        ARRAY(SELECT c.party_id FROM nomination_parties c
          WHERE c.organization_id = n.organization_id AND c.nomination_id = n.id) AS chain
      FROM nominations n
      JOIN parties p ON p.organization_id = n.organization_id AND p.id = n.to_party_id
      WHERE n.organization_id = ${organization_id} AND (${isFor(ids)} OR ${isWider(organization_id, ids)}) AND n.${raw(STANDS)}
      ORDER BY is_wider, n.booking_id IS NOT NULL, n.id`);
  }

  private async partyId(party: PartyInput): Promise<number | undefined> {
    const [found] = await this.db.query<{ id: number }>(
      asTerminal(TOLD, PARTY.find(this.db.actor.organization_id, [PARTY.keyOf(party)])),
    );
    return found?.id;
  }

  private async party(party: PartyInput, field: string): Promise<NamedParty> {
    const id = await this.partyId(party);
    if (id === undefined) throw new Unknown('Party', `${party.type}:${party.key}`, field);
    return this.named(id);
  }

  private async named(id: number): Promise<NamedParty> {
    const [party] = await this.db.query<PartyShow>(
      asTerminal(TOLD, partiesById(this.db.actor.organization_id, [id])),
    );
    return { id, type: party!.type, name: party!.name };
  }

  /** Inserts it with a number that is free. */
  private async insert(values: Partial<Columns<Nomination>>): Promise<number> {
    for (let draw = 0; draw < DRAWS; draw++) {
      const number = `NM${String(randomInt(10 ** 8)).padStart(8, '0')}`;
      const id = await this.db.insertUnlessTaken(Nomination, { ...values, number }, 'number');
      if (id !== undefined) return id;
    }
    throw new Error('no number of a nomination is free');
  }
}

const TOLD = 'a right is passed on to a company that the giver names';

const WHAT = { container: 'Container', bill_of_lading: 'Bill of lading', booking: 'Booking' } as const;

/** The earlier of two ends; null for neither. */
function earliest(one: string | null | undefined, other: Date | null | undefined): Date | null {
  const times = [one ? new Date(one) : null, other ?? null].flatMap((time) => time ?? []);
  return times.length ? new Date(Math.min(...times.map(Number))) : null;
}
