import type { Columns } from '../../common/schema/columns';
import type { Interchange } from '../visits/interchange.entity';
import type { TruckVisit } from '../visits/truck-visit.entity';
import { decideUpdate, type LoadedUpdate } from './interchange-update.rules';

const container = {
  id: 7,
  number: 'C7',
  container_status: 'empty',
  here: true,
  on_visit: null as number | null,
  terminal_id: null as number | null,
  terminal: null as string | null,
  shipping_line_id: null,
  shipping_line: null,
  container_type_id: null,
  container_type: null,
};

interface Change {
  visit?: Partial<Columns<TruckVisit>>;
  interchange?: Partial<Columns<Interchange>>;
  references?: (number | null | undefined)[];
  container?: Partial<typeof container>;
  other_terminal?: string;
  ofVisit?: { id: number; container_id: number; container_number: string }[];
}

function loaded({ visit, interchange, references = [], ...rest }: Change): LoadedUpdate {
  const [container_id, chassis_id, genset_id] = references;
  return {
    visit: { id: 1, gated_out_at: null, cancelled_at: null, ...visit },
    interchange: {
      id: 2,
      type: 'interchange_out',
      completed: false,
      completed_at: null,
      container_id: null,
      chassis_id: null,
      genset_id: null,
      booking_id: 9,
      ...interchange,
    },
    references: [container_id, chassis_id, genset_id].map((id) => () => id),
    container: { ...container, ...rest.container },
    ofVisit: rest.ofVisit ?? [],
    booking: undefined,
    gate: { id: 4, name: 'In 1', terminal_id: 1, terminal: 'North' },
    other_terminal: rest.other_terminal ?? 'mark',
  } as unknown as LoadedUpdate;
}

const OVER = { gated_out_at: new Date('2026-11-20T10:00:00Z') };
const DONE = { completed: true, completed_at: new Date() };

describe('the update of an interchange', () => {
  it('completes an open interchange, and names its equipment', () => {
    expect(decideUpdate(loaded({ references: [7, 3] }), { completed: true })).toEqual({
      columns: { container_id: 7, chassis_id: 3, genset_id: undefined, other_terminal: false },
      noted: [],
      handsOver: true,
      at: undefined,
    });
    expect(decideUpdate(loaded({}), {}).handsOver).toBe(false);
  });

  it('is marked when its container stands at another terminal, where that is not ignored', () => {
    const container = { terminal_id: 2, terminal: 'South' };
    const marked = (other_terminal?: string) =>
      decideUpdate(loaded({ references: [7], container, other_terminal }), {}).columns.other_terminal;
    expect([marked('mark'), marked('ignore')]).toEqual([true, false]);
    expect(decideUpdate(loaded({ container }), {}).columns.other_terminal).toBeUndefined();
    expect(decideUpdate(loaded({ references: [null], container }), {}).columns.other_terminal).toBe(false);
  });

  it('hands over a container that is named after the completion, at its time, and records the place of a chassis', () => {
    const { handsOver, at, noted } = decideUpdate(
      loaded({ visit: OVER, interchange: DONE, references: [7, 3, 4] }),
      {},
    );
    expect([handsOver, at, noted]).toEqual([true, DONE.completed_at, ['chassis', 'genset']]);
    expect(
      decideUpdate(loaded({ interchange: { ...DONE, chassis_id: 3 }, references: [undefined, 3] }), {}).noted,
    ).toEqual([]);
  });

  it.each<[Change, boolean | undefined, string]>([
    [{ visit: OVER }, true, 'Truck visit 1 is over already.'],
    [
      { visit: { ...OVER, cancelled_at: new Date() } },
      undefined,
      'Truck visit 1 has been cancelled already.',
    ],
    [{ interchange: DONE }, false, 'Interchange is completed and cannot be opened again.'],
    [
      { interchange: { type: 'interchange_in' }, references: [7] },
      undefined,
      'Container can be named only for a pick-up by booking.',
    ],
    [
      { interchange: { ...DONE, container_id: 6 }, references: [7] },
      undefined,
      'The container of a completed interchange cannot be changed.',
    ],
    [{ references: [7], container: { container_status: 'full' } }, undefined, "Container 'C7' is not empty."],
    [
      { references: [7], container: { on_visit: 27 } },
      undefined,
      "Container 'C7' is on truck visit 27 already.",
    ],
    [
      { references: [7], container: { terminal_id: 2, terminal: 'South' }, other_terminal: 'refuse' },
      undefined,
      "Container 'C7' belongs to terminal 'South', and gate 'In 1' to terminal 'North'.",
    ],
    [{ references: [7], container: { here: false } }, undefined, "Container 'C7' is not at the terminal."],
    [
      { references: [7], ofVisit: [{ id: 3, container_id: 7, container_number: 'C7' }] },
      undefined,
      "Container 'C7' is named twice.",
    ],
    [
      {
        interchange: { completed: true, completed_at: new Date('2020-01-01T00:00:00Z') },
        references: [7],
      },
      undefined,
      'Interchanges are completed at most a year back.',
    ],
  ])('is refused: %j', (change, completed, sentence) => {
    expect(() => decideUpdate(loaded(change), { completed })).toThrow(sentence);
  });
});
