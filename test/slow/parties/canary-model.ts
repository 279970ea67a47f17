import { marksIn } from './canary-marks';
import { companyOf, companyOfTruck, type Facts, InterestModel, standing } from './interest-model';

type Row = Record<string, any>;

/** What a party may see of a record: these of its fields, which are shown somewhere, and texts that may stand beside them. */
interface Sight {
  fields: readonly string[];
  beside?: unknown[];
  /** Whether it is found elsewhere than in the list of its kind. */
  isElsewhere?: boolean;
}

/** The kinds of records that the interests of stays and bills follow from. */
export const KINDS_OF_INTEREST =
  `containers container_stays shipping_lines bill_of_ladings manifests packing_list_items truck_visits pre_advices
  appointments trucks truck_drivers trucking_companies`.split(/\s+/);

const OWNERS_OF_STAY = ['goods', 'seals', 'commodity_type'];
const CARRIERS_OF_STAY = ['shipping_line', 'booking', 'arrival_voyage', 'departure_voyage', 'container_type'];
const OF_COMPANY = ['address', 'contact_person', 'phone', 'email', 'vat_number'];

const billKey = ({ manifest, number }: Row) => `${manifest} ${number}`;

/** Who has an interest in the stays and bills of a world, kept up with its changes. */
export class Interests {
  private readonly model = new InterestModel();
  stays = new Map<string, Map<string, 'owner' | 'carrier'>>();
  shown = new Set<string>();
  bills = new Map<string, Set<string>>();
  /** The parties of stays that are their lines, or lines above or agents of these. */
  private readonly lines = new Map<string, Set<string>>();
  /** The parties that read who the consignee of a stay is, and those that are the consignee of one of its bills. */
  private readonly names = new Map<string, Set<string>>();
  private readonly ofBills = new Map<string, Set<string>>();
  /** The companies of then of announcements that are over, and of refusals. */
  private readonly ofThen = new Map<unknown, string | undefined>();

  /** Has to learn of each change, since parties are frozen when a stay ends. */
  note(facts: Facts, granted: Map<string, Set<string>>): void {
    this.stays = new Map();
    this.shown = new Set();
    for (const known of [this.lines, this.names, this.ofBills]) known.clear();
    for (const line of this.model.stays(facts, granted)) {
      const [, stay, party, level] = /^(.+?): (.+?), (owner|carrier) by .*$/.exec(line)!;
      const by = line.slice(line.lastIndexOf(' by '));
      const add = (to: Map<string, Set<string>>) => to.set(stay!, (to.get(stay!) ?? new Set()).add(party!));
      if (/ (line|agent)\b/.test(by)) add(this.lines);
      if (/ (line|agent|nominated_forwarder)\b/.test(by)) add(this.names);
      if (/ bill\b/.test(by)) add(this.ofBills);
      const of = this.stays.get(stay!) ?? new Map<string, 'owner' | 'carrier'>();
      this.stays.set(stay!, of.set(party!, level as 'owner' | 'carrier'));
      if (line.endsWith(', shown')) this.shown.add(stay!);
    }
    this.noteCompanies(facts);
    this.bills = new Map();
    for (const line of this.model.bills(facts)) {
      const [, bill, party] = /^(.+?): (.+?), (?:owner|carrier) by .*$/.exec(line)!;
      this.bills.set(bill!, (this.bills.get(bill!) ?? new Set()).add(party!));
    }
  }

  private noteCompanies(facts: Facts): void {
    const rows = (kind: string) => facts[kind] ?? [];
    for (const row of [...rows('pre_advices'), ...rows('appointments')])
      if (!row.used && !row.cancelled_at && !row.missed_at)
        this.ofThen.delete(row.advice_number ?? row.number);
      else this.keep(row.advice_number ?? row.number, companyOf(row, facts));
    for (const { id, truck } of rows('gate_refusals')) this.keep(id, companyOfTruck(truck as string, facts));
  }

  private keep(key: unknown, company: string | undefined): void {
    if (!this.ofThen.has(key)) this.ofThen.set(key, company);
  }

  /** The company of an announcement or of a refusal: that of then, of one that is open that of now. */
  companyOf(row: Row, facts: Facts): string | undefined {
    const key: unknown = row.advice_number ?? row.number ?? row.id;
    return this.ofThen.has(key) ? this.ofThen.get(key) : companyOf(row, facts);
  }

  /** Whether a stay is of one of these parties as its line or agent. */
  isByLine(stay: string, parties: Set<string>): boolean {
    return [...(this.lines.get(stay) ?? [])].some((party) => parties.has(party));
  }

  /** Whether one of these parties reads who the consignee of a stay is: its line, an agent, a nominated forwarder. */
  readsNames(stay: string, parties: Set<string>): boolean {
    return [...(this.names.get(stay) ?? [])].some((party) => parties.has(party));
  }

  /** Whether one of these parties is, or was when it ended, the consignee of a bill of a stay. */
  isOfBill(stay: string, parties: Set<string>): boolean {
    return [...(this.ofBills.get(stay) ?? [])].some((party) => parties.has(party));
  }
}

/**
 * What a token sees that is limited to some parties, as the specification says it: a model of its own, without a database
 * and without the declarations of the service.
 */
export class Sights {
  private readonly parties: Set<string>;

  constructor(
    parties: string[],
    private readonly facts: Facts,
    private readonly interests: Interests,
  ) {
    this.parties = new Set(parties);
  }

  /** The records of a kind that are in its lists. */
  rows(kind: string): Row[] {
    return (this.facts[kind] ?? []).filter((row) => {
      const sight = this.of(kind, row);
      return sight && !sight.isElsewhere;
    });
  }

  /** All marks that it may see, and those that its lists and records show. */
  marks(): { may: Set<string>; must: Set<string> } {
    const [may, must] = [new Set<string>(), new Set<string>()];
    for (const [kind, rows] of Object.entries(this.facts))
      for (const row of rows) {
        const sight = this.of(kind, row);
        if (!sight) continue;
        const shown = marksIn(JSON.stringify(sight.fields.map((field) => row[field] as unknown)));
        for (const mark of shown) {
          may.add(mark);
          must.add(mark);
        }
        for (const mark of marksIn(JSON.stringify(sight.beside ?? []))) may.add(mark);
      }
    return { may, must };
  }

  private of(kind: string, row: Row): Sight | undefined {
    return this.rules[kind]?.(row);
  }

  private readonly rules: Record<string, (row: Row) => Sight | undefined> = {
    ...Object.fromEntries(
      Object.entries({
        ports: ['locode', 'name'],
        terminals: ['name', 'address'],
        gates: ['name', 'terminal'],
        container_types: ['code', 'iso_type_code', 'description'],
        package_types: ['code', 'description'],
        commodity_types: ['name'],
        damage_types: ['code', 'name'],
        damage_components: ['code', 'name'],
        vessels: ['name', 'call_sign', 'vessel_type', 'country_code', 'scac', 'agent_name'],
        voyages: ['number', 'vessel_name', 'discharge_destination'],
      }).map(([kind, fields]) => [kind, () => ({ fields })]),
    ),
    hold_types: ({ open_to_parties }) => (open_to_parties ? { fields: ['name', 'description'] } : undefined),

    // themselves
    trucking_companies: ({ code, name, listed }) => {
      if (this.is('trucking_company', code)) return { fields: ['code', 'name'] };
      return listed ? { fields: [], beside: [code, name], isElsewhere: true } : undefined;
    },
    consignees: ({ name }) =>
      this.is('consignee', name) && {
        fields: ['name', 'customs_code', 'billing_contact_name', 'billing_contact_email', ...OF_COMPANY],
      },
    freight_forwarders: ({ name }) =>
      this.is('freight_forwarder', name) && { fields: ['name', ...OF_COMPANY] },
    shipping_lines: ({ code, parent, agent }) =>
      this.is('shipping_line', code) && {
        fields: ['code', 'name', 'synonyms', 'dock_receipt_email', 'parent', ...OF_COMPANY],
        beside: [agent, this.find('shipping_lines', 'code', parent, ['name', 'synonyms'])],
      },
    agents: ({ name }) =>
      this.is('agent', name) && { fields: ['name', 'address', 'email', 'contact_person', 'phone'] },

    // cargo
    containers: (row) => {
      const stay = `${row.number} ${row.stay}`;
      const level = this.interests.shown.has(stay) ? this.level(stay) : undefined;
      const shown = this.facts.container_stays!.find(
        ({ container, number }) => container === row.number && number === row.stay,
      );
      return this.stay(stay, level, ['number'], row, shown!);
    },
    container_stays: (row) => {
      const stay = `${row.container} ${row.number}`;
      return this.stay(stay, this.level(stay), ['container'], row, row);
    },
    container_damages: (row) =>
      this.condition(row, ['container', 'notes', 'repair_notes', 'withdraw_reason']),
    inspections: (row) => this.condition(row, ['container', 'notes']),
    container_holds: ({ container, stay, hold_type }) =>
      this.level(`${container} ${stay}`) === 'owner' && this.interests.shown.has(`${container} ${stay}`)
        ? { fields: [], beside: [this.isOpenType(hold_type) && hold_type] }
        : undefined,
    bill_of_lading_holds: ({ bill_of_lading, hold_type }) =>
      this.isBill(bill_of_lading)
        ? { fields: [], beside: [this.isOpenType(hold_type) && hold_type] }
        : undefined,
    bill_of_ladings: (row) =>
      this.isBill(row) && {
        fields:
          `manifest number goods_description shipping_marks consignee_address exporter_address destination_code
          type_of_contract usage consignee exporter`.split(/\s+/),
        beside: [
          this.is('consignee', row.consignee) && this.find('consignees', 'name', row.consignee, ['address']),
          this.find('manifests', 'client_identifier', row.manifest, ['voyage_number']),
        ],
      },
    manifests: ({ shipping_line }) =>
      this.isLine(shipping_line) && {
        fields: ['client_identifier', 'shipping_line_voyage_number', 'shipping_line', 'voyage_number'],
        beside: [this.find('shipping_lines', 'code', shipping_line, ['name', 'synonyms', 'agent'])],
      },
    packing_list_items: (row) =>
      this.isItem(row) && {
        fields: `reference_number bill_of_lading container consignee description consignee_address
          shipping_marks`.split(/\s+/),
        beside: [this.isReceipt(row.dock_receipt) && row.dock_receipt],
      },
    vehicles: (row) => {
      const bills = (row.bill_of_ladings ?? []) as Row[];
      const consignees = (row.consignees ?? []) as string[];
      const isAll = this.isLine(row.shipping_line) || bills.some((bill) => this.isBillOfLine(bill));
      const own = consignees.filter((name) => this.is('consignee', name));
      if (!isAll && !own.length && !bills.some((bill) => this.isBill(bill))) return undefined;
      return {
        fields:
          `vin_number reference_number goods goods_description shipping_marks usage make model color shipping_line
          booking`.split(/\s+/),
        beside: [
          isAll ? bills : bills.filter((bill) => this.isBill(bill)),
          isAll ? consignees : own,
          row.extra_attributes,
          this.isReceipt(row.dock_receipt) && row.dock_receipt,
          this.find('shipping_lines', 'code', row.shipping_line, ['name']),
        ],
      };
    },
    breakbulks: ({ bill_of_lading }) =>
      this.isBill(bill_of_lading) && { fields: ['reference_number', 'description', 'bill_of_lading'] },
    delivery_orders: ({ bill_of_lading }) =>
      this.isBill(bill_of_lading) && { fields: ['number', 'bill_of_lading'] },
    bookings: (row) => {
      const level = this.levelOfBooking(row);
      if (!level) return undefined;
      const fields = ['number', 'shipping_line', 'voyage'];
      return { fields: level === 'owner' ? [...fields, 'goods'] : fields };
    },
    dock_receipts: ({ number }) => this.isReceipt(number) && { fields: ['number', 'booking'] },
    load_lists: (row) => {
      const items = ((row.items ?? []) as Row[]).filter((item) => this.isLoaded(item));
      if (!this.isLine(row.shipping_line) && !items.length) return undefined;
      return {
        fields: ['name', 'voyage', 'shipping_line'],
        beside: items.map(({ notes: _, ...item }) => [
          item,
          this.find('containers', 'number', item.container, ['shipping_line', 'booking']),
        ]),
      };
    },
    chassis: ({ shipping_line }) => this.isLine(shipping_line) && { fields: ['number', 'shipping_line'] },
    gensets: ({ shipping_line, chassis }) =>
      this.isLine(shipping_line) && {
        fields: ['number', 'seal', 'equipment_condition'],
        beside: [shipping_line, chassis],
      },

    // the gate
    trucks: (row) =>
      this.is('trucking_company', companyOfTruck(row.license_plate, this.facts)) && {
        fields: ['license_plate', 'number', 'make', 'model'],
        beside: [
          row.trucking_company,
          this.companyName(row.trucking_company),
          this.ownDriver(row.truck_driver_license_number),
        ],
      },
    truck_drivers: (row) =>
      this.is('trucking_company', row.trucking_company) && {
        fields: `license_number number firstname lastname twic telephone_number email
          trucking_company`.split(/\s+/),
        beside: [this.companyName(row.trucking_company)],
      },
    pre_advices: (row) =>
      this.is('trucking_company', this.interests.companyOf(row, this.facts)) && {
        fields: ['advice_number', 'truck', 'comments', 'purposes'],
        beside: this.besideAnnouncement(row),
      },
    appointments: (row) =>
      this.is('trucking_company', this.interests.companyOf(row, this.facts)) && {
        fields: ['number', 'truck', 'comment', 'purposes', 'cancel_reason'],
        beside: this.besideAnnouncement(row),
      },
    truck_visits: (row) =>
      this.is('trucking_company', row.trucking_company) && {
        fields: ['truck', 'trucking_company', 'gate', 'pre_advice', 'appointment', 'cancel_reason'],
        beside: [
          this.companyName(row.trucking_company),
          this.find('trucks', 'license_plate', row.truck, ['number']),
          this.driver(row.truck_driver),
          this.find('pre_advices', 'advice_number', row.pre_advice, ['purposes']),
          this.find('appointments', 'number', row.appointment, ['purposes']),
          ...((row.interchanges ?? []) as Row[]).map(
            ({ container, chassis, genset, seals, reverse_reason, added_purpose }) => [
              container,
              // the pass says where to
              this.find('containers', 'number', container, ['current_location']),
              chassis,
              genset,
              seals,
              reverse_reason,
              added_purpose,
            ],
          ),
        ],
      },
    gate_refusals: (row) =>
      this.is('trucking_company', this.interests.companyOf(row, this.facts)) && {
        fields: ['truck', 'gate'],
        beside: [row.pre_advice, row.appointment, this.ownDriver(row.truck_driver), row.containers],
      },

    nominations: (row) =>
      this.isInChain(row) && {
        fields: `container bill_of_lading booking from to reference revoke_reason`.split(' '),
      },

    // money
    invoices: (row) =>
      this.isCustomer(row.customer) &&
      (row.is_proforma || row.approved || row.paid || row.document_number) && {
        fields: ['number', 'customer'],
        beside: [
          row.created_during,
          row.bill_of_lading,
          row.customer_kept,
          ...((row.line_items ?? []) as Row[]).map(({ tariff_general_ledger_id: _, ...line }) => line),
        ],
      },
    service_orders: (row) =>
      this.isCustomer(row.ordered_by) && {
        fields: ['number', 'charge_code', 'container', 'ordered_by'],
      },
  } as Record<string, (row: Row) => Sight | undefined>;

  /** Whether it sees a movement: that of a stay of its own, but for those within the terminal. */
  seesMovement({ container, stay, movement_type }: Row): boolean {
    if (['shift', 'yard', 'restow'].includes(movement_type as string) || !stay) return false;
    return this.level(`${container.number} ${stay.number}`) !== undefined;
  }

  private is(type: string, key: unknown): boolean | undefined {
    return this.parties.has(`${type}:${String(key)}`) || undefined;
  }

  /** A damage or an inspection, which the owners of its stay see, with its files. */
  private condition(row: Row, fields: string[]): Sight | undefined {
    if (this.level(`${row.container} ${row.stay}`) !== 'owner') return undefined;
    const files = (row.files ?? []) as string[];
    return { fields, beside: files.map((key) => this.find('files', 'key', key, ['name'])) };
  }

  private level(stay: string): 'owner' | 'carrier' | undefined {
    const levels = [...(this.interests.stays.get(stay) ?? [])].flatMap(([party, level]) =>
      this.parties.has(party) ? level : [],
    );
    return levels.includes('owner') ? 'owner' : levels[0];
  }

  /** What it sees of a container in a stay. A carrier does not see where a container is that has not come for that stay. */
  private stay(
    stay: string,
    level: 'owner' | 'carrier' | undefined,
    key: string[],
    row: Row,
    { status, arrival_voyage }: Row,
  ): Sight | undefined {
    if (!level) return undefined;
    const isToldPlace = level === 'owner' || status !== 'announced' || arrival_voyage;
    const place = isToldPlace && ['Ship', 'Voyage', 'Port'].includes(row.current_location_type as string);
    const beside: unknown[] = [place && row.current_location];
    const fields = [...key, ...CARRIERS_OF_STAY.filter((field) => field in row)];
    if (level === 'carrier') return { fields, beside };
    const line = this.row('shipping_lines', 'code', row.shipping_line);
    const bills = (row.bill_of_ladings ?? []) as Row[];
    const ofBills = bills.every((bill) => this.isBill(bill)) ? ['bill_of_ladings'] : [];
    const seesConsignee =
      this.is('consignee', row.consignee) || this.interests.readsNames(stay, this.parties)
        ? ['consignee']
        : [];
    // the number alone: to the line and its agent, and to who was the consignee of one when the stay ended
    const isEnded = !['announced', 'here'].includes(status as string);
    const numbers =
      this.interests.isByLine(stay, this.parties) || (isEnded && this.interests.isOfBill(stay, this.parties))
        ? bills.map(({ number }) => number as string)
        : [];
    return {
      fields: [...fields, ...OWNERS_OF_STAY, ...ofBills, ...seesConsignee],
      beside: [...beside, line?.name, line?.agent, numbers, bills.filter((bill) => this.isBill(bill))],
    };
  }

  /** Whether a line is its own, or below its own, or its agent is. */
  private isLine(code: unknown): boolean | undefined {
    const first = this.row('shipping_lines', 'code', code);
    if (first && this.is('agent', first.agent)) return true;
    const seen = new Set<unknown>();
    for (
      let line = first;
      line && !seen.has(line.code);
      line = this.row('shipping_lines', 'code', line.parent)
    ) {
      seen.add(line.code);
      if (this.is('shipping_line', line.code)) return true;
    }
    return undefined;
  }

  private isBill(bill: Row | null | undefined): boolean | undefined {
    const parties = bill && this.interests.bills.get(billKey(bill));
    return (parties && [...parties].some((party) => this.parties.has(party))) || undefined;
  }

  private isBillOfLine({ manifest }: Row): boolean | undefined {
    return this.isLine(this.row('manifests', 'client_identifier', manifest)?.shipping_line);
  }

  private isItem({ consignee, bill_of_lading }: Row): boolean | undefined {
    if (bill_of_lading && this.isBillOfLine(bill_of_lading as Row)) return true;
    if (bill_of_lading && this.takers('bill_of_lading', bill_of_lading as Row).includes('freight_forwarder'))
      return true;
    if (consignee) return this.is('consignee', consignee);
    const bill =
      bill_of_lading &&
      this.facts.bill_of_ladings!.find((each) => billKey(each) === billKey(bill_of_lading as Row));
    return bill && this.is('consignee', bill.consignee);
  }

  /** Whether it gave the right, was given it, or is above in the chain. */
  private isInChain({ from, to, parent }: Row): boolean | undefined {
    for (const { type, key } of [from, to] as Row[]) if (this.is(type as string, key)) return true;
    const above = parent && this.facts.nominations!.find(({ number }) => number === parent.number);
    return above ? this.isInChain({ ...above, to: above.from }) : undefined;
  }

  private isReceipt(number: unknown): boolean | undefined {
    const receipt = this.row('dock_receipts', 'number', number);
    const booking = receipt && this.row('bookings', 'number', receipt.booking);
    return (booking && this.levelOfBooking(booking) !== undefined) || undefined;
  }

  /** As its line, the lines above and the agent see it, and forwarders that are nominated; hauliers likewise, but for goods. */
  private levelOfBooking({ number, shipping_line }: Row): 'owner' | 'carrier' | undefined {
    const takers = this.takers('booking', { number });
    if (this.isLine(shipping_line) || takers.includes('freight_forwarder')) return 'owner';
    return takers.length ? 'carrier' : undefined;
  }

  /** The kinds of its parties to which a nomination for a bill or a booking was given that still holds. */
  private takers(subject: 'bill_of_lading' | 'booking', { manifest, number }: Row): string[] {
    return standing(this.facts).flatMap(({ [subject]: of, to }) =>
      of?.number === number && of?.manifest === manifest && this.is(to.type as string, to.key)
        ? [to.type as string]
        : [],
    );
  }

  private isOpenType(name: unknown): boolean {
    return this.row('hold_types', 'name', name)?.open_to_parties as boolean;
  }

  /** Whether what an item of a load list represents is of its line: that of the stay, if there is one. */
  private isLoaded({ container, stay, shipping_line }: Row): boolean | undefined {
    if (!container) return this.isLine(shipping_line);
    if (stay) return this.interests.isByLine(`${String(container)} ${String(stay)}`, this.parties);
    return this.isLine(this.row('containers', 'number', container)?.shipping_line);
  }

  private isCustomer({ customer_type, code, name }: Row): boolean | undefined {
    const type = (customer_type as string).replace(/(?<=.)([A-Z])/g, '_$1').toLowerCase();
    return this.is(type, code ?? name);
  }

  /** By what people know a driver; the rest is for the company of the driver. */
  private driver(license: unknown): unknown {
    return this.find('truck_drivers', 'license_number', license, [
      'license_number',
      'firstname',
      'lastname',
      'number',
    ]);
  }

  private ownDriver(license: unknown): unknown {
    const { trucking_company } = this.row('truck_drivers', 'license_number', license) ?? {};
    return this.is('trucking_company', trucking_company) && this.driver(license);
  }

  private companyName(code: unknown): unknown {
    return this.find('trucking_companies', 'code', code, ['name']);
  }

  private besideAnnouncement(row: Row): unknown[] {
    const company = this.interests.companyOf(row, this.facts);
    return [company, this.companyName(company), this.ownDriver(row.truck_driver), row.truck_visit];
  }

  private row(kind: string, key: string, value: unknown): Row | undefined {
    return value === undefined || value === null
      ? undefined
      : this.facts[kind]?.find((each) => each[key] === value);
  }

  private find(kind: string, key: string, value: unknown, fields: string[]): unknown {
    const row = this.row(kind, key, value);
    return row && fields.map((field) => row[field] as unknown);
  }
}
