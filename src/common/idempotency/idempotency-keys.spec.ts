import { storedKey } from './idempotency-keys.service';

const party = (id: number) => ({ id, type: 'trucking_company' as const, record_id: id });

it('an idempotency key is stored by the set of parties of whoever is limited', () => {
  const stored = [
    { limited: false, parties: [] },
    { limited: true, parties: [] },
    { limited: true, parties: [party(7)] },
    { limited: true, parties: [party(7), party(12)] },
  ].map((actor) => storedKey(actor, 'order-1'));
  expect(stored).toEqual(['order-1', 'order-1 of ', 'order-1 of 7', 'order-1 of 7,12']);
});
