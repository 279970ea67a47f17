import { aTruckingCompany, limitedTo } from '../factories/parties';
import type { PartyInput } from '../../src/common/party-wall/party-reference';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the idempotency key of a token that is limited to parties', () => {
  const service = useService();
  let client: Client;
  let own: PartyInput;
  let other: PartyInput;
  beforeEach(async () => {
    client = await service.current.organization();
    [own, other] = [
      { type: 'trucking_company', key: (await aTruckingCompany(client)).code },
      { type: 'trucking_company', key: (await aTruckingCompany(client)).code },
    ];
  });

  const add = async (of: Client, body: object) => {
    const answer = await service.current.app.inject({
      method: 'POST',
      url: '/api/v1/trucks',
      headers: { authorization: `Token token=${of.tokens.write}`, 'idempotency-key': 'one' },
      payload: { truck: body },
    });
    return {
      status: answer.statusCode,
      replayed: answer.headers['idempotent-replayed'] === 'true',
      body: answer.json(),
    };
  };
  const trucks = async () => (await client.get('/trucks')).body.trucks.length as number;

  it('repeats the answer, and is carried out anew, so refused, once a right was lost', async () => {
    const body = { license_plate: 'OWN-1', trucking_company: own.key };
    const { email } = (
      await client.create('/users', { email: 'haulier@port.example', parties: [own, other] })
    ).user;
    const { token } = await client.create('/tokens', { user: email, role: 'write', parties: [own, other] });
    const of = { tokens: { write: token.token } } as Client;
    const first = await add(of, body);
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(await add(of, body)).toEqual({ ...first, replayed: true });
    expect(await trucks()).toBe(1);
    // its right for that company is gone: it is not shown again what it was shown with it
    expect((await client.patch(`/tokens/${token.id}`, { parties: [other] })).status).toBe(200);
    const after = await add(of, body);
    expect(after).toMatchObject({ status: 400, replayed: false, body: { code: 'unknown_reference' } });
    expect(JSON.stringify(after.body)).not.toContain('OWN-1');
    expect(await trucks()).toBe(1);
  });

  it('is another one with another set of parties, or without being limited', async () => {
    const [first, second] = [await limitedTo(client, own), await limitedTo(client, other)];
    const body = { license_plate: 'NEW-1' };
    expect(await add(first, body)).toMatchObject({ status: 201, replayed: false });
    // carried out anew by the same user, which finds the plate at another company
    expect(await add(second, body)).toMatchObject({
      status: 422,
      replayed: false,
      body: { code: 'taken', error: 'This truck cannot be added: ask the terminal.' },
    });
    expect(await add(client, body)).toMatchObject({ status: 400, replayed: false, body: { code: 'taken' } });
    expect(await add(await limitedTo(client, own), body)).toMatchObject({ status: 201, replayed: true });
    // the order of the parties does not count
    const both = { license_plate: 'NEW-2', trucking_company: own.key };
    expect(await add(await limitedTo(client, own, other), both)).toMatchObject({
      status: 201,
      replayed: false,
    });
    expect(await add(await limitedTo(client, other, own), both)).toMatchObject({
      status: 201,
      replayed: true,
    });
  });
});
