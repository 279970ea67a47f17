import { shownContainer, staysOf } from '../factories/cargo';
import { aDamageComponent, aDamageType } from '../factories/condition';
import { aContainerInYard, aVisitFor, gateOut, pickUp } from '../factories/gate';
import { aHoldType, lift } from '../factories/holds';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';
const STEPS = 60;
const WALKS = Number(process.env.STATES ?? 100) / 50;

/** What the service should know: open damages by id, and what damages applied to the stay. */
interface Model {
  open: Map<number, 'minor' | 'major'>;
  /** Whether a hold stands. */
  held: boolean;
  stays: number;
  places: number;
}

/** Numbers from a seed, so that a walk that fails can be walked again. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

describe('random walks of damages, repairs and stays', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await aDamageType(client, { code: 'DT' });
    await aDamageComponent(client, { code: 'PAA' });
    await aHoldType(client, { name: 'Survey' });
    await client.patch('/organization', { damage_hold_type: 'Survey' });
    await aContainerInYard(client, { number: NUMBER });
  });

  const standing = async (): Promise<Body[]> => {
    const { holds } = (await client.get(`/containers/${NUMBER}/holds`)).body;
    return holds.filter(({ lifted_at }: Body) => !lifted_at);
  };
  const path = (id: number, action = '') => `/containers/${NUMBER}/damages/${id}${action}`;
  const majors = ({ open }: Model) => [...open.values()].filter((severity) => severity === 'major').length;

  const steps: Record<string, (model: Model, random: () => number) => Promise<void>> = {
    find: async (model, random) => {
      const severity = random() < 0.5 ? 'major' : 'minor';
      const location = `P${model.places++}`;
      const fields = { damage_type: 'DT', component: 'PAA', location, severity };
      const { damage } = await client.create(`/containers/${NUMBER}/damages`, fields);
      model.open.set(damage.id, severity);
      if (severity === 'major') model.held = true;
    },
    change: async (model, random) => {
      const [id, before] = any(model, random) ?? [];
      if (id === undefined) return;
      const severity = random() < 0.5 ? 'major' : 'minor';
      expect((await client.patch(path(id), { severity })).status).toBe(200);
      model.open.set(id, severity);
      if (severity === 'major' && before === 'minor') model.held = true;
      if (severity === 'minor' && before === 'major' && !majors(model)) model.held = false;
    },
    end: async (model, random) => {
      const [id, before] = any(model, random) ?? [];
      if (id === undefined) return;
      const [action, body] = random() < 0.5 ? ['/repair', {}] : ['/withdraw', { reason: 'Dirt' }];
      expect((await client.post(path(id, action), body)).status).toBe(200);
      model.open.delete(id);
      if (before === 'major' && !majors(model)) model.held = false;
    },
    clerk: async (model) => {
      for (const { id } of await standing()) await lift(client, NUMBER, id as number);
      model.held = false;
    },
    leave: async (model) => {
      await steps.clerk!(model, () => 0);
      const { truck } = await aVisitFor(client, [pickUp(NUMBER)]);
      expect((await gateOut(client, truck.license_plate)).status).toBe(200);
      const come = { current_location_type: 'Terminal' };
      expect((await client.patch(`/containers/${NUMBER}`, come)).status).toBe(200);
      model.stays++;
      model.held = majors(model) > 0;
    },
  };
  const any = ({ open }: Model, random: () => number) => [...open][Math.floor(random() * open.size)];

  it.each(Array.from({ length: WALKS }, (_, n) => n + 1))('walk %i', async (seed) => {
    const sequence = numbers(seed * 7919);
    const random = () => sequence.next().value;
    const model: Model = { open: new Map(), held: false, stays: 1, places: 10 };
    const walked: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const names = ['find', 'find', 'change', 'change', 'end', 'end', 'clerk', 'leave'];
      const name = names[Math.floor(random() * names.length)]!;
      walked.push(name);
      await steps[name]!(model, random);
      const holds = await standing();
      expect([walked, holds.length]).toEqual([walked, model.held ? 1 : 0]);
      for (const { reference_number } of holds) expect(reference_number).toMatch(/^damage \d+$/);
      expect(await shownContainer(client, NUMBER)).toMatchObject({
        open_damages: model.open.size,
        condition: model.open.size ? 'damaged' : null,
      });
    }
    expect(await staysOf(client, NUMBER)).toHaveLength(model.stays);
  });
});
