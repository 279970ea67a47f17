import { aConsignee } from '../factories/parties';
import type { Body } from '../factories/record';
import { eventOf } from '../setup/events';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const YEAR = new Date().getFullYear();
const ZERO = { cash: '0.00', card: '0.00', transfer: '0.00', cheque: '0.00', other: '0.00' };

describe('tills', () => {
  const service = useService();
  let client: Client;
  let customer: object;
  beforeEach(async () => {
    client = await service.current.organization();
    customer = { customer_type: 'Consignee', name: (await aConsignee(client)).name };
    await client.create('/tills', { name: 'Desk 1', currency: 'EUR' });
  });

  const open = (float: string | number = 150) => client.post('/tills/Desk%201/open', { float });
  const close = (counted: object) => client.post('/tills/Desk%201/close', { counted });
  const pay = (body: object = {}) =>
    client.post('/payments', { customer, amount: 20, way: 'cash', currency: 'EUR', till: 'Desk 1', ...body });
  const paid = async (body: object = {}): Promise<Body> => {
    const answer = await pay(body);
    expect([answer.body.error, answer.status]).toEqual([undefined, 201]);
    return answer.body.payment;
  };

  it('are opened with a float, take payments, and are counted', async () => {
    expect((await open('150')).body.till).toMatchObject({ float: '150.00', opened_by: expect.any(String) });
    const cash = await paid({ reference: 'Slip 1' });
    await paid({ way: 'card', amount: '100.10' });
    const wrong = await paid({ amount: 5 });
    await client.post(`/payments/${wrong.id}/reverse`, { reason: 'Wrong' });
    await paid({ till: undefined, way: 'transfer' });
    const { status, body } = await close({ cash: '169.50', card: '100.10' });
    expect([status, body.till_closing]).toEqual([
      201,
      expect.objectContaining({
        number: `TC-${YEAR}-000001`,
        till: expect.objectContaining({ name: 'Desk 1' }),
        currency: 'EUR',
        float: '150.00',
        expected: { ...ZERO, cash: '170.00', card: '100.10' },
        counted: { ...ZERO, cash: '169.50', card: '100.10' },
        difference: { ...ZERO, cash: '-0.50' },
      }),
    ]);
    expect(body.till_closing.payments).toMatchObject([
      {
        number: cash.number,
        way: 'cash',
        entry: 'payment',
        amount: '20.00',
        reference: 'Slip 1',
        reversed: false,
      },
      { way: 'card', amount: '100.10' },
      { number: wrong.number, reversed: true },
    ]);
    const { till } = (await client.get('/tills/Desk%201')).body;
    expect(till).toMatchObject({
      float: null,
      opened_at: null,
      last_closing: { number: `TC-${YEAR}-000001` },
    });
    expect((await eventOf(client, 'till.closed')).data.last_closing.number).toBe(`TC-${YEAR}-000001`);
    expect((await client.get(`/payments/${cash.id}`)).body.payment.till_closing.number).toBe(
      `TC-${YEAR}-000001`,
    );
  });

  it('count a payment that is reversed later as out in the next closing, and keep the first as it was', async () => {
    await open();
    const payment = await paid();
    const { till_closing: first } = (await close({ cash: 170 })).body;
    await client.post(`/payments/${payment.id}/reverse`, { reason: 'False notes' });
    expect((await client.get(`/till_closings/${first.number}`)).body.till_closing).toEqual({
      ...first,
      updated_at: expect.any(String),
    });
    await open(170);
    const { till_closing: second } = (await close({ cash: 150 })).body;
    expect(second).toMatchObject({
      number: `TC-${YEAR}-000002`,
      expected: { cash: '150.00' },
      difference: ZERO,
      payments: [{ number: payment.number, entry: 'reversal', amount: '20.00' }],
    });
    await open(0);
    expect((await close({})).body.till_closing).toMatchObject({ expected: ZERO, payments: [] });
    const closings = (await client.get('/till_closings?till=Desk%201')).body.till_closings;
    expect(closings).toHaveLength(3);
    const later = await client.get('/till_closings?closed_from=2099-01-01');
    expect(later.body.till_closings).toEqual([]);
  });

  it('are refused where they are open, closed, not active or of another currency', async () => {
    const closed = await close({});
    expect([closed.status, closed.body.code, closed.body.error]).toEqual([
      409,
      'till_closed',
      'Till Desk 1 is not open.',
    ]);
    const payment = await pay();
    expect([payment.status, payment.body.code, payment.body.error]).toEqual([
      422,
      'till_closed',
      'Till Desk 1 is not open.',
    ]);
    await open();
    const again = await open();
    expect([again.status, again.body.code]).toEqual([409, 'till_open']);
    const other = await pay({ currency: 'USD' });
    expect([other.status, other.body.code]).toEqual([422, 'currency_differs']);
    const changed = await client.patch('/tills/Desk%201', { currency: 'USD' });
    expect([changed.status, changed.body.code]).toEqual([422, 'in_use']);
    await close({});
    await client.patch('/tills/Desk%201', { active: false });
    expect((await open()).status).toBe(409);
    expect((await client.post('/tills/Desk%209/open', { float: 0 })).status).toBe(404);
    expect((await client.post('/tills/Desk%201/open', { float: -1 })).status).toBe(422);
  });

  it('are required for cash where the organization says so', async () => {
    expect((await client.patch('/organization', { tills_required: true })).status).toBe(200);
    const cash = await pay({ till: undefined });
    expect([cash.status, cash.body.code, cash.body.error]).toEqual([
      422,
      'till_missing',
      'Say which till: cash needs one that is open.',
    ]);
    await paid({ till: undefined, way: 'card' });
    await open();
    await paid();
  });

  it('count each payment once that comes while they are closed', async () => {
    await open(0);
    const answers = await timesAtOnce(
      service.current,
      12,
      (n) => (n === 6 ? close({ cash: 0 }) : pay({ amount: 1 })),
      5,
    );
    const taken = answers.filter(({ body }) => body.payment).length;
    const { body } = answers.find(({ body: { till_closing } }) => till_closing)!;
    expect(body.till_closing.payments).toHaveLength(taken);
    expect(body.till_closing.expected.cash).toBe(`${taken}.00`);
    for (const { status, body: refused } of answers.filter(({ status }) => status !== 201))
      expect([status, refused.code]).toEqual([422, 'till_closed']);
  });
});
