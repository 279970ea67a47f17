import { aFile } from '../../factories/files';
import { dropOff, pickUp } from '../../factories/gate';
import type { Body } from '../../factories/record';
import type { Answer, Client } from '../../setup/client';
import { Marks } from './canary-marks';

/** Numbers below 1 that are the same for a seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const AT_HOME = { current_location_type: 'YardArea' };
/** What may be refused, because the world is random. */
const REFUSALS = [400, 404, 409, 422];

/** A terminal with what happens there, made at random over HTTP. Each text that is written is a mark. */
export class World {
  readonly marks = new Marks();
  readonly numbers: string[] = [];
  readonly visits: { id: number; plate: string }[] = [];
  readonly advices: string[] = [];
  readonly appointments: number[] = [];
  /** The files that were uploaded. */
  readonly files: number[] = [];
  /** The containers that an announcement may name by what it says itself, by its number. */
  readonly granted = new Map<string, Set<string>>();
  agents: Body[];
  lines: Body[];
  consignees: Body[];
  forwarders: Body[];
  companies: Body[];
  drivers: Body[];
  trucks: Body[];
  manifests: Body[];
  bills: Body[];
  bookings: Body[];
  items: Body[];
  orders: Body[];
  private type: string;
  private gate: string;
  private area: string;
  private terminal: Body;
  private exporter: string;
  private commodity: string;
  private holdTypes: Body[];
  private billHoldTypes: Body[];
  private voyages: Body[];
  private vessels: Body[];

  constructor(
    readonly client: Client,
    readonly random: () => number,
  ) {}

  pick = <T>(list: readonly T[]): T => list[Math.floor(this.random() * list.length)]!;
  /** Some of a list, as many at most. */
  sample<T>(list: readonly T[], most: number): T[] {
    const left = [...list];
    return Array.from({ length: Math.min(most, left.length) }, () =>
      left.splice(Math.floor(this.random() * left.length), 1),
    ).flat();
  }

  private some = <T>(list: T[], share = 0.4): T[] => list.filter(() => this.random() < share);
  private maybe = (share: number) => this.random() < share;

  private async times<T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> {
    const made: T[] = [];
    for (let at = 0; at < count; at++) made.push(await make(at));
    return made;
  }
  private make = (path: string, body: object = {}, wrapper?: string) =>
    this.marks.create(this.client, path, body, wrapper);
  private mark = (of: string) => this.marks.next(of);
  private billKey = (bill: Body) => ({ manifest: bill.manifest.client_identifier, number: bill.number });

  /** Companies, places and ships. */
  async people(): Promise<void> {
    const { client } = this;
    this.terminal = await this.make('/terminals');
    this.area = (await this.make('/yard_areas')).name;
    this.gate = (await this.make('/gates', { terminal: this.terminal.name })).name;
    this.type = (await this.make('/container_types', { size: 20 })).code;
    this.commodity = (await this.make('/commodity_types')).name;
    await this.make('/damage_types', { code: 'DT' });
    await this.make('/damage_components', { code: 'PAA' });
    this.exporter = (await this.make('/exporters')).name;
    this.agents = await this.times(3, () => this.make('/agents'));
    this.lines = await this.times(4, (at) =>
      this.make(
        '/shipping_lines',
        { shipping_line: at ? { agent: this.pick(this.agents).name } : {} },
        'shipping_line',
      ),
    );
    await client.put(`/shipping_lines/${this.lines[1]!.id}`, {
      shipping_line: { code: this.lines[1]!.code, parent_id: this.lines[0]!.id },
    });
    this.consignees = await this.times(4, () => this.make('/consignees'));
    this.forwarders = await this.times(2, () => this.make('/freight_forwarders'));
    this.companies = await this.times(4, (at) => this.make('/trucking_companies', { listed: at === 0 }));
    this.drivers = await this.times(5, (at) =>
      this.make('/truck_drivers', at < 4 ? { trucking_company: this.companies[at]!.code } : {}),
    );
    this.trucks = await this.times(6, (at) =>
      this.make(
        '/trucks',
        {
          truck: {
            license_plate: this.mark('plate'),
            ...(at < 4 ? { trucking_company: this.companies[at]!.code } : {}),
            ...(this.maybe(0.5)
              ? { truck_driver_license_number: this.pick(this.drivers).license_number }
              : {}),
          },
        },
        'truck',
      ),
    );
    const pilot = (await this.make('/pilots')).id;
    this.vessels = await this.times(2, () => this.make('/vessels', { vessel: {} }, 'vessel'));
    this.voyages = await this.times(2, (at) =>
      this.make(
        '/voyages',
        {
          voyage: {
            vessel_name: this.vessels[at]!.name,
            discharge_destination_id: this.terminal.id,
            discharge_destination_type: 'Terminal',
            arrival_pilot_id: pilot,
          },
        },
        'voyage',
      ),
    );
    this.holdTypes = await this.times(3, (at) =>
      this.make('/hold_types', { applies_to: 'container', open_to_parties: at === 0 }),
    );
    this.billHoldTypes = await this.times(2, (at) =>
      this.make('/hold_types', { applies_to: 'bill_of_lading', open_to_parties: at === 0 }),
    );
  }

  /** Bills, containers and all other cargo. */
  async cargo(): Promise<void> {
    const { client } = this;
    this.manifests = await this.times(3, (at) =>
      this.make('/manifests', {
        shipping_line: this.lines[at + 1]!.code,
        voyage_number: this.pick(this.voyages).number,
        manifest: {
          client_identifier: this.mark('manifest'),
          remarks: this.mark('remarks'),
          shipping_line_voyage_number: this.mark('linevoyage'),
        },
      }),
    );
    this.bills = await this.times(8, (at) =>
      this.make(
        `/manifests/${this.manifests[at % 3]!.client_identifier}/bill_of_ladings`,
        {
          bill_of_lading: {},
          ...(this.maybe(0.8) ? { consignee: this.pick(this.consignees).name } : {}),
          ...(this.maybe(0.5) ? { exporter: this.exporter } : {}),
        },
        'bill_of_lading',
      ),
    );
    this.bookings = await this.times(4, () =>
      this.make('/bookings', {
        voyage: this.pick(this.voyages).number,
        ...(this.maybe(0.9) ? { shipping_line: this.pick(this.lines).code } : {}),
      }),
    );
    const receipts = await this.times(4, () =>
      this.make('/dock_receipts', this.maybe(0.8) ? { booking: this.pick(this.bookings).number } : {}),
    );
    await this.times(10, () => this.container());
    this.items = await this.times(8, () =>
      this.make('/packing_list_items', {
        bill_of_lading: this.billKey(this.pick(this.bills)),
        ...(this.maybe(0.5) ? { container: this.pick(this.numbers) } : {}),
        ...(this.maybe(0.6) ? { consignee: this.pick(this.consignees).name } : {}),
        ...(this.maybe(0.4) ? { dock_receipt: this.pick(receipts).number } : {}),
      }),
    );
    await client.post('/flex_field_definitions', {
      record_type: 'vehicle',
      canonical_name: 'secret',
      label: 'Secret',
      value_type: 'string',
    });
    await this.times(4, () =>
      this.make('/vehicles', {
        vin_number: this.mark('vin'),
        shipping_line: this.pick(this.lines).code,
        bill_of_ladings: this.some(this.bills, 0.2).map(this.billKey),
        consignees: this.some(this.consignees, 0.3).map(({ name }) => name as string),
        booking: this.pick(this.bookings).number,
        dock_receipt: this.pick(receipts).number,
        extra_attributes: { [this.mark('attribute')]: this.mark('attribute') },
        ...AT_HOME,
        current_location: this.area,
      }),
    );
    await this.times(4, () =>
      this.make('/breakbulks', {
        bill_of_lading: this.billKey(this.pick(this.bills)),
        ...AT_HOME,
        current_location: this.area,
      }),
    );
    this.orders = await this.times(4, () =>
      this.make('/delivery_orders', { bill_of_lading: this.billKey(this.pick(this.bills)) }),
    );
    const chassis = await this.times(3, () =>
      this.make('/chassis', {
        shipping_line: this.pick(this.lines).code,
        ...AT_HOME,
        current_location: this.area,
      }),
    );
    await this.times(2, () =>
      this.make(
        '/gensets',
        { genset: { shipping_line_id: this.pick(this.lines).id, chassis: this.pick(chassis).number } },
        'genset',
      ),
    );
    const containers = (await client.get('/containers?per=100')).body.containers as Body[];
    await this.times(3, async (at) => {
      const list = await this.make('/load_lists', {
        voyage: this.voyages[at % 2]!.number,
        ...(at ? { shipping_line: this.pick(this.lines).code } : {}),
        items: [],
      });
      for (const { id } of this.some(containers, 0.3))
        await client.post(`/load_lists/${list.id}/load_list_items`, {
          load_list_item_type: 'full',
          load_list_item: { container_id: id, notes: this.mark('notes') },
        });
    });
    await this.holds();
    await this.invoices();
    await this.services();
  }

  /** A container in the yard. */
  async container(): Promise<void> {
    const number = this.marks.container();
    await this.make('/containers', {
      number,
      container_type: this.type,
      container_status: 'full',
      usage: this.pick(['import', 'export']),
      shipping_line: this.pick(this.lines).code,
      commodity_type: this.commodity,
      ...(this.maybe(0.4) ? { consignee: this.pick(this.consignees).name } : {}),
      ...(this.maybe(0.3) ? { booking: this.pick(this.bookings).number } : {}),
      bill_of_ladings: this.some(this.bills, 0.2).map(this.billKey),
      ...(this.maybe(0.8) ? { ...AT_HOME, current_location: this.area } : {}),
    });
    this.numbers.push(number);
  }

  private async holds(): Promise<void> {
    const { client } = this;
    const hold = () => ({ hold: { reference_number: this.mark('reference'), notes: this.mark('notes') } });
    for (const number of this.some(this.numbers, 0.4))
      await client.put(`/containers/${number}/holds/${this.pick(this.holdTypes).id}/apply`, hold());
    for (const bill of this.some(this.bills, 0.4)) {
      const { manifest, number } = this.billKey(bill);
      const path = `/manifests/${manifest}/bill_of_ladings/${number}/holds/${this.pick(this.billHoldTypes).id}`;
      await client.put(path, hold());
    }
  }

  /** Invoices to each kind of customer: drafts, pro-formas and approved ones. */
  private async invoices(): Promise<void> {
    const customers: [type: string, key: 'code' | 'name', of: Body[]][] = [
      ['ShippingLine', 'code', this.lines],
      ['Consignee', 'name', this.consignees],
      ['Agent', 'name', this.agents],
      ['FreightForwarder', 'name', this.forwarders],
      ['TruckingCompany', 'code', this.companies],
    ];
    for (let at = 0; at < 9; at++) {
      const [customer_type, key, of] = customers[at % customers.length]!;
      const bill = this.pick(this.bills);
      const invoice = await this.make('/invoices', {
        customer: { customer_type, [key]: this.pick(of)[key] as string },
        currency: 'EUR',
        bill_of_lading: this.billKey(bill),
        is_proforma: this.maybe(0.3),
        bl_container_numbers: [],
        line_items: [
          {
            description: this.mark('line'),
            tariff_general_ledger_id: this.mark('ledger'),
            quantity: 1,
            amount: 5,
          },
        ],
      });
      if (this.maybe(0.5)) await this.client.put(`/invoices/${invoice.id}`, { invoice: { approved: true } });
    }
  }

  private async services(): Promise<void> {
    const code = await this.make('/charge_codes', { measure: 'service_order' });
    const { containers } = (await this.client.get('/containers?per=100')).body;
    const staying = this.numbers.filter((number) =>
      (containers as Body[]).some((each) => each.number === number && each.stay_id),
    );
    for (let at = 0; at < 4; at++)
      await this.make('/service_orders', {
        charge_code: code.code,
        container: this.pick(staying),
        ordered_by: { customer_type: 'Consignee', name: this.pick(this.consignees).name },
      });
  }

  private nominations = async (status: string) =>
    (await this.client.get(`/nominations?per=100&status=${status}`)).body.nominations as Body[];

  private nominate(subject: object, from: object): Promise<Answer> {
    return this.client.post('/nominations', {
      ...subject,
      from,
      to: this.taker(),
      reference: this.mark('nominationreference'),
    });
  }

  taker(): { type: string; key: string } {
    return this.maybe(0.4)
      ? { type: 'freight_forwarder', key: this.pick(this.forwarders).name }
      : { type: 'trucking_company', key: this.pick(this.companies).code };
  }

  /** Something to collect, and those who may have the right to it. */
  private async subject(): Promise<{ subject: object; owners: object[] }> {
    const ofLine = (key: unknown) => ({ type: 'shipping_line', key });
    const ofConsignee = (key: unknown) => ({ type: 'consignee', key });
    const kind = this.random();
    if (kind < 0.2) {
      const { number, shipping_line } = this.pick(this.bookings);
      return { subject: { booking: number }, owners: [ofLine(shipping_line?.code ?? this.lines[0]!.code)] };
    }
    if (kind < 0.5) {
      const bill = this.pick(this.bills);
      const { consignee } = (await this.client.get(`/bill_of_ladings?number=${bill.number}`)).body
        .bill_of_ladings[0];
      const line = this.lines[this.manifests.findIndex(({ id }) => id === bill.manifest.id) + 1]!;
      const owner = consignee ? ofConsignee(consignee.name) : ofLine(line.code);
      return { subject: { bill_of_lading: this.billKey(bill) }, owners: [owner, ofLine(line.code)] };
    }
    const container = this.pick(this.numbers);
    const { shipping_line, consignee } = (await this.client.get(`/containers/${container}`)).body.container;
    const line = ofLine(shipping_line?.code ?? this.lines[0]!.code);
    return { subject: { container }, owners: [line, consignee ? ofConsignee(consignee.name) : line] };
  }

  /** Containers on a bill, or of a booking. */
  private async containersOf(named: { bill?: Body; booking?: Body }): Promise<string[]> {
    const { bill, booking } = named;
    if (!bill && !booking) return [];
    const { containers } = (await this.client.get('/containers?per=100')).body;
    const own = (containers as Body[]).filter(({ bill_of_ladings, booking: of }) =>
      bill
        ? (bill_of_ladings as Body[]).some(({ number }) => number === bill.number)
        : of?.number === booking!.number,
    );
    return this.sample(own, 1).map(({ number }) => number as string);
  }

  private container_ = (body: object) => this.client.patch(`/containers/${this.pick(this.numbers)}`, body);
  private nameOf = (list: Body[]) => (this.maybe(0.2) ? null : (this.pick(list).name as string));

  private async purpose(): Promise<{ mayName: boolean; number: string; purpose: object }> {
    const number = this.pick(this.numbers);
    const { location, bill_of_ladings } = (await this.client.get(`/containers/${number}`)).body.container;
    const bill =
      this.maybe(0.8) && bill_of_ladings.length ? this.pick(bill_of_ladings as Body[]).number : undefined;
    if (location?.type === 'YardArea' || location?.type === 'Terminal')
      return {
        mayName: bill !== undefined,
        number,
        purpose: pickUp(number, bill ? { bill_of_lading: bill } : {}),
      };
    const purpose = dropOff(
      {
        cargo_type: 'container',
        container_number: number,
        container_type: this.type,
        container_status: 'full',
        shipping_line: this.pick(this.lines).code,
        goods: this.mark('broughtgoods'),
      },
      { interchange: { seals: this.mark('broughtseals'), weight: 12_000 } },
    );
    return { mayName: true, number, purpose };
  }

  private async announced(): Promise<{ answer: Answer; truck: string }> {
    const truck = this.pick(this.trucks).license_plate as string;
    const { mayName, number, purpose } = await this.purpose();
    const answer = await this.client.post('/pre_advices', {
      advice_number: this.mark('advice'),
      comments: this.mark('comments'),
      truck,
      ...(this.maybe(0.2) ? { trucking_company: this.pick(this.companies).code } : {}),
      ...(this.maybe(0.5) ? { truck_driver_id: this.pick(this.drivers).id } : {}),
      purposes: [purpose],
    });
    if (answer.status === 201) {
      this.advices.push(answer.body.advice_number as string);
      this.granted.set(answer.body.advice_number as string, new Set(mayName ? [number] : []));
    }
    return { answer, truck };
  }

  private async visitWith(body: object, plate: string): Promise<Answer> {
    const answer = await this.client.post('/truck_visits', {
      gate: this.gate,
      comment: this.mark('visitcomment'),
      ...body,
    });
    if (answer.status === 201) this.visits.push({ id: answer.body.truck_visit.id as number, plate });
    return answer;
  }

  private visit = () => (this.visits.length ? this.pick(this.visits.slice(-3)) : { id: 0, plate: 'NONE' });
  private advice = () => (this.advices.length ? this.pick(this.advices.slice(-3)) : 'NONE');

  /** What may happen; each returns the answer of the service. */
  readonly steps: Record<string, () => Promise<Answer | undefined>> = {
    sold: () => this.container_({ consignee: this.nameOf(this.consignees) }),
    goods: () => this.container_({ goods: this.mark('newgoods'), seals: [this.mark('newseal')] }),
    bills: () => this.container_({ bill_of_ladings: this.some(this.bills, 0.25).map(this.billKey) }),
    booked: () => this.container_({ booking: this.maybe(0.3) ? null : this.pick(this.bookings).number }),
    line: () => this.container_({ shipping_line: this.maybe(0.1) ? null : this.pick(this.lines).code }),
    arrive: () => this.container_({ ...AT_HOME, current_location: this.area }),
    leave: () => this.container_({ current_location_type: 'Other' }),
    loaded: () =>
      this.container_({ current_location_type: 'Ship', current_location: this.pick(this.vessels).name }),
    billSold: () => {
      const bill = this.pick(this.bills);
      const { manifest } = this.billKey(bill);
      return this.client.patch(`/manifests/${manifest}/bill_of_ladings/${bill.id}`, {
        bill_of_lading: { client_identifier: manifest, consignee: this.pick(this.consignees).name },
      });
    },
    itemSold: () =>
      this.client.patch(`/packing_list_items/${this.pick(this.items).id}`, {
        consignee: this.nameOf(this.consignees),
        ...(this.maybe(0.4) ? { container: this.pick(this.numbers) } : {}),
      }),
    agent: () => {
      const { id, code } = this.pick(this.lines);
      return this.client.put(`/shipping_lines/${id}`, {
        shipping_line: { code, agent: this.nameOf(this.agents) },
      });
    },
    parent: () => {
      const { id, code } = this.pick(this.lines);
      return this.client.put(`/shipping_lines/${id}`, {
        shipping_line: { code, parent_id: this.maybe(0.4) ? null : this.pick(this.lines).id },
      });
    },
    announce: async () => (await this.announced()).answer,
    announceGone: () => this.client.delete(`/pre_advices/${this.advice()}`),
    appointment: async () => {
      const number = this.mark('appointment');
      const stated = this.maybe(0.6) ? await this.purpose() : undefined;
      const answer = await this.client.post('/appointments', {
        number,
        comment: this.mark('comment'),
        truck: this.pick(this.trucks).license_plate,
        ...(this.maybe(0.3) ? { truck_driver_id: this.pick(this.drivers).id } : {}),
        purposes: stated ? [stated.purpose] : [],
      });
      if (answer.status === 201) {
        this.appointments.push(answer.body.appointment.id as number);
        this.granted.set(number, new Set(stated?.mayName ? [stated.number] : []));
      }
      return answer;
    },
    appointmentCancelled: () =>
      this.client.post(`/appointments/${this.pick([...this.appointments, 0])}/cancel`, {
        cancel_reason: this.mark('cancelreason'),
      }),
    gateIn: async () => {
      const { answer, truck } = await this.announced();
      if (answer.status !== 201) return answer;
      return this.visitWith({ pre_advice_number: answer.body.advice_number as string }, truck);
    },
    gateOut: async () => {
      const { truck } = (await this.client.get(`/truck_visits/${this.visit().id}`)).body;
      if (!truck) return undefined;
      return this.client.post(`/trucks/${truck.license_plate}/gate_out`, {
        complete_interchanges: this.maybe(0.7),
        ...(this.maybe(0.2) ? { reason_for_incomplete: this.mark('incomplete') } : {}),
      });
    },
    reversed: async () => {
      const { id } = this.visit();
      const { interchanges } = (await this.client.get(`/truck_visits/${id}`)).body;
      const done = (interchanges as Body[] | undefined)?.find(({ completed }) => completed as boolean);
      if (!done) return undefined;
      return this.client.post(`/truck_visits/${id}/interchanges/${done.id}/reverse`, {
        reason: this.mark('reversed'),
      });
    },
    nominated: async () => {
      const { subject, owners } = await this.subject();
      return this.nominate(subject, this.pick(owners));
    },
    passedOn: async () => {
      const [held] = this.sample(await this.nominations('active'), 1);
      if (!held) return undefined;
      const { container, bill_of_lading: bill, booking, to } = held;
      const [single] = this.maybe(0.5) ? await this.containersOf({ bill, booking }) : [];
      const subject = single
        ? { container: single }
        : bill
          ? { bill_of_lading: { manifest: bill.manifest, number: bill.number } }
          : container
            ? { container: container.number }
            : { booking: booking.number };
      return this.nominate(subject, { type: to.type, key: to.key });
    },
    revoked: async () => {
      const [held] = this.sample(
        [...(await this.nominations('active')), ...(await this.nominations('passed_on'))],
        1,
      );
      if (!held) return undefined;
      return this.client.post(`/nominations/${held.number}/revoke`, { reason: this.mark('revokereason') });
    },
    cancelled: () =>
      this.client.post(`/truck_visits/${this.visit().id}/cancel`, { reason: this.mark('cancelled') }),
    truckSold: () =>
      this.client.patch(`/trucks/${this.pick(this.trucks).license_plate}`, {
        truck: { trucking_company: this.maybe(0.2) ? null : this.pick(this.companies).code },
      }),
    driverMoved: () =>
      this.client.patch(`/truck_drivers/${this.pick(this.drivers).id}`, {
        trucking_company: this.pick(this.companies).code,
      }),
    damaged: async () => {
      const { id } = await aFile(this.client, undefined, undefined, `${this.mark('picture')}.jpg`);
      this.files.push(id as number);
      return this.client.post(`/containers/${this.pick(this.numbers)}/damages`, {
        damage_type: 'DT',
        component: 'PAA',
        location: 'LB3N',
        severity: 'minor',
        again: true,
        notes: this.mark('damage'),
        file_ids: [id],
      });
    },
    withdrawn: async () => {
      const { damages } = (await this.client.get('/damages?status=open&per=100')).body;
      if (!damages.length) return undefined;
      const { number, id } = this.pick(damages as Body[]);
      const reason = this.mark('withdrawreason');
      return this.client.post(`/containers/${number}/damages/${id}/withdraw`, { reason });
    },
    inspected: () =>
      this.client.post(`/containers/${this.pick(this.numbers)}/inspections`, {
        condition: 'sound',
        notes: this.mark('inspection'),
      }),
    corrected: async () => {
      const { container_stays } = (await this.client.get('/container_stays?per=100')).body;
      return this.client.patch(`/container_stays/${this.pick(container_stays as Body[]).id}`, {
        ...(this.maybe(0.5)
          ? { consignee: this.nameOf(this.consignees) }
          : { shipping_line: this.pick(this.lines).code }),
        reason: this.mark('correction'),
      });
    },
  };

  /** Each company fetches a container of somebody's, with a bill of its own. */
  async carry(): Promise<void> {
    for (const { code } of this.companies) {
      // without a hold, so that it may leave
      const bill = await this.make(
        `/manifests/${this.manifests[0]!.client_identifier}/bill_of_ladings`,
        { bill_of_lading: {}, consignee: this.pick(this.consignees).name },
        'bill_of_lading',
      );
      const number = this.marks.container();
      await this.make('/containers', {
        number,
        container_type: this.type,
        container_status: 'full',
        usage: 'import',
        shipping_line: this.pick(this.lines).code,
        consignee: this.pick(this.consignees).name,
        bill_of_ladings: [this.billKey(bill)],
        ...AT_HOME,
        current_location: this.area,
      });
      this.numbers.push(number);
      const advice_number = this.mark('advice');
      const truck = await this.make(
        '/trucks',
        { truck: { license_plate: this.mark('plate'), trucking_company: code } },
        'truck',
      );
      await this.client.create('/pre_advices', {
        advice_number,
        truck: truck.license_plate,
        purposes: [pickUp(number)],
      });
      const { status, body } = await this.visitWith(
        { pre_advice_number: advice_number },
        truck.license_plate as string,
      );
      if (status !== 201) throw new Error(`No visit of ${code}: ${status} ${JSON.stringify(body)}`);
      // that of a visit which was announced is the announcement's, until the terminal writes its own
      await this.client.patch(`/truck_visits/${body.truck_visit.id}`, { comment: this.mark('visitcomment') });
    }
  }

  /** Each company leaves with what it fetched last. */
  async carryAway(): Promise<void> {
    for (const { plate } of this.visits.slice(-this.companies.length)) {
      const { status, body } = await this.client.post(`/trucks/${plate}/gate_out`, {
        complete_interchanges: true,
      });
      if (status !== 200) throw new Error(`${plate} is still inside: ${status} ${JSON.stringify(body)}`);
    }
  }

  /** Lets one thing happen, and says what; undefined when it was refused. */
  async step(): Promise<string | undefined> {
    const names = Object.keys(this.steps);
    const name = this.pick([
      ...names,
      'gateIn',
      'gateIn',
      'gateOut',
      'gateOut',
      'gateOut',
      'reversed',
      'leave',
      'nominated',
      'nominated',
      'nominated',
      'passedOn',
      'passedOn',
    ]);
    const answer = await this.steps[name]!();
    if (answer && answer.status >= 300 && !REFUSALS.includes(answer.status))
      throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer && answer.status < 300 ? name : undefined;
  }
}
