import { aContainer, aYardArea } from '../../factories/cargo';
import { aGate, aVisitFor, gateOut } from '../../factories/gate';
import { broughtBy, count, itemsOf, progressOf } from '../../factories/quay';
import type { Body } from '../../factories/record';
import { aStack, moveTo, stackOf } from '../../factories/yard';
import { aTerminal, aVoyage } from '../../factories/voyages';
import type { Answer, Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { STATES } from '../../setup/states';

/** How the numbers of containers begin that a voyage announced. */
const ANNOUNCED = 'EXPU';
const SLOTS = ['A', 'B', 'C'];
const TIERS = 4;
const BOXES = 10;

/** Numbers that look random, the same in each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** What moved a container last, which can be taken back until something else does. */
interface LastMove {
  undo: () => Promise<Answer>;
  /** Where the container was before, and the stack that it left, from the lowest up. */
  before: { place: string; stack: string[] };
}

/** A yard of three stacks, its containers, and what a model of it says of them. */
class Walk {
  readonly numbers: string[] = [];
  /** The name of the slot, `here`, or `outside`. */
  private readonly places = new Map<string, string>();
  private readonly stacks = new Map(SLOTS.map((name): [string, string[]] => [name, []]));
  private readonly last = new Map<string, LastMove>();
  /** The voyages in which a container was counted, by type of tally. */
  private readonly counted = new Set<string>();
  private readonly voyages: Body[] = [];
  private readonly tallies = new Map<number, Body>();
  private gate: Body;

  constructor(
    readonly client: Client,
    private readonly roll: (sides: number) => number,
  ) {}

  async begin(): Promise<void> {
    const { name: terminal, id } = await aTerminal(this.client, { name: 'T' });
    await aYardArea(this.client, { name: 'Block', terminal });
    this.gate = await aGate(this.client, { terminal });
    for (const name of SLOTS) await aStack(this.client, { name, tiers: TIERS, yard_area: 'Block' });
    for (let n = 0; n < BOXES; n++) this.numbers.push(await this.box());
    const voyage = await aVoyage(this.client, { discharge_destination_id: id });
    this.voyages.push(voyage);
    const expected = Array.from({ length: 5 }, (_, n) => `${ANNOUNCED}${n}`);
    await broughtBy(this.client, voyage, expected, { container_status: 'full' });
    for (const number of expected) {
      this.numbers.push(number);
      this.places.set(number, 'outside');
    }
  }

  /** Makes one step, and returns what it was and whether it went as the model says. */
  async step(): Promise<void> {
    const number = this.numbers[this.roll(this.numbers.length)]!;
    const slot = SLOTS[this.roll(SLOTS.length)]!;
    const steps = [
      () => this.move(number, slot),
      () => this.place(number, slot),
      () => this.takeOut(number),
      () => this.discharge(number, slot),
      () => this.discharge(number, slot),
      () => this.load(number),
      () => this.bring(number),
      () => this.fetch(number),
      () => this.undo(number),
      () => this.undo(number),
      () => this.remove(number),
    ];
    await steps[this.roll(steps.length)]!();
  }

  /** Compares what the service says with the model. */
  async check(step: number): Promise<void> {
    for (const name of SLOTS)
      expect([step, name, await stackOf(this.client, name)]).toEqual([step, name, this.stacks.get(name)]);
    const here = [...this.places.values()].filter((place) => place !== 'outside').length;
    const { containers } = (await this.client.get('/terminals/T/inventory')).body;
    const [stays] = await this.client.service.query<{ count: number }>(
      `SELECT count(*)::integer FROM container_stays WHERE organization_id = $1 AND status = 'here'`,
      [this.client.organization_id],
    );
    expect([step, containers, stays!.count]).toEqual([step, here, here]);
    for (const voyage of this.voyages)
      for (const type of ['discharge', 'loading']) {
        const of = (await progressOf(this.client, voyage))[type];
        if (of) expect([step, of.expected]).toEqual([step, of.done + of.open + of.short]);
      }
  }

  /** What is open falls short when the tallies are closed: done and short are what was expected. */
  async close(): Promise<void> {
    for (const tally of this.tallies.values()) {
      const { body } = await this.client.post(`/tallies/${tally.id}/close`);
      const done = await itemsOf(this.client, tally, 'status=done');
      const expected = await itemsOf(this.client, tally, 'status=expected');
      expect(done.length + body.short.length).toBe(expected.length);
    }
  }

  private async box(): Promise<string> {
    const here = { container_status: 'full', current_location_type: 'Terminal', current_location: 'T' };
    const { number } = await aContainer(this.client, here);
    this.places.set(number, 'here');
    return number;
  }

  private isHere = (number: string) => this.places.get(number) !== 'outside';
  private stackWith = (number: string) => this.stacks.get(this.places.get(number)!) ?? [];
  private isBuried = (number: string) =>
    this.stackWith(number).length > 0 && this.stackWith(number).at(-1) !== number;
  private isFull = (slot: string) => this.stacks.get(slot)!.length >= TIERS;

  /** Notes that a container is somewhere else: a slot, `here` or `outside`. */
  private put(number: string, place: string, undo?: LastMove['undo']): void {
    const before = { place: this.places.get(number)!, stack: [...this.stackWith(number)] };
    if (undo) this.last.set(number, { undo, before });
    else this.last.delete(number);
    const left = this.stacks.get(before.place);
    left?.splice(left.indexOf(number), 1);
    this.stacks.get(place)?.push(number);
    this.places.set(number, place);
  }

  private async move(number: string, slot: string): Promise<void> {
    const dig = this.roll(2) === 1;
    const goes =
      this.isHere(number) &&
      this.places.get(number) !== slot &&
      !this.isFull(slot) &&
      (dig || !this.isBuried(number));
    const { status } = await moveTo(this.client, number, slot, { dig });
    expect(['move', number, slot, status]).toEqual(['move', number, slot, goes ? 201 : 422]);
    if (goes) this.put(number, slot);
  }

  private async place(number: string, slot: string): Promise<void> {
    const stays = this.places.get(number) === slot;
    const goes = stays || (!this.isFull(slot) && !this.isBuried(number));
    const place = { current_location_type: 'YardSlot', current_location: slot };
    const { status } = await this.client.patch(`/containers/${number}`, place);
    expect(['place', number, slot, status]).toEqual(['place', number, slot, goes ? 200 : 422]);
    if (goes && !stays) this.put(number, slot);
  }

  private async takeOut(number: string): Promise<void> {
    const place = { current_location_type: 'Other', current_location: null };
    expect((await this.client.patch(`/containers/${number}`, place)).status).toBe(200);
    this.put(number, 'outside');
  }

  /** The first voyage in which a container was not counted yet. */
  private async voyageFor(number: string, type: string): Promise<Body> {
    const isFree = ({ id }: Body) => !this.counted.has(`${type} ${id} ${number}`);
    const found = this.voyages.find(isFree);
    if (found) return found;
    const voyage = await aVoyage(this.client);
    this.voyages.push(voyage);
    return voyage;
  }

  /** A tally move that makes the tally of its voyage, if that is missing. */
  private async tallyOf(voyage: Body, tally_type: string): Promise<Body> {
    const lift = { voyage: voyage.number, tally_type, crane: 'C1', kind: 'special_lift', lift_type: 'other' };
    if (!this.tallies.has(voyage.id)) {
      await this.client.create('/tally_moves', lift);
      const path = `/tallies?voyage_number=${voyage.number}&tally_type=${tally_type}`;
      this.tallies.set(voyage.id, (await this.client.get(path)).body.tallies[0]);
    }
    return this.tallies.get(voyage.id)!;
  }

  private async discharge(number: string, slot: string): Promise<void> {
    const voyage = await this.voyageFor(number, 'discharge');
    const tally = await this.tallyOf(voyage, 'discharge');
    const goes = !this.isHere(number) && !this.isFull(slot);
    const to = { type: 'YardSlot', name: slot };
    const { status, body } = await count(this.client, tally, { container_number: number, to, over: true });
    expect(['discharge', number, slot, status]).toEqual(['discharge', number, slot, goes ? 201 : 422]);
    if (!goes) return;
    const key = `discharge ${voyage.id} ${number}`;
    this.counted.add(key);
    const [{ id }] = body.tally_moves;
    this.put(number, slot, async () => {
      const answer = await this.client.post(`/tallies/${tally.id}/moves/${id}/undo`, { reason: 'R' });
      this.counted.delete(key);
      return answer;
    });
  }

  private async load(number: string): Promise<void> {
    const voyage = await this.voyageFor(number, 'loading');
    const move = {
      voyage: voyage.number,
      tally_type: 'loading',
      crane: 'C1',
      kind: 'tally',
      container: number,
    };
    const { status, body } = await this.client.post('/tally_moves', move);
    expect(['load', number, status]).toEqual(['load', number, this.isHere(number) ? 201 : 422]);
    if (status !== 201) return;
    const key = `loading ${voyage.id} ${number}`;
    this.counted.add(key);
    this.put(number, 'outside', async () => {
      const answer = await this.client.delete(`/tally_moves/${body.tally_move.reference}`);
      this.counted.delete(key);
      return answer;
    });
  }

  /** A truck comes for one purpose, and leaves. Its interchange can be taken back. */
  private async truck(purpose_type: string, number: string): Promise<LastMove['undo']> {
    const cargo = { cargo_type: 'container', container_status: 'full', container_number: number };
    const visit = await aVisitFor(this.client, [{ purpose_type, cargo }], { gate: this.gate.name });
    const out = await gateOut(this.client, visit.truck.license_plate);
    expect(['truck', purpose_type, number, out.status]).toEqual(['truck', purpose_type, number, 200]);
    const path = `/truck_visits/${visit.id}/interchanges/${visit.interchanges[0].id}/reverse`;
    return () => this.client.post(path, { reason: 'R' });
  }

  private async bring(number: string): Promise<void> {
    // what a voyage announced is not a truck's
    if (this.isHere(number) || number.startsWith(ANNOUNCED)) return;
    this.put(number, 'here', await this.truck('drop off', number));
  }

  private async fetch(number: string): Promise<void> {
    if (this.isHere(number)) this.put(number, 'outside', await this.truck('pick up', number));
  }

  /** Takes the last move back. In a stack that nothing came into since, the container is where it was. */
  private async undo(number: string): Promise<void> {
    const last = this.last.get(number);
    if (!last) return;
    const { status, body } = await last.undo();
    expect(['undo', number, status, body.error]).toEqual(['undo', number, 200, undefined]);
    this.last.delete(number);
    const { place, stack } = last.before;
    const standing = [...(this.stacks.get(place) ?? [])];
    const isFull = standing.length >= TIERS;
    this.put(number, isFull ? 'here' : place);
    if (!this.stacks.has(place) || isFull) return;
    const actual = await stackOf(this.client, place);
    expect(actual.filter((each) => each !== number)).toEqual(standing);
    const left = stack.filter((each) => each !== number);
    if (standing.every((each, at) => each === left[at]) && standing.length === left.length)
      expect(['back', number, actual]).toEqual(['back', number, stack]);
    this.stacks.set(place, actual);
  }

  private async remove(number: string): Promise<void> {
    const { status } = await this.client.delete(`/containers/${number}`);
    // what cranes or trucks have moved is kept
    if (status !== 200) {
      expect(['remove', number, status]).toEqual(['remove', number, 409]);
      return;
    }
    this.put(number, 'outside');
    this.places.delete(number);
    this.numbers.splice(this.numbers.indexOf(number), 1, await this.box());
  }
}

describe('a walk over everything that moves a container', () => {
  const service = useService();

  it.each([1, 2])(
    'keeps every stack, every stay and every tally as a model of it says, from seed %s',
    async (seed) => {
      const walk = new Walk(await service.current.organization(), dice(seed));
      await walk.begin();
      for (let step = 0; step < STATES; step++) {
        await walk.step();
        await walk.check(step);
      }
      await walk.close();
    },
    STATES * 2_000,
  );
});
