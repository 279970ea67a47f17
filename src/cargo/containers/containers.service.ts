import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { contains } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { byRecord, byWords, Group } from '../../common/database/sql/counts';
import type { Reader } from '../../common/database/read/reader';
import { keyInAnyCase } from '../../common/database/sql/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery, PageQuery } from '../../common/pagination/page-query';
import { atTerminal, LOCATION_TYPES } from '../../places/locations/locations';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { ContainerMovementItem } from './container-movement.view';
import { Leaving } from '../release/leaving.service';
import { hasUnliftedHolds, UNLIFTED_HOLDS } from '../held/unlifted-holds';
import { filterBoxes, OF_CONTAINER } from './box-filters';
import { Container } from './container.kind';
import { containerModel } from './container.write';
import { MovementsService } from './movements.service';
import { CONTAINER_GROUPS, type ContainerCountQuery } from './container-counts';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from './container-words';
import { placeGroups } from './place-counts';
import { lacksVgm } from '../verified-weights/lacks-vgm';
import { IS_OPEN } from '../stays/stay-words';

const AT_TERMINAL = raw(atTerminal('t.current_location_type'));

const IS_HELD = raw(`${UNLIFTED_HOLDS((column) => `t.${column}`)} > 0`);

/**
 * The filters that leave few containers. A part of a number does so when it has three digits in a row, because an owner
 * code alone matches many numbers.
 */
const NARROW = ['number', 'bill_of_lading_number', 'booking_number', 'voyage_number'];
const DIGITS = /\D?\d{3,}/u;

const GROUPS: Record<keyof typeof CONTAINER_GROUPS, Group> = {
  container_status: byWords('container_status', CONTAINER_STATUSES),
  usage: byWords('usage', CONTAINER_USAGES),
  current_location_type: byWords('current_location_type', LOCATION_TYPES),
  shipping_line: byRecord('shipping_line_id', 'shipping_lines', 'code'),
  container_type: byRecord('container_type_id', 'container_types', 'code'),
  arrival_voyage: byRecord('arrival_voyage_id', 'voyages', 'number'),
  departure_voyage: byRecord('departure_voyage_id', 'voyages', 'number'),
  ...placeGroups('t'),
};

/** Containers as a set-up kind, with filters of their own and their movements. */
@Injectable()
export class ContainersService extends SetupService<Container> {
  constructor(
    db: Db,
    private readonly mover: MovementsService,
    private readonly leaving: Leaving,
  ) {
    super(db, kindOf(Container), containerModel);
  }

  /** @throws Invalid, and Refused as every kind does or when the container does not fit its slot */
  override async create(input: KindInput): Promise<Json> {
    await this.lockPlaces([], input);
    return super.create(input);
  }

  /** @throws NotFound, Conflict, and Refused as `create` does or when others stand above the container */
  override async update(idOrNumber: string, input: KindInput): Promise<Json> {
    if (speaksOfPlace(input)) await this.lockPlaces([(await this.find(idOrNumber)).id], input);
    return super.update(idOrNumber, input);
  }

  /** Deletes a container; those that stood above it come down. Throws NotFound, Refused by a rule, and Conflict. */
  override async remove(idOrNumber: string): Promise<string> {
    const { id } = await this.find(idOrNumber);
    const [stacks, moved_at] = await this.db.pipeline(this.mover.locking([id]), this.db.queries.now());
    const message = await super.remove(idOrNumber);
    const gone = { container_id: id, movement_type: 'yard', to: null, moved_at } as const;
    await this.mover.makeWay([gone], stacks, () => false);
    return message;
  }

  /** Locks the slots that a container leaves and goes to, and then the container. */
  private async lockPlaces(container_ids: number[], input: KindInput): Promise<void> {
    const { current_location: name, current_location_id: id } = input;
    if (!container_ids.length && !name && !id) return;
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      SELECT FROM lock_containers(${organization_id}, ${container_ids}::bigint[], ARRAY(
        SELECT s.id FROM yard_slots s
        WHERE s.organization_id = ${organization_id}
          AND (s.name = ${(name as string | undefined) ?? null} OR s.id = ${(id as number | undefined) ?? null}::bigint)))`);
  }

  /** The container that a path names. Throws NotFound. */
  named(idOrNumber: string): Promise<Pick<Container, 'id'>> {
    return this.find(idOrNumber);
  }

  /** The container that a path names, locked. Throws NotFound. */
  locked(idOrNumber: string): Promise<Pick<Container, 'id' | 'number' | 'stay_id'>> {
    return this.find(idOrNumber, { lock: true });
  }

  /** The movements of the container that a path names by id or number. Throws NotFound. */
  async movements(idOrNumber: string, query: HistoryQuery): Promise<Page> {
    const { id } = await this.find(idOrNumber);
    return this.db
      .read(ContainerMovementItem)
      .where(sql`t.container_id = ${id}`)
      .page(query.request());
  }

  /** @throws Unavailable while too much of what is due is to be reckoned anew */
  override async list(query: PageQuery & KindInput): Promise<Page> {
    const page = await (await this.matching(query)).page(query.request());
    const { may_leave } = query;
    const known = typeof may_leave === 'boolean' ? may_leave : null;
    return query.with ? this.leaving.carried('containers', page, known) : page;
  }

  /** How many containers there are of each value. Throws Unavailable as `list` does. */
  async counts({ ...query }: ContainerCountQuery): Promise<Json> {
    return (await this.matching(query)).counts(query.by, GROUPS[query.by]);
  }

  private async matching(query: KindInput): Promise<Reader> {
    const may_leave = query.may_leave as boolean | null | undefined;
    const condition =
      typeof may_leave === 'boolean' && (await this.leaving.condition('containers', may_leave));
    return this.filter(this.db.read(this.view), query).skewed(condition || null, (is) => is);
  }

  /** The number in upper case without spaces (decision 39). */
  protected override normalizeKey(number: string): string {
    return normalizeContainerNumber(number);
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return filterBoxes(super.filter(reader, query), query, OF_CONTAINER, this.db.actor)
      .among('t.container_status', query.container_status as string[])
      .among('t.usage', query.usage as string[])
      .filter(query.current_location_type, (type) => sql`t.current_location_type = ${type}`)
      .skewed(query.location_type, (types) => sql`t.current_location_type = ANY(${types}::text[])`)
      .filter(query.at_terminal, (is) => (is ? AT_TERMINAL : sql`(${AT_TERMINAL}) IS NOT TRUE`))
      .skewed(query.vgm, () => lacksVgmToLoad(this.db.actor.organization_id))
      .filter(query.held, (held) => {
        // Count the holds of each container when the filters leave few, else compare with all held containers.
        const isHeld = leavesFew(query) ? IS_HELD : hasUnliftedHolds(this.db.actor.organization_id);
        return held ? isHeld : sql`NOT ${isHeld}`;
      })
      .skewed(query.q, (part) => hasPart(part as string))
      .refersTo(
        'stay.bill_of_ladings.bill_of_lading',
        keyInAnyCase('number'),
        query.bill_of_lading_number as string,
      )
      .refersTo('booking', keyInAnyCase('number'), query.booking_number as string);
  }
}

/**
 * SQL: the number contains this part. The index search uses only the digits and the character before them, because a
 * prefix that many numbers share is slow to look up. The whole part is compared with the numbers that this finds.
 */
function hasPart(part: string): Sql {
  const [digits = part] = DIGITS.exec(part) ?? [];
  const found = contains('t.number', digits);
  return digits === part ? found : sql`${found} AND ${contains(`(t.number || '')`, part)}`;
}

const LACKS_VGM = raw(
  `s.status ${IS_OPEN} AND ${lacksVgm((column) => `s.${column}`)}
   AND (s.departure_voyage_id IS NOT NULL OR s.usage = 'export')`,
);
/** SQL: the container is to be loaded, and its verified gross mass is not known. */
const lacksVgmToLoad = (organization_id: number): Sql => sql`t.stay_id IN (
  SELECT s.id FROM container_stays s WHERE s.organization_id = ${organization_id} AND ${LACKS_VGM})`;

/** Whether a request says where a container is. */
function speaksOfPlace(input: KindInput): boolean {
  const fields = ['current_location_type', 'current_location', 'current_location_id', 'tier'];
  return fields.some((field) => input[field] !== undefined);
}

function leavesFew(query: KindInput): boolean {
  return NARROW.some((name) => query[name]) || DIGITS.test((query.q as string | undefined) ?? '');
}
