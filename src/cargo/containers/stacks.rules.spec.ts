import { type Box, type ContainerMove, type Slot, stack, stackBack, type Stacks } from './stacks.rules';

const AT = new Date('2026-11-20T10:00:00Z');

const slot = (id: number, values: Partial<Slot> = {}): Slot => ({
  id,
  name: `S${id}`,
  yard_area_id: 9,
  tiers: 4,
  teu: null,
  reefer_plug: null,
  maximum_weight: null,
  ...values,
});

/** Slots, and the containers that stand in them from the lowest up; those of slot 0 stand at the terminal. */
function yard(stands: Record<number, number[]>, slots: Slot[] = []): Stacks {
  const boxes = Object.entries(stands).flatMap(([place, ids]) =>
    ids.map((id, at): Box => {
      const isInSlot = Number(place) > 0;
      return {
        id,
        number: `C${id}`,
        type: isInSlot ? 'YardSlot' : 'Terminal',
        place: isInSlot ? Number(place) : null,
        tier: isInSlot ? at + 1 : null,
        size: null,
        weight: null,
        operating_reefer: false,
        last_at: null,
        stack: null,
      };
    }),
  );
  const known = Object.keys(stands).flatMap((id) => (Number(id) ? slot(Number(id)) : []));
  return {
    slots: new Map([...known, ...slots].map((each) => [each.id, each])),
    boxes: new Map(boxes.map((each) => [each.id, each])),
  };
}

const move = (container_id: number, slot_id: number, values: Partial<ContainerMove> = {}): ContainerMove => ({
  container_id,
  movement_type: 'yard',
  to: { type: 'YardSlot', id: slot_id },
  moved_at: AT,
  ...values,
});

const leave = (container_id: number): ContainerMove => ({
  container_id,
  movement_type: 'load',
  to: { type: 'Voyage', id: 1 },
  moved_at: AT,
});

const short = ({ steps }: { steps: ReturnType<typeof stack>['steps'] }) =>
  steps.map(
    ({ container_id, movement_type, from_tier, to_tier }) =>
      `${container_id} ${movement_type} ${from_tier ?? '-'} ${to_tier ?? '-'}`,
  );

describe('stack', () => {
  it('stacks containers, and brings those above down when a set leaves', () => {
    expect(short(stack([move(1, 7), move(2, 7)], yard({ 0: [1, 2], 7: [3] })))).toEqual([
      '1 yard - 2',
      '2 yard - 3',
    ]);
    expect(short(stack([leave(1), leave(2)], yard({ 7: [1, 2, 3] })))).toEqual([
      '2 restow 2 1',
      '3 restow 3 2',
      '1 load 1 -',
      '3 restow 2 1',
      '2 load 1 -',
    ]);
    expect(short(stack([leave(2), leave(1)], yard({ 7: [1, 2] })))).toEqual(['2 load 2 -', '1 load 1 -']);
  });

  it('keeps the tier of a container that stays, and takes a tier that an earlier move has left', () => {
    expect(short(stack([move(2, 7, { movement_type: 'shift' })], yard({ 7: [1, 2] })))).toEqual([
      '2 shift 2 2',
    ]);
    const full = yard({ 0: [1], 7: [2] }, [slot(7, { tiers: 1 })]);
    expect(short(stack([leave(2), move(1, 7)], full))).toEqual(['2 load 1 -', '1 yard - 1']);
  });

  it('refuses a set with every reason, by the index of the move', () => {
    const stacks = yard({ 0: [1, 2, 3], 7: [4, 5], 8: [] }, [slot(7, { tiers: 2 })]);
    const moves = [move(1, 7), move(2, 8, { tier: 2 }), move(4, 8, { dig: false }), move(3, 8)];
    expect(
      stack(moves, stacks).against.map(({ at, field, refusal }) => [at, field, refusal.sentence]),
    ).toEqual([
      [0, 'to', 'S7 is full.'],
      [1, 'tier', 'Tier 2 of S8 is in the air: 1 is free.'],
      [2, 'dig', 'Container C4 stands under C5.'],
    ]);
  });

  it('leaves a container that moves within its stack out of what stands there', () => {
    const tall = yard({ 7: [1, 2] }, [slot(7, { tiers: 2, maximum_weight: '40' })]);
    for (const box of tall.boxes.values()) box.weight = '20';
    expect(stack([move(1, 7, { tier: 2 })], tall).against.map(({ refusal }) => refusal.sentence)).toEqual([
      'Tier 2 of S7 is taken: 1 is free.',
    ]);
    const gap = yard({ 7: [1] }, [slot(7, { maximum_weight: '30' })]);
    Object.assign(gap.boxes.get(1)!, { tier: 2, weight: '20' });
    expect(short(stack([move(1, 7, { tier: 1 })], gap))).toEqual(['1 yard 2 1']);
  });

  it('dates a restow as the move, or as its own last movement when that is later', () => {
    const stacks = yard({ 7: [1, 2, 3] });
    stacks.boxes.get(3)!.last_at = '2026-11-20T11:00:00.000Z';
    const times = stack([leave(1)], stacks).steps.map(({ moved_at }) => moved_at.toISOString().slice(11, 13));
    expect(times).toEqual(['10', '11', '10']);
  });
});

describe('stackBack', () => {
  /** Takes containers out of slot 7 in this order, puts them back in that order, and returns the stack. */
  function there(stands: number[], out: number[], back: number[], came: number[] = []): number[] {
    const stacks = yard({ 7: stands });
    const left = new Map<number, number[]>();
    const apply = (steps: ReturnType<typeof stackBack>) => {
      for (const { container_id, to, to_tier, stack: before, movement_type } of steps) {
        const box = stacks.boxes.get(container_id)!;
        Object.assign(box, { type: to?.type, place: to?.id, tier: to_tier });
        if (movement_type === 'load') left.set(container_id, before!);
        if (movement_type === 'reversal') box.stack = before ?? null;
      }
    };
    for (const id of out) apply(stack([leave(id)], stacks).steps);
    for (const id of came) {
      stacks.boxes.set(id, { ...yard({ 0: [id] }).boxes.get(id)! });
      apply(stack([move(id, 7)], stacks).steps);
    }
    const to = { type: 'YardSlot', id: 7 } as const;
    for (const container_id of back)
      apply(stackBack([{ container_id, to, stack: left.get(container_id)!, moved_at: AT }], stacks));
    return [...stacks.boxes.values()]
      .filter(({ place, type }) => type === 'YardSlot' && place === 7)
      .sort((one, other) => one.tier! - other.tier!)
      .map(({ id }) => id);
  }

  /** All orders of these ids. */
  const orders = (ids: number[]): number[][] =>
    ids.length
      ? ids.flatMap((id) => orders(ids.filter((each) => each !== id)).map((rest) => [id, ...rest]))
      : [[]];

  it('restores a stack, in whatever order its containers left and come back', () => {
    for (const out of orders([1, 2, 3]))
      for (const back of orders([1, 2, 3]))
        expect([out, back, there([1, 2, 3, 4], out, back)]).toEqual([out, back, [1, 2, 3, 4]]);
  });

  it('puts one on top where another came into the stack since, and into the area where there is no room', () => {
    expect(there([1, 2], [1], [1], [8])).toEqual([2, 8, 1]);
    expect(there([1, 2], [1], [1], [7, 8, 9])).toEqual([2, 7, 8, 9]);
    expect(there([1, 2], [2], [2], [8])).toEqual([1, 8, 2]);
  });

  it('fills a gap of a slot whose top tier is taken', () => {
    const stacks = yard({ 0: [1], 7: [2, 3] });
    stacks.boxes.get(3)!.tier = 4;
    const to = { type: 'YardSlot', id: 7 } as const;
    const steps = stackBack([{ container_id: 1, to, stack: [2, 3, 1], moved_at: AT }], stacks);
    expect(steps.map((step) => [step.to, step.to_tier])).toEqual([[to, 2]]);
  });
});
