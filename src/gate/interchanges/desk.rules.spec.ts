import type { Columns } from '../../common/schema/columns';
import type { UpdatePurpose } from '../purposes/purpose.dto';
import type { Interchange } from '../visits/interchange.entity';
import type { TruckVisit } from '../visits/truck-visit.entity';
import {
  keptEquipment,
  type LoadedPurpose,
  mergedPurpose,
  refusePurpose,
  requireCompleted,
  requireInside,
  requireOpen,
} from './desk.rules';
import type { Handover } from './handover.rules';
import type { VisitInterchange } from './visit-interchange';

const inside = { id: 1, gated_out_at: null, cancelled_at: null } as Columns<TruckVisit>;
const out = { ...inside, gated_out_at: new Date() };
const open = {
  id: 2,
  type: 'interchange_out',
  completed: false,
  booking_id: 9,
  container_id: 7,
  chassis_id: 3,
};
const interchange = open as Columns<Interchange>;
const ids = { truck_visit_id: 1, id: 2 };

describe('interchanges at the desk', () => {
  it('refuse a truck that is not inside', () => {
    expect(requireInside(inside, 1)).toBe(inside);
    expect(() => requireInside(null, 1)).toThrow('Truck visit 1 was not found.');
    expect(() => requireInside(out, 1)).toThrow('Truck visit 1 is over already.');
  });

  it('are updated while they are open', () => {
    expect(requireOpen(inside, interchange, ids)).toBe(interchange);
    expect(() => requireOpen(null, null, ids)).toThrow('Truck visit 1 was not found.');
    expect(() => requireOpen(inside, null, ids)).toThrow('Interchange 2 was not found.');
    expect(() => requireOpen(out, interchange, ids)).toThrow('Truck visit 1 is over already.');
    expect(() => requireOpen(inside, { ...interchange, completed: true }, ids)).toThrow(
      'Interchange 2 is completed: take it back first.',
    );
  });

  it('are reversed once they are completed', () => {
    expect(() => requireCompleted(undefined, 2)).toThrow('Interchange 2 was not found.');
    expect(() => requireCompleted({ completed: false } as VisitInterchange, 2)).toThrow(
      'Interchange 2 is not completed.',
    );
  });
});

describe('the purpose of an interchange', () => {
  const stored = {
    purpose_type: 'pick up' as const,
    cargo: { cargo_type: 'container' as const, container_number: 'C7' },
    interchange: { seals: 'S1', weight: 1 },
  };

  it('keeps the fields that a request leaves out', () => {
    const said = { cargo: { container_status: 'full' }, interchange: { weight: 2 } };
    expect(mergedPurpose(stored, said)).toEqual({
      ...stored,
      cargo: { ...stored.cargo, container_status: 'full' },
      interchange: { seals: 'S1', weight: 2 },
    });
    expect(mergedPurpose(stored, { interchange: null })).toMatchObject({ interchange: null });
  });

  it('has a type and cargo of a type', () => {
    expect(() => mergedPurpose(undefined, { cargo: { cargo_type: 'chassis' } })).toThrow(
      'Purpose type is required',
    );
    expect(() => mergedPurpose({ ...stored, cargo: undefined }, {})).toThrow('Cargo type is required');
  });

  const loaded = (handover: Partial<Handover>): LoadedPurpose => ({
    handovers: [
      { purpose_type: 'pick up', container_id: 7, container: 'C7', here: true, ...handover } as Handover,
    ],
    bookings: new Map(),
    reasons: new Map(),
    refusals: new Map(),
    validates_bills: false,
    gate: undefined,
    replaced: [],
    other_terminal: 'mark',
    ofVisit: [{ id: 4, container_id: 7, container_number: 'C7' } as VisitInterchange],
    unnominated: [],
    company_id: null,
  });

  it('names no container twice, unless it is its own, and is refused with every reason', () => {
    expect(() => refusePurpose(loaded({}))).toThrow("Container 'C7' is named twice.");
    expect(() => refusePurpose(loaded({}), 4)).not.toThrow();
    expect(() => refusePurpose(loaded({ here: false }), 4)).toThrow("Container 'C7' is not at the terminal.");
    try {
      refusePurpose(loaded({ here: false }));
    } catch (error) {
      expect(error).toMatchObject({
        errors: {
          'cargo.container_number': [
            "Container 'C7' is named twice.",
            "Container 'C7' is not at the terminal.",
          ],
        },
      });
    }
  });

  it.each<[Partial<Handover>, UpdatePurpose, { container_id: number | null; chassis_id: number | null }]>([
    [{ booking_id: 9 }, {}, { container_id: 7, chassis_id: 3 }],
    [{ booking_id: 8 }, {}, { container_id: null, chassis_id: 3 }],
    [{ booking_id: 9, purpose_type: 'drop off' }, {}, { container_id: null, chassis_id: 3 }],
    [{ booking_id: 9 }, { cargo: { container_number: null } }, { container_id: null, chassis_id: 3 }],
    [{ booking_id: 9 }, { cargo: { chassis_number: null } }, { container_id: 7, chassis_id: null }],
  ])('keeps what the terminal chose: %j %j', (handover, said, kept) => {
    expect(keptEquipment(interchange, loaded(handover), said)).toEqual(kept);
  });
});
