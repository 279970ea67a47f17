import sql, { raw } from 'sql-template-tag';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { CARGO } from '../../cargo/cargo.codes';
import { refusalOfCheckDigit } from '../../cargo/containers/check-digit';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { among } from '../../common/database/sql/conditions';
import { effect, known, type Query, rows } from '../../common/database/sql/query';
import { CARGO_SAYS } from '../../cargo/cargo.sentences';
import { SAYS as COMMON_SAYS } from '../../common/errors/sentences';
import { nameOf } from '../../common/languages/sentence';
import { COMMON } from '../../common/errors/codes';
import { naming } from '../../common/errors/errors';
import type { PartRow } from '../../common/write/parts';
import type { WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { atTerminal } from '../../places/locations/locations';
import { isContainerDropOff, missingForNewContainer, refusalOfStatus } from './purpose.rules';
import { plain, PurposeRow } from './purpose-row';
import { NAMED, notToBeNamed, rightToName, type OpenStay, openStays } from './right-to-name';

/** Locks the known containers with these numbers, so that two announcements of one take turns. */
const locked = (numbers: string[], { db }: WriteRun): Query<void> =>
  effect(
    asTerminal(
      NAMED,
      sql`
    SELECT FROM containers
    WHERE organization_id = ${db.actor.organization_id} AND ${among('number', numbers, 'text')}
    ORDER BY id FOR NO KEY UPDATE`,
    ),
  );

/** The lines of the bookings that these purposes name, by the id of the booking. */
const linesOfBookings = (purposes: PurposeRow[], { db }: WriteRun): Query<Map<number, number | null>> => {
  const ids = purposes.flatMap(({ columns }) => columns.booking_id ?? []);
  if (!ids.length) return known(new Map<number, number | null>());
  return rows<{ id: number; shipping_line_id: number | null }>(sql`
    SELECT b.id, b.shipping_line_id FROM bookings b
    WHERE b.organization_id = ${db.actor.organization_id} AND ${among('b.id', ids)}`).map(
    (found) => new Map(found.map(({ id, shipping_line_id }) => [id, shipping_line_id])),
  );
};

/** Refuses a container that two purposes of one announcement or visit name. */
export function refuseRepeated(rows: PurposeRow[]): void {
  const seen = new Map<WriteRow, Set<string>>();
  for (const row of rows) {
    const { container_number } = plain(row);
    if (!container_number) continue;
    const { whole } = row as PartRow;
    const ofWhole = seen.get(whole) ?? new Set();
    if (ofWhole.has(container_number))
      row.refuse('cargo.container_number', {
        code: COMMON.named_twice,
        sentence: SAYS['named_twice.container']({ container: container_number }),
        records: naming('container', container_number),
      });
    seen.set(whole, ofWhole.add(container_number));
  }
}

export interface KnownContainer {
  id: number;
  container_status: string | null;
  at_terminal: boolean;
}

/** The containers with these numbers, by number. */
export function knownContainers(numbers: string[], { db }: WriteRun): Query<Map<string, KnownContainer>> {
  const find = sql`
    SELECT c.number, c.id, c.container_status, (${raw(atTerminal('c.current_location_type'))}) IS TRUE AS at_terminal
    FROM containers c
    WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.number', numbers, 'text')}`;
  return rows<KnownContainer & { number: string }>(asTerminal(NAMED, find)).map(
    (containers) => new Map(containers.map(({ number, ...container }) => [number, container])),
  );
}

/**
 * A picked-up container must be known, at the terminal, and full or empty as the purpose says; an appointment may name
 * one that is still to come. A number that is new needs a check digit where the organization says so. A
 * dropped-off container may be new, with a type and a line. A file is not checked against where containers are now
 * (decision 86). A token that is limited to parties is refused first, and in one sentence, a container that it may not name; it
 * brings one for a booking, whose line it then is of, or for a line.
 */
export async function findContainers(purposes: PurposeRow[], run: WriteRun): Promise<void> {
  const named = purposes.filter((row) => plain(row).container_number);
  if (!named.length) return;
  const numbers = named.map((row) => plain(row).container_number!);
  const { limited, party_pick_up } = run.db.actor;
  const isAnnounced = named.some(({ columns }) => !columns.truck_visit_id);
  const [, containers, stays, lines] = await run.db.pipeline(
    limited ? locked(numbers, run) : known(undefined),
    knownContainers(numbers, run),
    isAnnounced ? openStays(numbers, run.db) : known(new Map<string, OpenStay>()),
    limited ? linesOfBookings(named, run) : known(new Map<number, number | null>()),
  );
  for (const row of named) {
    const purpose = plain(row);
    const number = purpose.container_number!;
    const container = containers.get(number);
    const right = isAnnounced
      ? rightToName(purpose, row.columns.booking_id, stays.get(number), {
          limited,
          party_pick_up,
          company: (row as PartRow).whole.after('trucking_company_id') as number | null | undefined,
        })
      : undefined;
    const isMissing =
      purpose.purpose_type === 'pick up' && !row.columns.appointment_id && !container?.at_terminal;
    row.set('grants_interest', right === 'named');
    row.set('rests_on_nomination', right === 'nominated');
    const { booking_id } = row.columns;
    if (limited && isContainerDropOff(purpose) && !row.columns.shipping_line_id && booking_id)
      row.set('shipping_line_id', lines.get(booking_id) ?? null);
    const isForNobody = isContainerDropOff(purpose) && !row.columns.shipping_line_id && !booking_id;
    if (limited && isForNobody) {
      const sentence = SAYS['drop_off_not_allowed.nobody']({ container: number });
      row.refuse('cargo.container_number', { code: GATE.drop_off_not_allowed, sentence });
      continue;
    }
    if (limited && (!right || isMissing)) {
      row.refuse('cargo.container_number', notToBeNamed(purpose, number, run.db.actor));
      continue;
    }
    if (container) row.set('container_id', container.id);
    if (isContainerDropOff(purpose)) {
      if (container) continue;
      const digit = run.history ? undefined : refusalOfCheckDigit(number, run.db.actor);
      if (digit) row.refuse('cargo.container_number', digit);
      for (const field of missingForNewContainer(purpose, Boolean(row.columns.shipping_line_id)))
        row.invalid(field, 'is required for a new container');
    } else if (!container)
      row.refuse('cargo.container_number', {
        code: COMMON.unknown_reference,
        sentence: COMMON_SAYS.unknown_reference({ what: nameOf('Container'), key: number }),
        reason: `'${number}' is unknown`,
        records: naming('container', number),
      });
    else if (!row.columns.appointment_id && !run.history) {
      if (!container.at_terminal)
        row.refuse('cargo.container_number', {
          code: CARGO.container_not_at_terminal,
          sentence: CARGO_SAYS.container_not_at_terminal({ container: number }),
          records: naming('container', number),
        });
      const status = refusalOfStatus(number, container.container_status, purpose.container_status);
      if (status) row.refuse('cargo.container_status', status);
    }
  }
}
