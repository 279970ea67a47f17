import {
  aBill,
  aContainer,
  aLoadList,
  aManifest,
  aPackingListItem,
  keyOf,
  shownContainer,
  staysOf,
} from '../factories/cargo';
import { aContainerInYard, aPreAdvice, aVisitFor, dropOff, gateOut } from '../factories/gate';
import { aHold, unliftedHolds } from '../factories/holds';
import type { Body } from '../factories/record';
import { exportFiles, importFiles } from '../factories/transfer';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { inTurn, meanwhile } from '../setup/meanwhile';
import { useService } from '../setup/service';

/** What becomes of the stays that a voyage announces when it is cancelled, and when it is revived. */
describe('a voyage that is cancelled', () => {
  const service = useService();
  let client: Client;
  let voyage: Body;
  let bill: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    voyage = await aVoyage(client);
    bill = await aBill(client, await aManifest(client, { voyage_id: voyage.id }));
  });

  const say = async (cancelled: boolean, of = voyage) => {
    const { status, body } = await client.patch(`/voyages/${of.number}`, { voyage: { cancelled } });
    expect([status, body.voyage?.cancelled]).toEqual([200, cancelled]);
  };
  const onBill = (...bills: Body[]) => ({ bill_of_ladings: bills.map(keyOf) });
  /** A container that the voyage is to bring. */
  const announced = (body: object = {}) =>
    aContainer(client, { container_status: 'full', goods: 'Tea', ...onBill(bill), ...body });
  const statusesOf = async (number: string) => (await staysOf(client, number)).map(({ status }) => status);
  const empty = (container_number: string) => ({
    cargo_type: 'container',
    container_number,
    container_status: 'empty',
  });
  const countOf = async () =>
    (await client.get(`/voyages/${voyage.number}/bill_of_ladings/${bill.number}`)).body.bill_of_lading
      .manifested_count;

  it('takes its announced stays along, which its bills no longer count, and records events of their containers', async () => {
    const { number } = await announced();
    const { number: loading } = await aContainerInYard(client);
    await client.patch(`/containers/${loading}`, { current_location_type: 'Other' });
    await aLoadList(client, {
      voyage: voyage.number,
      items: [{ load_list_item_type: 'full', container: loading }],
    });
    expect([await statusesOf(number), await statusesOf(loading), await countOf()]).toEqual([
      ['announced'],
      ['departed', 'announced'],
      1,
    ]);
    await say(true);
    expect([await statusesOf(number), await statusesOf(loading), await countOf()]).toEqual([
      ['cancelled'],
      ['departed', 'cancelled'],
      0,
    ]);
    // what is stated of a container without a stay waits for the next one
    expect(await shownContainer(client, number)).toMatchObject({ goods: 'Tea', bill_of_ladings: [] });
    await allPublished(client);
    const events = await new Follower(client, 'types[]=container.updated').read();
    const ofContainer = events.filter(({ subject }) => subject.key === number);
    expect(ofContainer.at(-1)).toMatchObject({ changes: { bill_of_ladings: [[{}], []] } });
  });

  it('leaves stays that another announcement has, and those that are here', async () => {
    const other = await aBill(client);
    const onBoth = await announced(onBill(bill, other));
    const onTruck = await announced();
    const { advice_number } = await aPreAdvice(client, { purposes: [dropOff(empty(onTruck.number))] });
    const onList = await announced();
    await aLoadList(client, { items: [{ load_list_item_type: 'full', container: onList.number }] });
    const here = await announced();
    await aTallyMove(client, { voyage: voyage.number, container: here.number });
    await say(true);
    expect(await statusesOf(onBoth.number)).toEqual(['announced']);
    expect(await statusesOf(onTruck.number)).toEqual(['announced']);
    expect(await statusesOf(onList.number)).toEqual(['announced']);
    expect(await statusesOf(here.number)).toEqual(['here']);
    expect(await countOf()).toBe(4);
    // until that is withdrawn
    await client.delete(`/pre_advices/${advice_number}`);
    expect(await statusesOf(onTruck.number)).toEqual(['cancelled']);
  });

  it('announces them again when it is revived, with all their facts', async () => {
    const { number } = await announced({ seals: ['S1'] });
    const item = await aPackingListItem(client, { container: number, bill_of_lading: keyOf(bill) });
    await aHold(client, number);
    const [before] = await staysOf(client, number);
    await say(true);
    await client.patch(`/containers/${number}`, { goods: 'Green tea' });
    await say(true);
    await say(false);
    expect(await staysOf(client, number)).toEqual([
      { ...before, goods: 'Green tea', updated_at: expect.any(String) },
    ]);
    expect(await shownContainer(client, number)).toMatchObject({
      goods: 'Green tea',
      seals: ['S1'],
      bill_of_ladings: [{ number: bill.number }],
    });
    expect(await countOf()).toBe(1);
    expect(await unliftedHolds(client, number)).toBe(1);
    // its package is in it still, which a hold keeps there
    await aTallyMove(client, { voyage: voyage.number, container: number });
    const path = `/containers/${number}/holds`;
    const [{ id: hold }] = (await client.get(path)).body.holds;
    expect((await client.post(`/packing_list_items/${item.id}/strip`, { quantity: 1 })).status).toBe(422);
    await client.put(`${path}/${hold}/lift`, { hold: { reference_number: 'R' } });
    const { body } = await client.post(`/packing_list_items/${item.id}/strip`, { quantity: 1 });
    expect(body.packing_list_item.has_been_stripped).toBe(true);
    expect((await staysOf(client, number))[0]).toMatchObject({ container_status: 'empty' });
  });

  it('announces none again that was announced otherwise meanwhile', async () => {
    const { number } = await announced();
    await say(true);
    const { number: later } = await aBill(client);
    await say(true);
    await client.patch(`/containers/${number}`, onBill(await aBill(client)));
    expect(await statusesOf(number)).toEqual(['cancelled', 'announced']);
    await say(false);
    expect(await statusesOf(number)).toEqual(['cancelled', 'announced']);
    expect((await shownContainer(client, number)).bill_of_ladings).not.toMatchObject([{ number: later }]);
  });

  it('announces nothing that is put on its bills and load lists meanwhile, before it is revived', async () => {
    const known = await aContainer(client);
    const listed = await aContainer(client);
    const added = await aContainer(client);
    const { id: list } = await aLoadList(client, { voyage: voyage.number, items: [] });
    await say(true);
    const item = (container: string) => ({ load_list_item_type: 'full', container });
    const made = await announced();
    expect((await client.patch(`/containers/${known.number}`, onBill(bill))).status).toBe(200);
    expect((await client.patch(`/load_lists/${list}`, { items: [item(listed.number)] })).status).toBe(200);
    const load_list_item = { container_id: added.id };
    const posted = await client.post(`/load_lists/${list}/load_list_items`, {
      load_list_item_type: 'full',
      load_list_item,
    });
    expect([posted.status, posted.body]).toEqual([201, expect.anything()]);
    const numbers = [made, known, listed, added].map(({ number }) => number);
    for (const number of numbers) expect([number, await statusesOf(number)]).toEqual([number, ['cancelled']]);
    expect(await countOf()).toBe(0);
    await say(false);
    for (const number of numbers) expect([number, await statusesOf(number)]).toEqual([number, ['announced']]);
    expect(await countOf()).toBe(2);
  });

  it('leaves one that is put on its bill announced where another bill announces it', async () => {
    const { number } = await announced(onBill(await aBill(client)));
    await say(true);
    await client.patch(`/containers/${number}`, onBill(bill, await aBill(client)));
    expect(await statusesOf(number)).toEqual(['announced']);
  });

  it('announces one again behind the stays that came meanwhile', async () => {
    const { number } = await announced();
    await say(true);
    const visit = await aVisitFor(client, [dropOff(empty(number))]);
    await gateOut(client, visit.truck.license_plate);
    const leaving = await aVisitFor(client, [{ purpose_type: 'pick up', cargo: empty(number) }]);
    await gateOut(client, leaving.truck.license_plate);
    expect(await statusesOf(number)).toEqual(['cancelled', 'departed']);
    await say(false);
    const stays = await staysOf(client, number);
    expect(stays.map(({ number: counted, status }) => [counted, status]).sort()).toEqual([
      [2, 'departed'],
      [3, 'announced'],
    ]);
    expect(await shownContainer(client, number)).toMatchObject({ goods: 'Tea', container_status: 'full' });
    await aTallyMove(client, { voyage: voyage.number, container: number });
    expect(await countOf()).toBe(1);
  });

  it('by a file cancels and announces nothing, because files state what is', async () => {
    const { number } = await announced();
    const { 'voyages.ndjson': lines } = await exportFiles(client);
    const line = lines!.split('\n').find((each) => each.includes(`"${voyage.number}"`))!;
    const { bad } = await importFiles(client, {
      'voyages.ndjson': [{ ...(JSON.parse(line) as object), cancelled: true }],
    });
    expect(bad).toEqual([]);
    expect((await client.get(`/voyages/${voyage.number}`)).body.voyage.cancelled).toBe(true);
    expect(await statusesOf(number)).toEqual(['announced']);
  });

  it('waits for a discharge at work, which it leaves here', async () => {
    const [one, other] = [await announced(), await announced()];
    const lift = { voyage: voyage.number, tally_type: 'discharge', crane: 'A', kind: 'tally' };
    const [discharged] = await inTurn(service.current, [
      () => client.post('/tally_moves', { ...lift, container: one.number }),
      () => say(true),
    ]);
    expect(discharged.status).toBe(201);
    expect([await statusesOf(one.number), await statusesOf(other.number)]).toEqual([['here'], ['cancelled']]);
  });

  it('sees cargo that was put on its bills while it waited', async () => {
    const { id, number } = await aContainer(client);
    await meanwhile(
      service.current,
      `WITH v AS (UPDATE voyages SET captain = 'x' WHERE organization_id = $1 AND id = $2),
         s AS (INSERT INTO container_stays (organization_id, container_id, number, status)
           VALUES ($1, $3, 1, 'announced') RETURNING id),
         c AS (UPDATE containers SET stay_id = s.id FROM s WHERE organization_id = $1 AND containers.id = $3)
       INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id) SELECT $1, s.id, $4 FROM s`,
      [client.organization_id, voyage.id, id, bill.id],
      () => say(true),
    );
    expect(await statusesOf(number)).toEqual(['cancelled']);
  });
});
