import { NO_STACKS, stacksOf } from '../../cargo/containers/stacks';
import type { Box } from '../../cargo/containers/stacks.rules';
import { Failure } from '../../common/errors/errors';
import { sentences } from '../../common/languages/sentence';
import { QUAY } from '../quay.codes';
import type { TallyType } from '../tallies/tally-words';
import type { CraneMoveRequest, CargoKind } from './crane-move-request';
import {
  type ContainerNow,
  decide,
  type ItemNow,
  type LoadedCounting,
  loadingReasons,
  type LotNow,
} from './counting.rules';

const NOW = new Date('2026-11-20T10:00:00Z');
const NONE = { container_type_id: null, shipping_line_id: null, load_list_item_id: null };
const NO_CARGO = { container_id: null, vehicle_id: null, breakbulk_id: null };

const container = (id: number, more: Partial<ContainerNow> = {}): ContainerNow => ({
  id,
  number: `C${id}`,
  location: { type: 'Voyage', id: 1 },
  last_moved_at: null,
  container_type_id: 1,
  shipping_line_id: 1,
  container_status: 'full',
  in_at: null,
  ...more,
});
const item = (id: number, more: Partial<ItemNow>): ItemNow => ({
  ...NONE,
  ...NO_CARGO,
  id,
  cargo_type: 'container',
  quantity: 1,
  done_quantity: 0,
  beyond: false,
  ...more,
});
const byId = <T extends { id: number }>(...all: T[]) => new Map(all.map((each) => [each.id, each]));

function loaded(tally_type: TallyType, more: Partial<LoadedCounting>): LoadedCounting {
  const containers = more.containers ?? new Map<number, ContainerNow>();
  const boxes = [...containers.values()].map(({ id, number, location }): Box => ({
    id,
    number,
    type: location?.type ?? null,
    place: location?.id ?? null,
    tier: null,
    size: null,
    weight: null,
    operating_reefer: false,
    last_at: null,
    stack: null,
  }));
  return {
    tally_type,
    voyage: {
      id: 1,
      number: 'V1',
      cancelled: false,
      assigned_yard_area_id: 7,
      terminal_id: null,
      berth_area_id: null,
    },
    vehicles: new Map(),
    breakbulks: new Map(),
    items: [],
    held: { container: new Map(), vehicle: new Map(), breakbulk: new Map() },
    loading: new Map(),
    stacks: boxes.length ? stacksOf(boxes) : NO_STACKS,
    now: NOW,
    ...more,
    containers,
  };
}

const asked = (
  type: CargoKind,
  id: number | undefined,
  more: Partial<CraneMoveRequest> = {},
  at = 0,
): CraneMoveRequest => ({
  kind: 'tally',
  cargo: { type, id, key: `K${id}` },
  quantity: null,
  lifted_at: null,
  to: undefined,
  over: false,
  status: null,
  said: {} as CraneMoveRequest['said'],
  fields: { cargo: `${at}.cargo`, quantity: `${at}.quantity`, lifted_at: `${at}.lifted_at`, to: `${at}.to` },
  ...more,
});

function refusals(decision: () => unknown): Record<string, string[]> | undefined {
  try {
    decision();
  } catch (error) {
    if (error instanceof Failure) return error.errors;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('decide', () => {
  const LOT: LotNow = {
    id: 5,
    number: 'BB-1',
    location: null,
    quantity: 10,
    arrived_quantity: 0,
    quantity_at_terminal: 0,
  };

  it('discharges what is expected to the place of the voyage, or of the move', () => {
    const to = { type: 'YardSlot', id: 3 } as const;
    const state = loaded('discharge', {
      containers: byId(container(1), container(2)),
      items: [item(11, { container_id: 1 }), item(12, { container_id: 2 })],
    });
    const [first, second] = decide(state, [
      asked('container', 1),
      asked('container', 2, { to: { ...to, type: 'YardArea' } }),
    ]);
    expect(first).toMatchObject({ moved_at: NOW, beyond: 0, filled: { quantity: 1, item: { id: 11 } } });
    expect(first!.movement).toEqual({ type: 'discharge', to: { type: 'YardArea', id: 7 } });
    expect(second!.movement).toEqual({ type: 'discharge', to: { type: 'YardArea', id: 3 } });
  });

  it('refuses a batch with every reason', () => {
    const state = loaded('discharge', {
      containers: byId(
        container(1),
        container(2, { location: { type: 'Terminal', id: null } }),
        container(3),
      ),
      items: [item(11, { container_id: 1, done_quantity: 1 })],
    });
    const moves = [
      asked('container', 1),
      asked('container', 2, { over: true }, 1),
      asked('container', 3, {}, 2),
      asked('container', undefined, {}, 3),
    ];
    expect(refusals(() => decide(state, moves))).toEqual({
      '0.cargo': ["Container 'C1' was counted in this tally already."],
      '1.cargo': ["Container 'C2' is at the terminal already."],
      '2.cargo': ["Container 'C3' is not expected by this tally."],
      '3.cargo': ["Container 'Kundefined' is unknown."],
    });
  });

  it('refuses a cancelled voyage before everything else', () => {
    const state = loaded('discharge', {});
    const voyage = { ...state.voyage, cancelled: true };
    expect(() => decide({ ...state, voyage }, [asked('container', undefined)])).toThrow(
      "Voyage 'V1' is cancelled.",
    );
  });

  it('fills the oldest empties, another one for each container of a batch', () => {
    const here = { location: { type: 'Terminal', id: null }, container_status: 'empty' } as const;
    const open = { cargo_type: 'empties', container_type_id: 1, shipping_line_id: 1 } as const;
    const state = loaded('loading', {
      containers: byId(container(1, here), container(2, here), container(3, here)),
      items: [item(11, open), item(12, open)],
    });
    const planned = decide(state, [
      asked('container', 2),
      asked('container', 1),
      asked('container', 3, { over: true }),
    ]);
    expect(planned.map(({ filled, beyond }) => [filled?.item.id, beyond])).toEqual([
      [11, 0],
      [12, 0],
      [undefined, 1],
    ]);
  });

  it('divides the pieces of a lot between what is open and what is beyond', () => {
    const items = [item(11, { cargo_type: 'breakbulk', breakbulk_id: 5, quantity: 10, done_quantity: 2 })];
    const state = loaded('discharge', { breakbulks: byId(LOT), items });
    const planned = decide(state, [
      asked('breakbulk', 5, { quantity: 3 }),
      asked('breakbulk', 5, { quantity: 7, over: true }),
    ]);
    expect(planned.map(({ quantity, filled, beyond }) => [quantity, filled?.quantity, beyond])).toEqual([
      [3, 3, 0],
      [7, 5, 2],
    ]);
    expect(decide(state, [asked('breakbulk', 5)])[0]).toMatchObject({ quantity: 8 });
    expect(refusals(() => decide(state, [asked('breakbulk', 5, { quantity: 9 })]))).toEqual({
      '0.quantity': ["Breakbulk 'BB-1' has 8 pieces that are open."],
    });
  });

  it('refuses what rules have against loading a container, also with over, and not what they warn of', () => {
    const says = sentences({ 'cargo_held.spec': 'Container {container} is not weighed.' })['cargo_held.spec'];
    const state = (warns: boolean) =>
      loaded('loading', {
        containers: byId(container(1, { location: { type: 'YardArea', id: 7 } })),
        loading: new Map([[1, [{ code: QUAY.not_here, says, warns }]]]),
      });
    const moves = [asked('container', 1, { over: true })];
    expect(refusals(() => decide(state(false), moves))).toEqual({
      '0.cargo': [expect.stringContaining('is not weighed.')],
    });
    expect(decide(state(true), moves)).toHaveLength(1);
    const [warning] = loadingReasons(state(true), moves[0]!.cargo!, true);
    expect([warning!.code, warning!.container]).toEqual(['not_here', { id: 1, number: expect.any(String) }]);
    expect(loadingReasons(state(false), moves[0]!.cargo!, true)).toEqual([]);
  });

  it('loads no pieces of a lot of which none is at the terminal', () => {
    const items = [item(11, { cargo_type: 'breakbulk', breakbulk_id: 5, quantity: 10 })];
    const lots = (quantity_at_terminal: number) =>
      loaded('loading', { breakbulks: byId({ ...LOT, quantity_at_terminal }), items });
    const absent = ["Breakbulk 'BB-1' is not at the terminal."];
    expect(refusals(() => decide(lots(0), [asked('breakbulk', 5)]))).toEqual({ '0.cargo': absent });
    const batch = [asked('breakbulk', 5, { quantity: 4 }), asked('breakbulk', 5, {}, 1)];
    expect(refusals(() => decide(lots(4), batch))).toEqual({ '1.cargo': absent });
    expect(refusals(() => decide(lots(4), [asked('breakbulk', 5, { quantity: 5 })]))).toEqual({
      '0.quantity': ["Breakbulk 'BB-1' has 4 pieces at the terminal."],
    });
  });
});
