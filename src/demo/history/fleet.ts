import { GATE_CLERK, MINUTE, type Records } from './records';
import type { Seeded } from './seeded';

/** Who drives for whom, by company and plate. */
const DRIVERS = [
  ['EST', 'KL-301-V', 'Pieter', 'Baas'],
  ['EST', 'KL-302-V', 'Jolanda', 'Visser'],
  ['EST', 'KL-303-V', 'Emre', 'Kaya'],
  ['EST', 'KL-304-V', 'Lars', 'Mol'],
  ['TOL', 'MR-411-D', 'Chantal', 'Wouters'],
  ['TOL', 'MR-412-D', 'Bas', 'Kuiper'],
  ['TOL', 'MR-413-D', 'Andrei', 'Popa'],
  ['TOL', 'MR-414-D', 'Nadia', 'Haddou'],
  ['GRB', 'SP-521-G', 'Gijs', 'Dekker'],
  ['GRB', 'SP-522-G', 'Lucia', 'Marin'],
  ['GRB', 'SP-523-G', 'Joris', 'Claes'],
  ['GRB', 'SP-524-G', 'Marek', 'Nowak'],
] as const;

const NAMES = { EST: 'Estuary Haulage', TOL: 'Tollgate Container Trucking', GRB: 'Greenbank Road Freight' };
const MAKES = { EST: 'Norrvik', TOL: 'Brabo', GRB: 'Ostra' };

/** What a truck comes for: it brings a container or fetches one. */
export interface Errand {
  type: 'interchange_in' | 'interchange_out';
  container: string;
  container_type: string;
  shipping_line: string;
  weight: number;
  bill_of_lading?: string;
  booking?: string;
}

/** A visit, by what the import knows it. */
export interface Visit {
  truck: string;
  gated_in_at: string;
}

/** Trucks that take turns, none of them in two places at a time. */
export class Fleet {
  private readonly trucks = DRIVERS.map(([company, plate], nth) => ({
    company,
    plate,
    driver: `DL-56${30_100 + 7 * nth}`,
    busy: [] as [from: number, until: number][],
  }));

  constructor(
    private readonly records: Records,
    private readonly seeded: Seeded,
  ) {
    DRIVERS.forEach(([company, license_plate, firstname, lastname], nth) => {
      const { driver } = this.trucks[nth]!;
      records.add('truck_drivers', {
        license_number: driver,
        number: `D-${201 + nth}`,
        firstname,
        lastname,
        active: true,
        trucking_company: company,
      });
      records.add('trucks', {
        license_plate,
        number: `T-${21 + nth}`,
        truck_driver_license_number: driver,
        trucking_company: NAMES[company],
        weight: 7900 + 20 * nth,
        active: true,
        make: MAKES[company],
        year: 2019 + (nth % 6),
        is_mule: false,
      });
    });
  }

  /** The company, truck and driver that are free between two times. Throws when all are busy. */
  free(from: number, until: number) {
    const start = this.seeded.int(0, this.trucks.length - 1);
    const order = [...this.trucks.slice(start), ...this.trucks.slice(0, start)];
    const truck = order.find(({ busy }) => busy.every(([since, to]) => until < since || to < from));
    if (!truck) throw new Error('No truck is free');
    truck.busy.push([from, until]);
    return truck;
  }

  /**
   * A visit that ended, with its interchange in the middle. Most take 20 to 40 minutes, one of ten longer.
   * @param seconds when it came in
   * @returns its key, and when the interchange was
   */
  visit(seconds: number, errand: Errand): { visit: Visit; seconds: number } {
    const took = (this.seeded.int(1, 10) === 1 ? this.seeded.int(41, 55) : this.seeded.int(20, 38)) * MINUTE;
    const done = seconds + Math.round((took * this.seeded.int(45, 75)) / 100);
    const visit = this.add(
      seconds,
      seconds + took,
      errand,
      {
        completed: true,
        completed_at: this.records.at(done),
      },
      {
        out_gate: this.seeded.pick(['Out 1', 'Out 2']),
        gate_out_user: GATE_CLERK,
        gated_out_at: this.records.at(seconds + took),
      },
    );
    return { visit, seconds: done };
  }

  /** A visit that is not at its end. */
  inside(seconds: number, errand: Errand): void {
    this.add(seconds, 0, errand, { completed: false }, {});
  }

  private add(from: number, until: number, errand: Errand, interchange: object, out: object): Visit {
    const { company, plate, driver } = this.free(from, until);
    const { type, container, container_type, shipping_line, weight, bill_of_lading, booking } = errand;
    const brings = type === 'interchange_in';
    const visit = { truck: plate, gated_in_at: this.records.at(from) };
    this.records.add('truck_visits', {
      ...visit,
      truck_driver: driver,
      trucking_company: company,
      gate: this.seeded.pick(['In 1', 'In 2']),
      gate_in_user: GATE_CLERK,
      purposes: [
        {
          purpose_type: brings ? 'drop off' : 'pick up',
          cargo: {
            cargo_type: 'container',
            container_number: container,
            container_status: 'full',
            ...(brings && { container_type, shipping_line }),
          },
          ...(bill_of_lading && { bill_of_lading }),
          ...(booking && { booking }),
        },
      ],
      interchanges: [
        { type, added_purpose: 0, container, ...interchange, ...(brings && { booking, weight }) },
      ],
      ...out,
    });
    return visit;
  }
}
