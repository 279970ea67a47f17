import { anAccount } from '../../../factories/billing';
import {
  aBill,
  aBreakbulk,
  aContainer,
  aContainerType,
  aLoadList,
  aManifest,
  aYardArea,
  keyOf,
} from '../../../factories/cargo';
import { aGate, aVisitFor, gateOut } from '../../../factories/gate';
import { aHold, lift } from '../../../factories/holds';
import { aConsignee, aShippingLine } from '../../../factories/parties';
import { aTally, count } from '../../../factories/quay';
import type { Body } from '../../../factories/record';
import { aVoyage } from '../../../factories/voyages';
import type { Answer, Client } from '../../../setup/client';
import { type Box, CONSIGNEES, EXPORTS, IMPORTS, type Lot, type Plan } from './plan';
import { LINE } from './reckon';
import { sellMonth } from './tariff';

const time = (at: number) => new Date(at).toISOString();
const dayIn = (at: number) => time(at + 2 * 3_600_000).slice(0, 10);
const TYPE = (box: Box) => (box.reefer ? 'REEFER' : `DRY${box.size}`);

/** A terminal with a plan of a month, which it plays over HTTP. */
export class Terminal {
  private gate: string;
  private area: string;
  private other: string;
  private line: string;
  private brought: { voyage: Body; tally: Body }[] = [];
  private taken: { voyage: Body; tally: Body }[] = [];

  constructor(
    readonly client: Client,
    readonly plan: Plan,
  ) {}

  async begin(): Promise<void> {
    const { client } = this;
    this.gate = (await aGate(client)).name;
    this.area = (await aYardArea(client)).name;
    this.other = (await aYardArea(client)).name;
    this.line = (await aShippingLine(client, { name: LINE })).code;
    await anAccount(client, {
      customer: { customer_type: 'ShippingLine', code: this.line },
      terms: 'credit',
    });
    for (const name of CONSIGNEES) {
      await aConsignee(client, { name });
      const terms = name === 'Cash' ? 'cash' : 'credit';
      await anAccount(client, { customer: { customer_type: 'Consignee', name }, terms });
    }
    for (const [code, size, is_reefer] of [
      ['DRY20', 20, false],
      ['DRY40', 40, false],
      ['REEFER', 40, true],
    ] as const)
      await aContainerType(client, { code, size, is_reefer });
    await sellMonth(client);
    for (const [voyage] of IMPORTS.entries()) this.brought.push(await this.announced(voyage));
    for (const _ of EXPORTS) {
      const voyage = await aVoyage(client);
      await aLoadList(client, { voyage: voyage.number });
      this.taken.push({ voyage, tally: await aTally(client, voyage, 'loading') });
    }
  }

  /** A voyage with what its manifest brings. */
  private async announced(brought_by: number): Promise<{ voyage: Body; tally: Body }> {
    const { client, plan } = this;
    const voyage = await aVoyage(client);
    const manifest = await aManifest(client, { voyage_id: voyage.id });
    const bill = await aBill(client, manifest);
    for (const box of plan.boxes.filter((each) => each.brought_by === brought_by))
      await aContainer(client, {
        number: box.number,
        container_type: TYPE(box),
        container_status: box.status,
        usage: 'import',
        weight: box.weight,
        shipping_line: this.line,
        consignee: box.consignee,
        bill_of_ladings: [keyOf(bill)],
        arrival_voyage: voyage.number,
        current_location_type: 'Voyage',
        current_location: voyage.number,
      });
    for (const { reference, consignee, arrivals } of plan.lots.filter(
      (each) => each.brought_by === brought_by,
    ))
      await aBreakbulk(client, {
        reference_number: reference,
        quantity: arrivals.reduce((sum, { pieces }) => sum + pieces, 0),
        bill_of_lading: keyOf(await aBill(client, manifest, {}, { consignee })),
      });
    return { voyage, tally: await aTally(client, voyage) };
  }

  /** What happens in the month, in its order. */
  async play(from: number, until: number): Promise<void> {
    const happens = this.plan.boxes.flatMap((box) => this.ofBox(box));
    happens.push(...this.plan.lots.flatMap((lot) => this.ofLot(lot)));
    happens.sort((a, b) => a.at - b.at);
    for (const { at, does } of happens) if (at > from && at <= until) await does();
  }

  private ofBox(box: Box): Happening[] {
    const { emptied, plug, moved, out } = box;
    const at = (when: number | null | undefined, does: (when: number) => Promise<void>) =>
      when == null ? [] : [{ at: when, does: () => does(when) }];
    const shown = (action: string) => (when: number) =>
      this.post(`/containers/${box.number}/${action}`, { at: time(when) });
    return [
      ...at(box.in, () => this.comes(box)),
      ...at(plug?.from, shown('plug_in')),
      ...at(plug?.until, shown('plug_out')),
      ...at(moved, () => this.moves(box)),
      ...at(emptied, shown('empty')),
      ...at(out, (when) => this.leaves(box, when)),
    ];
  }

  private ofLot({ reference, brought_by, arrivals, deliveries }: Lot): Happening[] {
    const { tally } = this.brought[brought_by]!;
    const to = { type: 'YardArea', name: this.area };
    return [
      ...arrivals.map(({ at, pieces }) => ({
        at,
        does: async () => {
          const move = { reference_number: reference, quantity: pieces, lifted_at: time(at), to };
          done(await count(this.client, tally, move));
        },
      })),
      ...deliveries.map(({ at, pieces }) => ({
        at,
        does: () =>
          this.post(`/breakbulks/${reference}/deliver`, { quantity: pieces, delivered_at: time(at) }),
      })),
    ];
  }

  private async comes(box: Box): Promise<void> {
    const { client } = this;
    if (box.brought_by !== null) {
      const to = { type: 'YardArea', name: this.area };
      const move = { container_number: box.number, lifted_at: time(box.in), to };
      done(await count(client, this.brought[box.brought_by]!.tally, move));
      return;
    }
    const cargo = {
      cargo_type: 'container',
      container_number: box.number,
      container_type: TYPE(box),
      container_status: box.status,
      shipping_line: this.line,
    };
    await this.truck('drop off', cargo);
    if (box.taken_by !== null) done(await client.patch(`/containers/${box.number}`, { usage: 'export' }));
    await this.correct(box, { in_at: time(box.in) });
  }

  private async moves({ number }: Box): Promise<void> {
    const place = { current_location_type: 'YardArea', current_location: this.other };
    done(await this.client.patch(`/containers/${number}`, place));
  }

  private async leaves(box: Box, out: number): Promise<void> {
    if (box.taken_by !== null) {
      // it came now, as far as its movements know
      const { tally } = this.taken[box.taken_by]!;
      done(await count(this.client, tally, { container_number: box.number, over: true }));
      await this.correct(box, { out_at: time(out) });
      return;
    }
    if (box.consignee === 'Cash') await this.payAtCounter(box, out);
    const container_status = box.emptied === null ? box.status : 'empty';
    const cargo = { cargo_type: 'container', container_status, container_number: box.number };
    await this.truck('pick up', cargo, box.held);
    await this.correct(box, { out_at: time(out) });
  }

  /** Drafts what has to be paid before it leaves, and pays it. */
  private async payAtCounter(box: Box, out: number): Promise<void> {
    const requested = { container_numbers: [box.number], until: dayIn(out), leaving: true };
    const { status, body } = await this.client.as('write').post('/invoice_drafts', requested);
    // all of it may stand on what a run made and was approved
    if (status === 422 && box.emptied !== null && body.code === 'nothing_to_invoice') return;
    expect([box.number, status, body.error]).toEqual([box.number, 201, undefined]);
    for (const { id, customer } of body.invoices) {
      expect([box.number, customer.name]).toEqual([box.number, 'Cash']);
      done(await this.client.put(`/invoices/${id}`, { invoice: { approved: true, paid: true } }));
    }
  }

  /** A truck comes for one purpose, and leaves; without what is held, until customs lift it. */
  private async truck(
    purpose_type: string,
    cargo: { container_number: string },
    held = false,
  ): Promise<void> {
    const { client, gate } = this;
    const hold = held ? await aHold(client, cargo.container_number) : null;
    const { truck } = await aVisitFor(client, [{ purpose_type, cargo }], { gate });
    if (hold) {
      expect((await gateOut(client, truck.license_plate)).status).toBe(400);
      done(await lift(client, cargo.container_number, hold.id));
    }
    done(await gateOut(client, truck.license_plate));
  }

  /** States a time that the gate notes as now. */
  private async correct({ number }: Box, times: object): Promise<void> {
    const { stays } = (await this.client.get(`/containers/${number}/stays`)).body;
    done(
      await this.client.patch(`/container_stays/${stays.at(-1).id}`, {
        ...times,
        reason: 'The month is played',
      }),
    );
  }

  private post = async (path: string, body: object) => done(await this.client.post(path, body));
}

interface Happening {
  at: number;
  does: () => Promise<void>;
}

/** Fails with the refusal of what was not done. */
function done({ status, body }: Answer): void {
  expect([status < 300, body]).toEqual([true, body]);
}
