import type { Answer, Wharfinger } from '@wharfinger/client';
import { h } from '../../shared/dom';
import { attempt, onSubmit, say } from '../../shared/page';

type PreAdvice = Answer<'showPreAdvice'>;
type Visit = Answer<'listTruckVisits'>['truck_visits'][number];
type Obstacle = Answer<'showObstacles'>['reasons'][number];

/** How often the list of who is inside is read again, in milliseconds. */
const REFRESH_MS = 10_000;

/** A gate desk: lets announced trucks in, says what holds their containers, lifts holds, lets them out. */
export class Kiosk {
  private readonly announced = h('div', { id: 'announced' });
  private readonly inside = h('ul', { id: 'inside' });
  private readonly number = h('input', { id: 'number', required: '', autocomplete: 'off' });
  private readonly gate = h('select', { id: 'gate' });
  private busy = false;

  constructor(
    private readonly root: HTMLElement,
    private readonly api: Wharfinger,
  ) {}

  start(): void {
    const form = h(
      'form',
      {},
      h('label', { for: 'number' }, 'Number of the pre-advice'),
      this.number,
      h('label', { for: 'gate' }, 'Gate'),
      this.gate,
      h('button', {}, 'Look up'),
    );
    onSubmit(form, () => this.lookUp());
    this.root.append(
      h('section', {}, h('h2', {}, 'Announced'), form, this.announced),
      h('section', {}, h('h2', {}, 'Inside'), this.inside),
    );
    void attempt(async () => {
      for await (const { name } of this.api.gates.list({ per: 100 })) this.gate.append(h('option', {}, name));
      await this.showInside();
    });
    setInterval(() => void attempt(() => this.showInside()), REFRESH_MS);
    this.number.focus();
  }

  /** Does what was asked for by a button, unless another is at work: who taps twice means it once. */
  private async act(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await attempt(work).finally(() => (this.busy = false));
  }

  private async lookUp(): Promise<void> {
    this.announced.replaceChildren();
    const advice = await this.api.preAdvices.show(this.number.value.trim());
    const purposes = await Promise.all(advice.purposes.map((purpose) => this.purpose(purpose)));
    const letIn = () => void this.act(() => this.letIn(advice));
    this.announced.replaceChildren(
      h('p', {}, h('strong', {}, advice.truck ?? 'Any truck'), ` ${advice.truck_driver?.fullname ?? ''}`),
      h('ul', {}, ...purposes),
      h('button', { class: 'first', onclick: letIn }, 'Let in'),
    );
    say('');
  }

  /** What the truck comes for and, where it is to leave with a container, whether it may. */
  private async purpose({ purpose_type, cargo }: PreAdvice['purposes'][number]): Promise<HTMLElement> {
    const line = h('li', {}, `${purpose_type} ${cargo ?? 'an empty container'}: `);
    if (purpose_type !== 'pick up' || !cargo) return line;
    const { holds, bill_of_lading_holds } = await this.api.containerHolds.list(cargo);
    const held = [...holds, ...bill_of_lading_holds]
      .filter(({ lifted }) => !lifted)
      .map(({ hold_type }) => hold_type);
    line.append(held.length ? h('mark', {}, `held by ${held.join(', ')}`) : 'is free');
    return line;
  }

  private async letIn({ advice_number, truck }: PreAdvice): Promise<void> {
    await this.api.truckVisits.create({ gate: this.gate.value, pre_advice_number: advice_number });
    this.announced.replaceChildren();
    this.number.value = '';
    await this.showInside();
    say(`${truck ?? 'The truck'} is in.`);
  }

  private async showInside(): Promise<void> {
    const visits: Visit[] = [];
    for await (const visit of this.api.truckVisits.list({ inside: true, per: 100 })) visits.push(visit);
    // what is open for a truck that is still inside stays open
    const open = new Map([...this.inside.children].map((row) => [row.id, row.querySelector('.obstacles')]));
    const rows = visits.map((visit) => this.row(visit, open.get(`visit-${visit.id}`) ?? null));
    this.inside.replaceChildren(...(rows.length ? rows : [h('li', {}, 'Nobody.')]));
  }

  private row(visit: Visit, obstacles: Element | null): HTMLElement {
    const { id, truck, gate, gated_in_at } = visit;
    const since = new Date(gated_in_at).toLocaleTimeString([], { timeStyle: 'short' });
    const letOut = () => void this.act(() => this.letOut(visit));
    return h(
      'li',
      { id: `visit-${id}` },
      h('strong', {}, truck.license_plate),
      h('small', {}, `by ${gate.name} at ${since}`),
      h('button', { onclick: letOut }, 'Let out'),
      obstacles,
    );
  }

  private async letOut({ id, truck }: Visit): Promise<void> {
    try {
      await this.api.trucks.gateOut(truck.license_plate);
      await this.showInside();
      say(`${truck.license_plate} is out.`);
    } catch (error) {
      await this.showObstacles(id);
      throw error;
    }
  }

  private async showObstacles(visit_id: number): Promise<void> {
    const { reasons } = await this.api.truckVisits.obstacles(visit_id);
    const row = document.getElementById(`visit-${visit_id}`);
    row?.querySelector('.obstacles')?.remove();
    row?.append(h('ul', { class: 'obstacles' }, ...reasons.map((each) => this.obstacle(visit_id, each))));
  }

  private obstacle(visit_id: number, { sentence, container, source, code }: Obstacle): HTMLElement {
    const lift = async () => {
      await this.api.containerHolds.lift(container!.number, source!.id, {
        hold: { notes: 'Lifted at the gate' },
      });
      await this.showObstacles(visit_id);
      say(`The hold on ${container!.number} is lifted.`);
    };
    const button = h('button', { onclick: () => void this.act(lift) }, 'Lift');
    return h('li', {}, sentence, code === 'held' && container && source ? button : null);
  }
}
