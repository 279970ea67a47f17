import { BILL } from '../../cargo/bills-of-lading/bill-lookup';
import { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { Container } from '../../cargo/containers/container.kind';
import { partyInFile, PartyOfLine } from '../../cargo/interests/party-in-files';
import { Booking } from '../../cargo/setup/booking.kind';
import { StayLine, stayOfContainer } from '../../cargo/stays/container-stay.write';
import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { column, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { TAKERS } from './nomination.dto';
import { isStanding, MOST_LINKS, Nomination, NOMINATION_STATUSES } from './nomination.entity';

/** A nomination in a file. A request never states one: it gives and revokes. */
class NominationLine extends StayLine {
  @In.text({ required: true }) number: string;
  @In.text() container?: string | null;
  @In.object(() => BillKey) bill_of_lading?: BillKey | null;
  @In.text() booking?: string | null;
  @In.object(() => PartyOfLine, { required: true }) from: PartyOfLine;
  @In.object(() => PartyOfLine, { required: true }) to: PartyOfLine;
  @In.text() parent?: string | null;
  @In.int({ min: 1, max: MOST_LINKS }) depth?: number | null;
  @In.time() valid_until?: string | null;
  @In.text() reference?: string | null;
  @In.oneOf(NOMINATION_STATUSES, { required: true }) status: string;
  @In.time({ required: true }) created_at: string;
  @In.text() created_by?: string | null;
  @In.time() revoked_at?: string | null;
  @In.note() revoke_reason?: string | null;
  @In.time() ended_at?: string | null;
}

const CONTAINER = lookupOf(Container, 'number');

/** Nominations as exports have them. The parent may be on a later line, so triggers follow it when it is found. */
export const nominationModel = new WriteModel({
  entity: Nomination,
  input: [NominationLine],
  key: ['number'],
  maps: {
    // It only says whose stay is meant.
    container: {
      columns: [],
      kinds: [CONTAINER.kind],
      value: () => `(SELECT c.number FROM container_stays s
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        WHERE s.organization_id = t.organization_id AND s.id = t.stay_id)`,
      put: () => {},
    },
    stay: stayOfContainer,
    bill_of_lading: reference('bill_of_lading', BILL),
    booking: reference('booking', lookupOf(Booking, 'number')),
    from: partyInFile('from', 'from_party_id'),
    to: partyInFile('to', 'to_party_id'),
    parent: reference('parent', lookupOf(Nomination, 'number')),
    created_at: column('created_at'),
    created_by: reference('created_by', lookupOf(User, 'email')),
  },
  checks: [requireOneSubject, requireTaker, requireEnd],
});

function requireOneSubject(rows: RowOf<Nomination>[]): void {
  for (const row of rows) {
    const { container, stay, bill_of_lading, booking } = row.values as Partial<NominationLine>;
    if (!row.before && [container, bill_of_lading, booking].filter(Boolean).length !== 1)
      row.invalid('container', 'must be named, or a bill of lading or a booking in its place');
    if (container && !stay) row.invalid('stay', 'is required: the number of the stay of the container');
  }
}

function requireTaker(rows: RowOf<Nomination>[]): void {
  for (const row of rows) {
    const { to } = row.values as Partial<NominationLine>;
    if (to && !TAKERS.some((type) => type === to.type))
      row.invalid('to', `must be one of ${TAKERS.join(', ')}`);
  }
}

/** What stands has no end, all else has one, and what was revoked has the time of that. */
function requireEnd(rows: RowOf<Nomination>[]): void {
  for (const row of rows) {
    const stands = isStanding(String(row.after('status')));
    if (stands === (row.after('ended_at') != null))
      row.invalid(
        'ended_at',
        stands ? 'must be left out while it stands' : 'is required for what does not stand',
      );
    if ((row.after('status') === 'revoked') !== (row.after('revoked_at') != null))
      row.invalid('revoked_at', 'must be there where the status is revoked, and nowhere else');
  }
}
