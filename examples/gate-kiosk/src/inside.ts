import type { Answer, Wharfinger } from '@wharfinger/client';
import { byId, empty, h, joined, show } from '../../shared/dom';
import type { Clock } from '../../shared/format';
import { button, say } from '../../shared/page';
import { Inspection } from './inspection';

type Visit = Answer<'listTruckVisits'>['truck_visits'][number];
type Obstacle = Answer<'showObstacles'>['reasons'][number];

/** The trucks inside: what each comes for, what keeps it, and how it goes out. */
export class Inside {
  /** The visit to which something is being added. */
  adding?: number;
  /** What keeps a truck that was to go out, by visit. */
  private readonly obstacles = new Map<number, Obstacle[]>();
  private readonly inspection: Inspection;

  constructor(
    private readonly api: Wharfinger,
    private readonly hour: Clock,
  ) {
    this.inspection = new Inspection(api, hour, (visit_id) => this.lookAgain(visit_id));
  }

  async read(): Promise<void> {
    const visits: Visit[] = [];
    for await (const visit of this.api.truckVisits.list({ inside: true, per: 100 })) visits.push(visit);
    const rows = visits.map((visit) => this.row(visit));
    show('inside', rows.length ? h('ul', {}, ...rows) : empty('Nobody is inside.'));
  }

  /** Asks what a truck brings or fetches that nobody announced. */
  add(visit_id: number, truck: string): void {
    this.adding = visit_id;
    byId('cargo-of').textContent = `What ${truck} comes for`;
    byId<HTMLFormElement>('add').reset();
    byId<HTMLDialogElement>('cargo').showModal();
  }

  private row(visit: Visit): HTMLElement {
    const { id, truck, truck_driver, gate, gated_in_at, interchanges } = visit;
    const plate = truck.license_plate;
    const comes = interchanges.map(({ type, container }) =>
      joined(`${type === 'interchange_out' ? 'fetches' : 'brings'} ${container?.number ?? 'other cargo'}`),
    );
    const obstacles = this.obstacles.get(id);
    const inspections = interchanges.flatMap(({ id: interchange_id, container }) => {
      if (!container) return [];
      const of = { truck_visit_id: id, interchange_id, container: container.number };
      const open = () => this.inspection.open(of);
      return [button(`Inspect ${container.number}`, open, { id: `inspect-${interchange_id}` })];
    });
    return h(
      'li',
      { id: `visit-${id}` },
      h('span', { class: 'time' }, this.hour(gated_in_at)),
      h(
        'div',
        {},
        h('strong', {}, plate),
        h('small', { class: 'soft' }, joined(gate.name, truck_driver?.fullname, ...comes)),
        ...inspections,
      ),
      button('Add', async () => this.add(id, plate), { id: `add-${id}`, 'aria-label': `Add to ${plate}` }),
      button('Let out', () => this.letOut(visit), { id: `out-${id}`, 'aria-label': `Let out ${plate}` }),
      obstacles?.length
        ? h('ul', { class: 'obstacles' }, ...obstacles.map((each) => this.obstacle(id, each)))
        : null,
    );
  }

  private async letOut({ id, truck }: Visit): Promise<void> {
    try {
      await this.api.trucks.gateOut(truck.license_plate);
      this.obstacles.delete(id);
      say(`${truck.license_plate} is out.`);
    } catch (error) {
      this.obstacles.set(id, (await this.api.truckVisits.obstacles(id)).reasons);
      throw error;
    } finally {
      await this.read();
    }
  }

  /** Reads again who is inside, and what keeps a truck that was to go out. */
  private async lookAgain(visit_id: number): Promise<void> {
    if (this.obstacles.has(visit_id))
      this.obstacles.set(visit_id, (await this.api.truckVisits.obstacles(visit_id)).reasons);
    await this.read();
  }

  private obstacle(visit_id: number, { sentence, container, source, code }: Obstacle): HTMLElement {
    const lift = async () => {
      await this.api.containerHolds.lift(container!.number, source!.id, {
        hold: { notes: 'Lifted at the gate' },
      });
      await this.lookAgain(visit_id);
      say(`The hold on ${container!.number} is lifted.`);
    };
    return h('li', {}, sentence, code === 'held' && container && source ? button('Lift', lift) : null);
  }
}
