// A container comes in by truck, is held, and leaves once the hold is lifted: played with the built client against
// the service at BASE_URL, with the `admin` TOKEN of an organization that has no records yet. Ends with 1 when an
// answer is another one than expected.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { env } from 'node:process';
import { createWharfinger, WharfingerError } from '../dist/index.js';

const NUMBER = 'WHAU4142033';
const TRUCK = 'WH 472/B';
const gate = 'In 1';

const api = createWharfinger({ baseUrl: env.BASE_URL ?? '', token: () => Promise.resolve(env.TOKEN ?? '') });

// the terminal
await api.gates.create({ name: gate });
await api.shippingLines.create({ shipping_line: { code: 'WHA' } });
await api.containerTypes.create({ code: '20DC' });
await api.trucks.create({ truck: { license_plate: TRUCK } });
const { hold_type } = await api.holdTypes.create({ name: 'Customs', applies_to: 'container' });

// the truck is announced with a container, comes in and leaves it
const announced = await api.preAdvices.create({
  advice_number: 'PA-1001',
  truck: TRUCK,
  purposes: [
    {
      purpose_type: 'drop off',
      cargo: {
        cargo_type: 'container',
        container_number: NUMBER,
        container_type: '20DC',
        container_status: 'full',
        shipping_line: 'WHA',
      },
    },
  ],
});
deepEqual(
  announced.purposes.map(({ purpose_type, cargo }) => [purpose_type, cargo]),
  [['drop off', NUMBER]],
);
const first = await api.truckVisits.create({ gate, pre_advice_number: 'PA-1001' });
equal(first.truck_visit.gated_out_at, null);
const left = await api.trucks.gateOut(TRUCK);
equal(left.id, first.truck_visit.id);

// it comes back for the container, on which there is a hold now
await api.containerHolds.apply(NUMBER, hold_type.id);
await api.preAdvices.create({
  advice_number: 'PA-1002',
  truck: TRUCK,
  purposes: [
    {
      purpose_type: 'pick up',
      cargo: { cargo_type: 'container', container_number: NUMBER, container_status: 'full' },
    },
  ],
});
await api.truckVisits.create({ gate, pre_advice_number: 'PA-1002' });
await rejects(api.trucks.gateOut(TRUCK), (error) => {
  if (!(error instanceof WharfingerError)) return false;
  equal(error.status, 400);
  equal(
    error.message,
    `Truck Visit was not completed. The following container has unlifted holds: ${NUMBER}`,
  );
  equal(typeof error.requestId, 'string');
  return true;
});

// customs lifts the hold, and the truck leaves
const { holds } = await api.containerHolds.list(NUMBER);
deepEqual(
  holds.map(({ hold_type, lifted }) => [hold_type, lifted]),
  [['Customs', false]],
);
for (const { id } of holds) {
  const hold = { reference_number: 'C-77', notes: 'Inspected' };
  equal((await api.containerHolds.lift(NUMBER, id, { hold })).lifted, true);
}
const gone = await api.trucks.gateOut(TRUCK);

// both visits are in the list, one a page, and walked over they come in turn
const { truck_visits, actions, total } = await api.truckVisits.list({
  container_id: NUMBER,
  page: 'last',
  per: 1,
});
deepEqual(
  truck_visits.map(({ id, gated_out_at }) => [id, gated_out_at]),
  [[gone.id, gone.gated_out_at]],
);
equal(actions.previous?.method, 'GET');
equal(total, 2);
const ids = [];
for await (const { id } of api.truckVisits.list({ container_id: NUMBER, per: 1 })) ids.push(id);
deepEqual(ids, [first.truck_visit.id, gone.id]);

// what happened is a list, too, though it never ends
const types = new Set();
for await (const { type } of api.events.list({ per: 5 })) types.add(type);
equal(types.has('truck_visit.gated_out'), true);

// the same as it comes, by a stream
const seen = [];
for await (const { type, data } of api.events.stream({ types: ['truck_visit.*'], after: 0 })) {
  seen.push([type, data?.id]);
  if (seen.length === 4) break;
}
deepEqual(
  seen,
  [first.truck_visit.id, gone.id].flatMap((id) =>
    ['truck_visit.gated_in', 'truck_visit.gated_out'].map((type) => [type, id]),
  ),
);

// misspelt parameters and fields are refused
await rejects(api.truckVisits.list(/** @type {object} */ ({ containr_id: NUMBER })), /container_id/);
await rejects(api.trucks.create(/** @type {any} */ ({ truck: {} })), (error) => {
  if (!(error instanceof WharfingerError)) return false;
  deepEqual(Object.keys(error.fields), ['truck.license_plate']);
  return true;
});
