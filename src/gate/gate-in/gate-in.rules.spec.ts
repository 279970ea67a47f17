import type { Refused } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { Appointment } from '../announcements/appointment.kind';
import type { PreAdvice } from '../announcements/pre-advice.entity';
import type { CreateTruckVisit } from './gate-in.dto';
import { admit, type Arrivals, type LoadedGateIn } from './gate-in.rules';
import { namedBy } from './named';

const truck = { id: 1, license_plate: 'WH-1', active: true, allowed_until: null, trucking_company_id: null };
const driver = {
  id: 2,
  license_number: 'DL-1',
  firstname: null,
  lastname: null,
  active: true,
  allowed_until: null,
  trucking_company_id: 5,
} as unknown as NonNullable<Arrivals['driver']>;
const nobody: Arrivals = { truck: null, inside: false, driver: null };
const advice = {
  id: 3,
  advice_number: 'PA-1',
  truck_id: 1,
  comments: 'Hot',
  used_at: null,
} as Columns<PreAdvice>;

const GATE = { direction: 'both' as const, id: 4, name: 'In 1', terminal_id: 1, terminal: 'North' };
const SOUTH = { terminal_id: 2, terminal: 'South' };

const loaded = (change: Partial<LoadedGateIn> = {}): LoadedGateIn => ({
  named: undefined,
  announcement: null,
  timing: undefined,
  announced: undefined,
  requested: { ...nobody, truck },
  gate: GATE,
  out_gate: undefined,
  appointed: undefined,
  handovers: {
    handovers: [],
    bookings: new Map(),
    reasons: new Map(),
    refusals: new Map(),
    validates_bills: false,
    gate: GATE,
    replaced: [],
    other_terminal: 'mark',
  },
  unnominated: [],
  appointments_required: false,
  ...change,
});
const decide = (change: Partial<LoadedGateIn> = {}, input: Partial<CreateTruckVisit> = {}) =>
  admit(loaded(change), { gate: 'In 1', truck: 'WH-1', comment: 'Own', ...input }, '2026-11-20');
const announced = (change: Partial<LoadedGateIn> = {}) => ({
  named: namedBy({ gate: 'In 1', pre_advice_number: 'PA-1' }, 1),
  announcement: advice,
  announced: { ...nobody, truck, driver },
  ...change,
});

describe('the admission of a truck', () => {
  it('uses the truck and driver of the request', () => {
    expect(decide()).toMatchObject({ truck, driver: null, gate_id: 4, out_gate_id: null, comment: 'Own' });
    expect(decide({ out_gate: { ...GATE, id: 6 } }, { out_gate: 'Out 1' })).toMatchObject({ out_gate_id: 6 });
  });

  it('uses the announcement, whatever the request says beside it', () => {
    const input = { out_gate: 'Out 1' };
    expect(decide(announced(), input)).toMatchObject({
      driver,
      trucking_company_id: 5,
      out_gate_id: null,
      comment: 'Hot',
    });
  });

  it.each<[string, Partial<LoadedGateIn>, Partial<CreateTruckVisit>]>([
    ['Trucks come by appointment: name one, or a pre-advice.', { appointments_required: true }, {}],
    ["Gate 'In 1' is unknown.", { gate: undefined }, {}],
    ["Gate 'Out 1' is unknown.", {}, { out_gate: 'Out 1' }],
    ["Gate 'In 1' is only for trucks that leave.", { gate: { ...GATE, direction: 'out' } }, {}],
    [
      "Gate 'In 1' is only for trucks that come in.",
      { out_gate: { ...GATE, direction: 'in' } },
      { out_gate: 'In 1' },
    ],
    ["Truck 'WH-1' is unknown.", { requested: nobody }, {}],
    ['Truck is required', { requested: nobody }, { truck: ' ' }],
    ['Truck is already at the terminal.', { requested: { ...nobody, truck, inside: true } }, {}],
    ["Truck driver license 'DL-9' is unknown.", {}, { truck_driver_license: 'DL-9' }],
    ["Truck 'WH-1' is not active.", { requested: { ...nobody, truck: { ...truck, active: false } } }, {}],
    ["Pre-advice 'PA-1' is unknown.", announced({ announcement: null, announced: undefined }), {}],
    [
      "Pre-advice 'PA-1' has been used already.",
      announced({ announcement: { ...advice, used_at: new Date() } }),
      {},
    ],
    [
      'Interchanges cannot be completed at a time to come.',
      {},
      { interchanges_completed_at: '2999-01-01T00:00:00Z' },
    ],
  ])('is refused: %s', (sentence, change, input) => {
    expect(() => decide(change, input)).toThrow(sentence);
  });

  it.each<[string, Partial<LoadedGateIn>]>([
    ["Appointment 'AP-1'", { appointed: SOUTH }],
    ["Out gate 'South out'", { out_gate: { direction: 'both', id: 6, name: 'South out', ...SOUTH } }],
  ])('marks or refuses what is of another terminal, unless that is ignored: %s', (what, other) => {
    const appointment = { id: 8, number: 'AP-1', used_at: null } as Columns<Appointment>;
    const by = (other_terminal: LoadedGateIn['handovers']['other_terminal']) => () =>
      decide(
        {
          ...(other.appointed &&
            announced({
              named: namedBy({ gate: 'In 1', appointment_number: 'AP-1' }, 1),
              announcement: appointment,
            })),
          ...other,
          handovers: { ...loaded().handovers, other_terminal },
        },
        { out_gate: other.out_gate && 'South out' },
      );
    expect([by('mark')(), by('ignore')()]).toMatchObject([
      { other_terminal: true },
      { other_terminal: false },
    ]);
    expect(by('refuse')).toThrow(`${what} belongs to terminal 'South', and gate 'In 1' to terminal 'North'.`);
  });

  it('refuses a container that the haulier is not nominated for, together with all else', () => {
    const unnominated = [{ container: 'WHAU4142033', party: 'Fast Haul' }];
    const refused = (change: Partial<LoadedGateIn>) => {
      try {
        decide(announced({ unnominated, ...change }));
      } catch (error) {
        return (error as Refused).records.map(({ key }) => key);
      }
      return [];
    };
    expect(refused({})).toEqual(['WHAU4142033']);
    expect(refused({ gate: { ...GATE, direction: 'out' } })).toEqual(['In 1', 'WHAU4142033']);
  });

  it('marks a truck that is late for its appointment, or refuses it', () => {
    const [starts_at, ends_at] = [new Date('2026-11-20T08:00:00Z'), new Date('2026-11-20T09:00:00Z')];
    const appointment = { id: 8, number: 'AP-1', starts_at, ends_at, used_at: null } as Columns<Appointment>;
    const late = (refuses: boolean) =>
      announced({
        named: namedBy({ gate: 'In 1', appointment_number: 'AP-1' }, 1),
        announcement: appointment,
        timing: { early: false, late: true, refuses },
      });
    expect(decide(late(false))).toMatchObject({ off_slot: true });
    expect(() => decide(late(true))).toThrow("Truck is too late for appointment 'AP-1'");
  });
});
