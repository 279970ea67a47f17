import { aContainer } from '../factories/cargo';
import { aStack, moveTo, stackOf } from '../factories/yard';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const SLOTS = ['A', 'B', 'C'];
const TIERS = 4;

/** Numbers that look random, the same in each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

describe('a walk over everything that moves a container', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it.each([1])(
    'keeps every stack as a model of it says, from seed %s',
    async (seed) => {
      const roll = dice(seed);
      for (const name of SLOTS) await aStack(client, { name, tiers: TIERS });
      const numbers: string[] = [];
      for (let n = 0; n < 10; n++)
        numbers.push((await aContainer(client, { current_location_type: 'Terminal' })).number);
      const stacks = new Map(SLOTS.map((name): [string, string[]] => [name, []]));
      const stackWith = (number: string) => [...stacks].find(([, stack]) => stack.includes(number));
      const leave = (number: string) => {
        for (const [name, stack] of stacks)
          stacks.set(
            name,
            stack.filter((each) => each !== number),
          );
      };
      const enter = (number: string, slot: string) => {
        leave(number);
        stacks.get(slot)!.push(number);
      };
      const outside = new Set<string>();

      for (let step = 0; step < 100; step++) {
        const number = numbers[roll(numbers.length)]!;
        const slot = SLOTS[roll(SLOTS.length)]!;
        const [from, stack] = stackWith(number) ?? [];
        const isBuried = stack !== undefined && stack.at(-1) !== number;
        const isFull = stacks.get(slot)!.length >= TIERS;
        const place = { current_location_type: 'YardSlot', current_location: slot };
        switch (roll(5)) {
          case 0: {
            const dig = roll(2) === 1;
            const isMoved = !outside.has(number) && from !== slot && !isFull && (dig || !isBuried);
            const { status } = await moveTo(client, number, slot, { dig });
            expect([step, number, status]).toEqual([step, number, isMoved ? 201 : 422]);
            if (isMoved) enter(number, slot);
            break;
          }
          case 1: {
            const isMoved = from === slot || (!isFull && (outside.has(number) || !isBuried));
            const { status } = await client.patch(`/containers/${number}`, place);
            expect([step, number, status]).toEqual([step, number, isMoved ? 200 : 422]);
            if (isMoved && from !== slot) enter(number, slot);
            if (isMoved) outside.delete(number);
            break;
          }
          case 2:
            expect(
              (
                await client.patch(`/containers/${number}`, {
                  current_location_type: 'Other',
                  current_location: null,
                })
              ).status,
            ).toBe(200);
            leave(number);
            outside.add(number);
            break;
          case 3:
            expect(
              (
                await client.patch(`/containers/${number}`, {
                  current_location_type: 'Terminal',
                  current_location: null,
                })
              ).status,
            ).toBe(isBuried ? 422 : 200);
            if (isBuried) break;
            leave(number);
            outside.delete(number);
            break;
          default: {
            expect((await client.delete(`/containers/${number}`)).status).toBe(200);
            leave(number);
            outside.delete(number);
            numbers.splice(
              numbers.indexOf(number),
              1,
              (await aContainer(client, { current_location_type: 'Terminal' })).number,
            );
          }
        }
        for (const name of SLOTS)
          expect([step, name, await stackOf(client, name)]).toEqual([step, name, stacks.get(name)]);
      }
    },
    60_000,
  );
});
