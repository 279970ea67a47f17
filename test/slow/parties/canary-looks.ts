import type { PartyInput } from '../../../src/common/party-wall/party-reference';
import { buildDocument } from '../../../src/document/document';
import { nominationsNow } from '../../factories/interests';
import type { Body } from '../../factories/record';
import { pickUp } from '../../factories/gate';
import { limitedTo } from '../../factories/parties';
import { exportFiles } from '../../factories/transfer';
import type { Answer, Client } from '../../setup/client';
import { pagesOf } from '../../setup/pdf-text';
import { marksIn } from './canary-marks';
import type { Sights } from './canary-model';
import type { World } from './canary-world';
import { type Facts, factsOf, namesMore } from './interest-model';

/** A token, and the parties that it is limited to. */
export interface Looker {
  parties: string[];
  of: Client;
}

/** A token of each party, of several, and of none. */
export async function lookersOf(world: World): Promise<Looker[]> {
  const all: PartyInput[] = [
    ...world.agents.map(({ name }) => ({ type: 'agent' as const, key: name as string })),
    ...world.lines.map(({ code }) => ({ type: 'shipping_line' as const, key: code as string })),
    ...world.consignees.map(({ name }) => ({ type: 'consignee' as const, key: name as string })),
    ...world.forwarders.map(({ name }) => ({ type: 'freight_forwarder' as const, key: name as string })),
    ...world.companies.map(({ code }) => ({ type: 'trucking_company' as const, key: code as string })),
  ];
  const sets = [...all.map((each) => [each]), [], ...[3, 2, 4].map((count) => world.sample(all, count))];
  const lookers: Looker[] = [];
  for (const parties of sets)
    lookers.push({
      parties: parties.map(({ type, key }) => `${type}:${key}`),
      of: await limitedTo(world.client, ...parties),
    });
  return lookers;
}

interface Parameter {
  name: string;
  in: string;
  schema?: Body;
}

/** A GET of the document: as `/containers/{number}/holds`. */
export interface Operation {
  path: string;
  parameters: Parameter[];
}

type Key = (of: Body) => unknown;

/** The lists with a record of the facts for each item: how it is known there, and in the list. */
const LISTS: Record<string, { fact: Key; item: Key; kind?: string }> = {
  ...Object.fromEntries(
    Object.entries({
      ports: 'locode',
      terminals: 'name',
      gates: 'name',
      container_types: 'code',
      package_types: 'code',
      commodity_types: 'name',
      hold_types: 'name',
      damage_types: 'code',
      damage_components: 'code',
      vessels: 'name',
      voyages: 'number',
      trucking_companies: 'code',
      consignees: 'name',
      freight_forwarders: 'name',
      shipping_lines: 'code',
      agents: 'name',
      trucks: 'license_plate',
      truck_drivers: 'license_number',
      pre_advices: 'advice_number',
      appointments: 'number',
      containers: 'number',
      invoices: 'number',
      manifests: 'client_identifier',
      bill_of_ladings: 'number',
      packing_list_items: 'reference_number',
      bookings: 'number',
      dock_receipts: 'number',
      delivery_orders: 'number',
      load_lists: 'name',
      vehicles: 'vin_number',
      breakbulks: 'reference_number',
      chassis: 'number',
      gensets: 'number',
      service_orders: 'number',
      nominations: 'number',
    }).map(([list, key]) => [list, { fact: (row: Body) => row[key], item: (item: Body) => item[key] }]),
  ),
  container_stays: {
    fact: ({ container, number }) => `${container} ${number}`,
    item: ({ container, number }) => `${container.number} ${number}`,
  },
  truck_visits: {
    fact: ({ truck, gated_in_at }) => `${truck} ${gated_in_at}`,
    item: ({ truck, gated_in_at }) => `${truck.license_plate} ${gated_in_at}`,
  },
  // each has a mark of its own there
  damages: { kind: 'container_damages', fact: ({ notes }) => notes, item: ({ notes }) => notes },
  inspections: { fact: ({ notes }) => notes, item: ({ notes }) => notes },
  gate_refusals: { fact: ({ id }) => id, item: ({ id }) => id },
  movements: { fact: ({ id }) => id, item: ({ id }) => id },
};

/** What the model knows no records of: that nothing else is shown there is looked at all the same. */
const UNCOUNTED =
  '/me /appointment_slots /availability /party_directory /charges /charge_previews /container_releases /payments /receipts /reports/dwell /reports/dwell.svg /reports/line_cost /reports/line_cost.svg'.split(
    ' ',
  );

/** The lists of companies that may be customers, by what a path calls them. */
const CUSTOMER_LISTS = {
  ShippingLine: '/shipping_lines',
  Consignee: '/consignees',
  Agent: '/agents',
  FreightForwarder: '/freight_forwarders',
  TruckingCompany: '/trucking_companies',
};

/** The queries that a path needs, where it does not answer without. */
const NEEDED: Record<string, (world: World) => string[]> = {
  '/availability': ({ numbers }) => [`container_numbers=${numbers.join(',')}`],
  '/party_directory': () => ['q=ZQN', 'q=ZQC'],
  '/charge_previews': ({ numbers }) => numbers.map((number) => `container_number=${number}`),
};

/** Events are shown to who was a party when they happened, which this model of the present does not know (canary-told). */
const EVENTS = ['/events', '/events/{id}', '/events/stream'];

/** The keys by which paths name records: that of a list is the one that its parameter ends with, else the id. */
const KEYS = ['license_number', 'client_identifier', 'advice_number', 'reference_number', 'number', 'name'];

/** Looks at a world with tokens that are limited to parties. */
export class Looks {
  open: Operation[] = [];
  /** What was found wrong, once each. */
  readonly complaints = new Map<string, string>();
  /** The paths of each operation, until something happens. */
  private readonly paths = new Map<string, Promise<string[]>>();

  constructor(
    readonly world: World,
    readonly lookers: Looker[],
  ) {}

  /** Finds the operations that one of the tokens may call: those that do not refuse it for being limited. */
  async findOpen(): Promise<void> {
    const { paths, components } = buildDocument(this.world.client.service.app);
    const shared = (components?.parameters ?? {}) as unknown as Record<string, Parameter>;
    for (const [path, verbs] of Object.entries(paths)) {
      const { get } = verbs as {
        get?: { security?: object[]; parameters?: (Parameter | { $ref: string })[] };
      };
      const parameters = (get?.parameters ?? []).map((each) =>
        '$ref' in each ? shared[each.$ref.split('/').at(-1)!]! : each,
      );
      const operation = { path: path.replace('/api/v1', ''), parameters };
      if (!get || get.security || EVENTS.includes(operation.path)) continue;
      for (const { of } of this.lookers) {
        const { body } = await of.get(operation.path.replace(/\{\w+\}/g, '999999'));
        if (body?.code === 'not_for_parties') continue;
        this.open.push(operation);
        break;
      }
    }
  }

  get lists(): Operation[] {
    return this.open.filter(({ path }) => !path.includes('{'));
  }

  /**
   * Asks, and returns the answer as text. It complains when that has a mark that the token may not see and did not
   * send, or a user of the terminal.
   */
  async ask({ of, parties }: Looker, path: string, may: Set<string>): Promise<Answer & { said: string }> {
    const answer = await of.get(path);
    const stated = await saidBy(of, path, answer);
    const sent = marksIn(decodeURIComponent(path));
    const given = [...marksIn(stated)].filter((mark) => !may.has(mark) && !sent.has(mark));
    if (!path.startsWith('/me') && /tester@harbour|"Tess\b/.test(stated)) given.push('a user');
    for (const mark of given)
      this.complain(
        `GET ${nameless(path)} tells ${mark.replace(/\d+/, '')} to ${typesOf(parties)}`,
        `${path} ${parties.join(', ')} ${mark}: ${around(stated, mark)}`,
      );
    if (answer.status >= 500) throw new Error(`GET ${path}: ${answer.status} ${stated}`);
    return { ...answer, said: stated };
  }

  complain(what: string, where: string): void {
    if (!this.complaints.has(what)) this.complaints.set(what, where);
  }

  /** Holds each list against the model: it has what the token may see, and all of that, and counts it. */
  async lookAtLists(looker: Looker, sights: Sights, withFiles: boolean): Promise<Set<string>> {
    const { may } = sights.marks();
    const shown = new Set<string>();
    const { movements } = (await this.world.client.get('/movements?per=100')).body;
    for (const { path } of this.lists)
      for (const query of NEEDED[path]?.(this.world) ?? ['per=100']) {
        const { status, headers, body, said: stated } = await this.ask(looker, `${path}?${query}`, may);
        marksIn(stated).forEach((mark) => shown.add(mark));
        const kind = path.slice(1);
        const list = LISTS[kind];
        if (!list && !UNCOUNTED.includes(path)) throw new Error(`The model says nothing of GET ${path}`);
        // some are only for another kind of party
        if (!list || status === 403) continue;
        const rows =
          kind === 'movements'
            ? (movements as Body[]).filter((each) => sights.seesMovement(each))
            : sights.rows(list.kind ?? kind);
        const found = JSON.stringify([
          status,
          (body[kind] as Body[] | undefined)?.map(list.item).sort(),
          headers['x-total-count'],
        ]);
        const meant = JSON.stringify([200, rows.map(list.fact).sort(), String(rows.length)]);
        if (found !== meant)
          this.complain(
            `GET ${path} is not what is meant for ${typesOf(looker.parties)}`,
            `${looker.parties.join(', ')}: ${found} and not ${meant}`,
          );
        if (withFiles) await this.ask(looker, `${path}?format=csv`, may);
      }
    return shown;
  }

  /** Asks for records one by one, its own and others', by each operation with a record in its path. */
  async lookAtRecords(looker: Looker, sights: Sights, most: number): Promise<Set<string>> {
    const { may } = sights.marks();
    const shown = new Set<string>();
    for (const operation of this.open.filter(({ path }) => path.includes('{')))
      for (const path of this.world.sample(await this.knownPaths(operation), most)) {
        const { said: stated } = await this.ask(looker, path, may);
        marksIn(stated).forEach((mark) => shown.add(mark));
      }
    return shown;
  }

  /**
   * Tries the filters of each list with texts of all records: none tells of others, nor finds what is its own by what is
   * hidden of it.
   */
  async tryFilters(looker: Looker, sights: Sights, facts: Facts, most: number): Promise<number> {
    const { may } = sights.marks();
    const all = [...marksIn(JSON.stringify(facts))];
    let tried = 0;
    for (const { path, parameters } of this.lists)
      for (const { name, schema } of parameters.filter((each) => each.in === 'query')) {
        if (
          !isText(schema) ||
          name in
            (Object.fromEntries((NEEDED[path]?.(this.world) ?? []).map((each) => each.split('='))) as object)
        )
          continue;
        const kind = path.slice(1);
        const hidden = sights
          .rows(kind)
          .flatMap((row) => [...marksIn(JSON.stringify(row))].filter((mark) => !may.has(mark)));
        for (const mark of [...this.world.sample(hidden, most), ...this.world.sample(all, most)]) {
          const answer = await this.ask(looker, `${path}?per=100&${name}=${mark}`, may);
          if (answer.body?.code === 'filter_not_open') break;
          if (answer.status !== 200) continue;
          tried++;
          const items = answer.body[kind] as Body[] | undefined;
          if (items?.length && !may.has(mark))
            throw new Error(
              `GET ${path}?${name}=${mark} finds what is hidden, for ${looker.parties.join(', ')}`,
            );
        }
      }
    return tried;
  }

  /**
   * Sends a write that names records of all kinds at random, its own and others'. What it says is held against what may be
   * seen before and behind it.
   * @param note tells what the token may see now
   */
  async tryWrite(
    looker: Looker,
    facts: Facts,
    before: Set<string>,
    note: () => Promise<Set<string>>,
  ): Promise<number> {
    const { of, parties } = looker;
    await this.world.client.service.query('DELETE FROM party_guesses');
    const [verb, path, body] = this.aWrite(facts, parties);
    const answer = await of.send(verb, path, body);
    if (answer.status >= 500) throw new Error(`${verb} ${path}: ${JSON.stringify([body, answer.body])}`);
    const { advice_number, appointment } = answer.body ?? {};
    const announced: unknown = advice_number ?? appointment?.number;
    if (answer.status === 201 && announced) {
      const [purpose] = (body as { purposes: Body[] }).purposes;
      const number = purpose!.cargo.container_number as string;
      const stay = facts.container_stays!.find(
        ({ container, status }) => container === number && ['announced', 'here'].includes(status as string),
      );
      this.world.granted.set(announced as string, new Set(stay && namesMore(purpose, stay) ? [number] : []));
    }
    const may = answer.status < 300 ? await note() : before;
    const sent = marksIn(decodeURIComponent(path) + JSON.stringify(body));
    const stated = await saidBy(of, path, answer);
    for (const mark of marksIn(stated))
      if (!may.has(mark) && !before.has(mark) && !sent.has(mark))
        this.complain(
          `${verb} ${nameless(path)} tells ${mark.replace(/\d+/, '')} to ${typesOf(parties)}`,
          `${path} ${JSON.stringify(body)} ${parties.join(', ')} ${mark}: ${around(stated, mark)}`,
        );
    return answer.status;
  }

  private aWrite(facts: Facts, parties: string[]): [verb: 'POST' | 'PATCH', path: string, body: object] {
    const { world } = this;
    const any = (kind: string, key: string): any => world.sample(facts[kind]!, 1)[0]?.[key];
    const maybe = <T extends object>(share: number, body: T) => (world.random() < share ? body : {});
    const text = () => world.marks.next('written');
    // without a truck of its own it is refused before its container is looked at
    const [own] = world.sample(
      facts.trucks!.filter(({ trucking_company: of }) => parties.includes(`trucking_company:${of}`)),
      1,
    );
    const announcement = () => ({
      truck: (world.random() < 0.6 && own?.license_plate) || any('trucks', 'license_plate'),
      ...maybe(0.3, { truck_driver: any('truck_drivers', 'license_number') }),
      ...maybe(0.3, { trucking_company: any('trucking_companies', 'code') }),
      purposes: [
        pickUp(any('containers', 'number') as string, {
          ...maybe(0.5, { bill_of_lading: any('bill_of_ladings', 'number') }),
          ...maybe(0.3, { booking: any('bookings', 'number') }),
        }),
      ],
    });
    const party = () =>
      world.pick([
        { type: 'consignee', key: any('consignees', 'name') },
        { type: 'shipping_line', key: any('shipping_lines', 'code') },
        world.taker(),
      ]);
    const [bill] = world.sample(facts.bill_of_ladings!, 1);
    const subjects = [
      { container: any('containers', 'number') },
      { booking: any('bookings', 'number') },
      { bill_of_lading: { manifest: bill!.manifest, number: bill!.number } },
    ];
    return world.pick<[verb: 'POST' | 'PATCH', path: string, body: object]>([
      ['POST', '/pre_advices', announcement()],
      ['POST', '/appointments', announcement()],
      ['PATCH', `/pre_advices/${any('pre_advices', 'advice_number') ?? 'NONE'}`, { comments: text() }],
      ['POST', `/appointments/${any('appointments', 'number') ?? 'NONE'}/cancel`, { cancel_reason: text() }],
      ...subjects.map((subject): ['POST', string, object] => [
        'POST',
        '/nominations',
        {
          ...subject,
          ...maybe(0.3, { from: party() }),
          ...maybe(0.2, { parent: any('nominations', 'number') }),
          to: world.taker(),
          reference: text(),
        },
      ]),
      ['POST', `/nominations/${any('nominations', 'number') ?? 'NONE'}/revoke`, { reason: text() }],
      [
        'POST',
        '/service_orders',
        {
          charge_code: any('charge_codes', 'code'),
          container: any('containers', 'number'),
          ordered_by: { customer_type: 'Consignee', name: any('consignees', 'name') },
        },
      ],
      ['POST', '/trucks', { truck: { license_plate: any('trucks', 'license_plate') } }],
      ['PATCH', `/trucks/${any('trucks', 'license_plate')}`, { truck: { make: text() } }],
    ]);
  }

  /** Has the paths of records found anew. */
  forget(): void {
    this.paths.clear();
  }

  private knownPaths(operation: Operation): Promise<string[]> {
    const known = this.paths.get(operation.path) ?? this.pathsOf(operation);
    this.paths.set(operation.path, known);
    return known;
  }

  /** The paths of an operation, one for each record that there is; the one path of an operation without. */
  async pathsOf({ path }: Pick<Operation, 'path'>): Promise<string[]> {
    const [before = '', name = '', after = ''] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(path)?.slice(1) ?? [];
    if (!name) return [path];
    if (before === '/customers') {
      const lists = Object.entries(CUSTOMER_LISTS);
      const paths = await Promise.all(
        lists.map(([type, list]) =>
          this.pathsOf({ path: `${list}/{id}` }).then((found) =>
            found.map((each) => after.replace(/^\/\{\w+\}/, each.replace(list, `/customers/${type}`))),
          ),
        ),
      );
      return this.world.sample(paths.flat(), 8);
    }
    if (before === '/files') return this.world.files.map((id) => `/files/${id}${after}`);
    const { status, body } = await this.world.client.get(`${before}?per=100`);
    if (status !== 200) throw new Error(`GET ${before}: ${status} ${JSON.stringify(body)}`);
    const items = Object.values(body as object).find((each) => Array.isArray(each)) as Body[];
    const key = KEYS.find((each) => name.endsWith(each)) ?? 'id';
    const values = items.map((item) =>
      encodeURIComponent(String(item[key] ?? item.license_plate ?? item.id)),
    );
    const paths: string[] = [];
    for (const value of after.includes('{') ? this.world.sample(values, 4) : values)
      paths.push(...(await this.pathsOf({ path: `${before}/${value}${after}` })));
    return paths;
  }
}

/** A path without the records that it names. */
const nameless = (path: string) => path.replaceAll(/ZQ\w+|(?<=\/)\d+/g, '…');
export const typesOf = (parties: string[]) =>
  parties.map((each) => each.split(':')[0]).join(', ') || 'nobody';
/** The surroundings of a mark in an answer. */
export const around = (stated: string, mark: string) => {
  const at = stated.toUpperCase().indexOf(mark);
  return stated.slice(Math.max(0, at - 250), at + 60);
};

/** Whether a parameter takes any text. */
export const isText = (schema?: Body): boolean => {
  const words = JSON.stringify(schema ?? {});
  return words.includes('"string"') && !words.includes('"enum"') && !words.includes('"format"');
};

/** What files of these kinds say, or of all kinds, with the nominations. */
export async function factsFrom(client: Client, kinds?: string[]): Promise<Facts> {
  const facts = factsOf(await exportFiles(client, kinds));
  facts.nominations = await nominationsNow(client);
  return facts;
}

/** What is there, by the files of an export; and what these do not have, by the lists of whoever is not limited. */
export async function factsNow(client: Client): Promise<Facts> {
  return { ...(await factsFrom(client)), gate_refusals: await refusalsNow(client) };
}

/** What the gate refused, as a list tells it. */
export async function refusalsNow(client: Client): Promise<Body[]> {
  const { gate_refusals } = (await client.get('/gate_refusals?per=100')).body;
  return (gate_refusals as Body[]).map((refusal) => ({
    id: refusal.id,
    truck: refusal.truck?.license_plate,
    gate: refusal.gate?.name,
    truck_driver: refusal.truck_driver?.license_number,
    pre_advice: refusal.pre_advice?.advice_number,
    appointment: refusal.appointment?.number,
    containers: (refusal.reasons as Body[]).map(({ container }) => container?.number),
  }));
}

async function saidBy(of: Client, path: string, { status, headers, body }: Answer): Promise<string> {
  const isPdf = String(headers['content-type']).includes('pdf');
  if (!isPdf) return JSON.stringify([status, headers, body]);
  const { rawPayload } = await of.service.app.inject({
    url: `/api/v1${path}`,
    remoteAddress: of.address,
    headers: { authorization: `Token token=${of.tokens.write}` },
  });
  return JSON.stringify([status, headers, pagesOf(rawPayload)]);
}
