import { aFreightForwarder, aTruckingCompany, limitedTo } from '../factories/parties';
import { useService } from '../setup/service';

describe('the directory of parties', () => {
  const service = useService();

  it('names those that are listed, by a part of their code or name, to parties as well', async () => {
    const client = await service.current.organization();
    await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage', listed: true });
    await aTruckingCompany(client, { code: 'ESTX', name: 'Estuary Secret' });
    await aFreightForwarder(client, { name: 'Estuary Forwarding', listed: true });
    const gone = await aFreightForwarder(client, { name: 'Estuary Gone', listed: true });
    await client.delete(`/freight_forwarders/${gone.id}`);
    const other = await service.current.organization();
    await aTruckingCompany(other, { code: 'ESTO', name: 'Estuary Other', listed: true });
    for (const whose of [client, await limitedTo(client)]) {
      const keys = async (query: string) =>
        (await whose.get(`/party_directory?${query}`)).body.party_directory.map((each: any) => each.key);
      expect(await keys('q=estuary')).toEqual(['Estuary Forwarding', 'EST']);
      expect(await keys('q=estuary&type=trucking_company')).toEqual(['EST']);
      expect(await keys('q=EST&type=freight_forwarder')).toEqual(['Estuary Forwarding']);
      expect(await keys('')).toEqual([]);
      const [first] = (await whose.get('/party_directory?q=estuary%20h')).body.party_directory;
      expect(first).toEqual({
        type: 'trucking_company',
        id: expect.any(Number),
        key: 'EST',
        name: 'Estuary Haulage',
      });
      expect((await whose.get('/party_directory?q=es')).status).toBe(422);
    }
  });

  it('answers 20 at most', async () => {
    const client = await service.current.organization();
    await Promise.all(
      Array.from({ length: 21 }, (_, n) => aTruckingCompany(client, { name: `Many ${n}`, listed: true })),
    );
    const { body } = await client.get('/party_directory?q=many');
    expect(body.party_directory).toHaveLength(20);
  });
});
