import { aBooking, aContainerType } from '../../factories/cargo';
import { aContainerInYard, aGate, aNewContainer, aPreAdvice, dropOff, gateOut } from '../../factories/gate';
import { aTruck, aTruckingCompany } from '../../factories/parties';
import type { Body } from '../../factories/record';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { STATES } from '../../setup/states';

/** How many walks run beside each other, each in an organization of its own. */
const SHARES = 4;
const empty = { cargo_type: 'container', container_status: 'empty' };

/** A number below `count`, by a generator of its own, so that a walk that fails can be walked again. */
function randomOf(seed: number): (count: number) => number {
  return (count) => Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * count);
}

/** Trucks come, leave and are taken back at random, while lines and releases of a booking change. */
class Walk {
  private types: string[] = [];
  private companies: string[] = [];
  private booking = '';
  private readonly inside: Body[] = [];
  private readonly gone: Body[] = [];

  constructor(
    private readonly client: Client,
    private readonly next: (count: number) => number,
  ) {}

  async begin(): Promise<void> {
    await aGate(this.client, { name: 'In 1' });
    for (let at = 0; at < 3; at++) this.types.push((await aContainerType(this.client)).code);
    for (let at = 0; at < 2; at++) this.companies.push((await aTruckingCompany(this.client)).code);
    const lines = [{ container_type: this.types[0], quantity: 2 }, { quantity: 3 }];
    this.booking = (await aBooking(this.client, { lines })).number;
  }

  async step(): Promise<void> {
    const steps = [
      () => this.come(),
      () => this.come(),
      () => this.come(),
      () => this.leave(),
      () => this.leave(),
      () => this.cancel(),
      () => this.reverse(),
      () => this.changeLines(),
      () => this.release(),
      () => this.changeRelease(),
    ];
    await steps[this.next(steps.length)]!();
    await this.check();
  }

  private pick<T>(list: T[]): T {
    return list[this.next(list.length)]!;
  }

  private async come(): Promise<void> {
    const { booking } = this;
    const company = this.pick([...this.companies, undefined]);
    const truck = await aTruck(this.client, company ? { trucking_company: company } : {});
    const container_type = this.pick(this.types);
    const purpose = this.next(2)
      ? dropOff(await aNewContainer(this.client, { container_type }), { booking })
      : { purpose_type: 'pick up', cargo: this.next(2) ? { ...empty, container_type } : empty, booking };
    const { advice_number } = await aPreAdvice(this.client, {
      truck: truck.license_plate,
      purposes: [purpose],
    });
    const answer = await this.client.post('/truck_visits', {
      gate: 'In 1',
      pre_advice_number: advice_number,
    });
    if (answer.status === 201) this.inside.push({ ...truck, id: answer.body.truck_visit.id });
    else expect(answer.status).toBe(422);
  }

  private async leave(): Promise<void> {
    const [visit] = this.inside.splice(this.next(this.inside.length || 1), 1);
    if (!visit) return;
    const { body } = await this.client.get(`/truck_visits/${visit.id}/interchanges`);
    const [interchange] = body.interchanges;
    if (interchange.type === 'interchange_out') {
      const box = await aContainerInYard(this.client, {
        container_status: 'empty',
        container_type: this.pick(this.types),
      });
      const chosen = await this.client.patch(`/interchanges/${interchange.id}`, { container: box.number });
      expect([200, 422]).toContain(chosen.status);
      if (chosen.status === 422) return void this.inside.push(visit);
    }
    expect((await gateOut(this.client, visit.license_plate)).status).toBe(200);
    this.gone.push({ ...visit, interchange: interchange.id });
  }

  private async cancel(): Promise<void> {
    const [visit] = this.inside.splice(this.next(this.inside.length || 1), 1);
    if (!visit) return;
    const answer = await this.client.post(`/truck_visits/${visit.id}/cancel`, { reason: 'Wrong truck' });
    expect(answer.status).toBe(200);
  }

  private async reverse(): Promise<void> {
    const visit = this.gone.splice(this.next(this.gone.length || 1), 1)[0];
    if (!visit) return;
    const path = `/truck_visits/${visit.id}/interchanges/${visit.interchange}/reverse`;
    expect([200, 422]).toContain((await this.client.post(path, { reason: 'Wrong container' })).status);
  }

  private async changeLines(): Promise<void> {
    const { lines } = await this.shown();
    const said = lines.map((line: Body) => ({
      number: line.number,
      container_type: line.container_type?.code,
      quantity: this.next(4) ? line.quantity : this.next(6),
    }));
    if (!this.next(4)) said.splice(this.next(said.length), 1);
    if (said.length < 4 && !this.next(3)) said.push({ container_type: this.pick(this.types), quantity: 1 });
    const answer = await this.client.patch(`/bookings/${this.booking}`, { lines: said });
    expect([200, 409]).toContain(answer.status);
  }

  private async release(): Promise<void> {
    const trucking_company = this.pick([...this.companies, null]);
    const body = { quantity: 1 + this.next(2), trucking_company };
    const answer = await this.client.post(`/bookings/${this.booking}/releases`, body);
    expect([201, 422]).toContain(answer.status);
  }

  private async changeRelease(): Promise<void> {
    const { body } = await this.client.get(`/bookings/${this.booking}/releases?per=100`);
    if (!body.releases.length) return;
    const path = `/bookings/${this.booking}/releases/${this.pick<Body>(body.releases).number}`;
    const answer = this.next(2)
      ? await this.client.patch(path, { quantity: 1 + this.next(3) })
      : await this.client.post(`${path}/cancel`, { reason: 'Other plans' });
    expect([200, 409, 422]).toContain(answer.status);
  }

  private async shown(): Promise<Body> {
    return (await this.client.get(`/bookings/${this.booking}`)).body.booking;
  }

  /** What holds after each step. */
  private async check(): Promise<void> {
    const booking = await this.shown();
    const [came] = await this.client.service.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM container_stays
       WHERE organization_id = $1 AND booking_id = $2 AND in_at IS NOT NULL AND arrival_status = 'full'`,
      [this.client.organization_id, booking.id],
    );
    const lines = booking.lines as Record<string, number>[];
    const sum = (column: string) => lines.reduce((total, line) => total + line[column]!, 0);
    expect(sum('received')).toBe(came!.count);
    expect(sum('quantity')).toBe(booking.quantity);
    expect(booking.exceeded_by).toBeNull();
    for (const line of lines) {
      expect(line.received! + line.inside!).toBeLessThanOrEqual(line.quantity!);
      expect(line.released! + line.inside_released!).toBeLessThanOrEqual(line.quantity!);
    }
    const { body } = await this.client.get(`/bookings/${this.booking}/releases?per=100`);
    for (const { quantity, released } of body.releases) expect(released).toBeLessThanOrEqual(quantity);
  }
}

describe('bookings at the gate', () => {
  const service = useService();

  it(`never exceed a line or a release, in ${STATES} random steps`, async () => {
    await Promise.all(
      Array.from({ length: SHARES }, async (_, share) => {
        const walk = new Walk(await service.current.organization(), randomOf(20261129 + share));
        await walk.begin();
        for (let step = 0; step < STATES / SHARES; step++) await walk.step();
      }),
    );
  });
});
