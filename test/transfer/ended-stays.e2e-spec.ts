import { aBill, keyOf } from '../factories/cargo';
import { aContainerInYard, aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import { stayParties } from '../factories/interests';
import { aConsignee, anAgent, aShippingLine, aTruck, aTruckingCompany } from '../factories/parties';
import type { Body } from '../factories/record';
import { exportFiles, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';

describe('the parties of stays that have ended', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** A container that a haulier took, whose line had another agent then, and whose consignee was deleted since. */
  async function aPast(): Promise<string[]> {
    for (const name of ['Bean', 'Leaf']) await aConsignee(client, { name });
    const agent = await anAgent(client, { name: 'First' });
    const line = await aShippingLine(client, { code: 'LIN', agent_id: agent.id });
    await aTruckingCompany(client, { code: 'EST' });
    const truck = await aTruck(client, { trucking_company: 'EST' });
    const bill = await aBill(client, 'M-1', {}, { consignee: 'Bean' });
    await aContainerInYard(client, {
      number: NUMBER,
      shipping_line: 'LIN',
      consignee: 'Leaf',
      bill_of_ladings: [keyOf(bill)],
    });
    const { advice_number } = await aPreAdvice(client, {
      truck: truck.license_plate,
      purposes: [pickUp(NUMBER)],
    });
    await aVisit(client, { pre_advice_number: advice_number });
    expect((await gateOut(client, truck.license_plate)).status).toBe(200);
    await client.put(`/shipping_lines/${line.id}`, { shipping_line: { code: 'LIN', agent: null } });
    const { consignees } = (await client.get('/consignees')).body;
    const { id } = (consignees as Body[]).find(({ name }) => name === 'Leaf')!;
    expect((await client.delete(`/consignees/${id}`)).status).toBe(200);
    await aConsignee(client, { name: 'Leaf' });
    return stayParties(client);
  }

  it('are exported, and imported as they were then', async () => {
    const past = await aPast();
    expect(past).toEqual(
      [
        'agent:First, owner by agent',
        'consignee:Bean, owner by bill',
        'consignee:Leaf, owner by consignee',
        'shipping_line:LIN, owner by line',
        'trucking_company:EST, carrier by visit',
      ].map((each) => `${NUMBER} 1: ${each}, shown`),
    );
    const files = await exportFiles(client);
    const line = JSON.parse(files['container_stays.ndjson']!);
    expect(line.parties).toEqual([
      { type: 'agent', key: 'First', ways: ['agent'] },
      { type: 'consignee', key: 'Bean', ways: ['bill'] },
      { type: 'consignee', key: { name: 'Leaf', deleted_at: expect.any(String) }, ways: ['consignee'] },
      { type: 'shipping_line', key: 'LIN', ways: ['line'] },
    ]);
    const copy = await service.current.organization();
    expect((await importFiles(copy, files)).bad).toEqual([]);
    expect(await stayParties(copy)).toEqual(past);
    expect((await exportFiles(copy))['container_stays.ndjson']).toBe(files['container_stays.ndjson']);
    // once more, and nothing changes
    const again = await importFiles(copy, files);
    expect(again.results.filter(({ created, updated }) => created + updated)).toEqual([]);
    expect(await stayParties(copy)).toEqual(past);
  });

  it('are calculated where a file does not say them, and refused where they are unknown', async () => {
    await aPast();
    const files = await exportFiles(client);
    const stay = JSON.parse(files['container_stays.ndjson']!);
    const { parties: _, ...unsaid } = stay;
    delete files['contents.json'];
    const copy = await service.current.organization();
    expect((await importFiles(copy, { ...files, 'container_stays.ndjson': [unsaid] })).bad).toEqual([]);
    const of = (each: string) => `${NUMBER} 1: ${each}, shown`;
    expect(await stayParties(copy)).toEqual([
      of('consignee:Bean, owner by bill'),
      of('consignee:Leaf, owner by consignee'),
      of('shipping_line:LIN, owner by line'),
      of('trucking_company:EST, carrier by visit'),
    ]);
    const stated = (parties: object[]) =>
      importFiles(copy, { 'container_stays.ndjson': [{ ...unsaid, parties }] });
    expect((await stated([{ type: 'agent', key: 'Nobody', ways: ['agent'] }])).bad).toEqual([
      "container_stays.ndjson:1: parties.0: 'Nobody' is unknown",
    ]);
    expect((await stated([{ type: 'agent', ways: ['agent'] }])).bad).toEqual([
      'container_stays.ndjson:1: parties.0.key: is required',
    ]);
    expect((await stated([{ type: 'agent', key: 'First', ways: ['visit'] }])).bad).toHaveLength(1);
    expect((await stated([{ type: 'agent', key: 'First', ways: ['agent'] }])).bad).toEqual([]);
    expect(await stayParties(copy)).toEqual([
      of('agent:First, owner by agent'),
      of('trucking_company:EST, carrier by visit'),
    ]);
  });
});
