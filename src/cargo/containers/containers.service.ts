import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { contains } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/reader';
import { keyInAnyCase } from '../../common/database/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery } from '../../common/pagination/page-query';
import { atTerminal } from '../../places/locations/locations';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { ContainerMovementItem } from './container-movement.view';
import { hasUnliftedHolds, UNLIFTED_HOLDS } from '../held/unlifted-holds';
import { Container } from './container.kind';
import { containerModel } from './container.write';

const AT_TERMINAL = raw(atTerminal('t.current_location_type'));

const IS_HELD = raw(`${UNLIFTED_HOLDS((column) => `t.${column}`)} > 0`);

/**
 * The filters that leave few containers. A part of a number does so when it has three digits in a row, because an owner
 * code alone matches many numbers.
 */
const NARROW = ['number', 'bill_of_lading_number', 'booking_number', 'voyage_number'];
const DIGITS = /\D?\d{3,}/u;

/** Containers as a set-up kind, with filters of their own and their movements. */
@Injectable()
export class ContainersService extends SetupService<Container> {
  constructor(db: Db) {
    super(db, kindOf(Container), containerModel);
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

  /** The number in upper case without spaces (decision 39). */
  protected override normalizeKey(number: string): string {
    return normalizeContainerNumber(number);
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return super
      .filter(reader, query)
      .filter(query.container_status, (status) => sql`t.container_status = ${status}`)
      .filter(query.usage, (usage) => sql`t.usage = ${usage}`)
      .filter(query.current_location_type, (type) => sql`t.current_location_type = ${type}`)
      .skewed(query.location_type, (types) => sql`t.current_location_type = ANY(${types}::text[])`)
      .filter(query.at_terminal, (is) => (is ? AT_TERMINAL : sql`(${AT_TERMINAL}) IS NOT TRUE`))
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
      .refersTo('booking', keyInAnyCase('number'), query.booking_number as string)
      .refersTo(
        ['arrival_voyage', 'departure_voyage'],
        keyInAnyCase('number'),
        query.voyage_number as string,
      );
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

function leavesFew(query: KindInput): boolean {
  return NARROW.some((name) => query[name]) || DIGITS.test((query.q as string | undefined) ?? '');
}
