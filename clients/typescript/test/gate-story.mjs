// A container comes in by truck, is held, and leaves once the hold is lifted: played with the built client against
// the service at BASE_URL, with the `admin` TOKEN of an organization that has no records yet. Ends with 1 when an
// answer is another one than expected.
import { deepEqual, equal } from 'node:assert/strict';
import { env } from 'node:process';
import { createWharfinger } from '../dist/index.js';

const NUMBER = 'WHAU4142033';
const TRUCK = 'WH 472/B';
const gate = 'In 1';

const wharfinger = createWharfinger({ baseUrl: env.BASE_URL ?? '', token: env.TOKEN ?? '' });

/**
 * The data of a success.
 * @template T
 * @param {{ data?: T, error?: { error: string, errors?: object } }} answer
 * @returns {T}
 */
function done({ data, error }) {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

// the terminal
done(await wharfinger.POST('/api/v1/gates', { body: { name: gate } }));
done(await wharfinger.POST('/api/v1/shipping_lines', { body: { shipping_line: { code: 'WHA' } } }));
done(await wharfinger.POST('/api/v1/container_types', { body: { code: '20DC' } }));
done(await wharfinger.POST('/api/v1/trucks', { body: { truck: { license_plate: TRUCK } } }));
const { hold_type } = done(
  await wharfinger.POST('/api/v1/hold_types', { body: { name: 'Customs', applies_to: 'container' } }),
);

// the truck is announced with a container, comes in and leaves it
const announced = done(
  await wharfinger.POST('/api/v1/pre_advices', {
    body: {
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
    },
  }),
);
deepEqual(
  announced.purposes.map(({ purpose_type, cargo }) => [purpose_type, cargo]),
  [['drop off', NUMBER]],
);
const first = done(
  await wharfinger.POST('/api/v1/truck_visits', { body: { gate, pre_advice_number: 'PA-1001' } }),
);
equal(first.truck_visit.gated_out_at, null);
const path = { truck_license_number: TRUCK };
const left = done(
  await wharfinger.POST('/api/v1/trucks/{truck_license_number}/gate_out', { params: { path } }),
);
equal(left.id, first.truck_visit.id);

// it comes back for the container, on which there is a hold now
const container = { container_number: NUMBER };
done(
  await wharfinger.PUT('/api/v1/containers/{container_number}/holds/{hold_type_id}/apply', {
    params: { path: { ...container, hold_type_id: hold_type.id } },
  }),
);
done(
  await wharfinger.POST('/api/v1/pre_advices', {
    body: {
      advice_number: 'PA-1002',
      truck: TRUCK,
      purposes: [
        {
          purpose_type: 'pick up',
          cargo: { cargo_type: 'container', container_number: NUMBER, container_status: 'full' },
        },
      ],
    },
  }),
);
done(await wharfinger.POST('/api/v1/truck_visits', { body: { gate, pre_advice_number: 'PA-1002' } }));
const refused = await wharfinger.POST('/api/v1/trucks/{truck_license_number}/gate_out', { params: { path } });
equal(refused.response.status, 400);
equal(
  refused.error?.error,
  `Truck Visit was not completed. The following container has unlifted holds: ${NUMBER}`,
);

// customs lifts the hold, and the truck leaves
const { holds } = done(
  await wharfinger.GET('/api/v1/containers/{container_number}/holds', { params: { path: container } }),
);
deepEqual(
  holds.map(({ hold_type, lifted }) => [hold_type, lifted]),
  [['Customs', false]],
);
for (const { id } of holds) {
  const lifted = done(
    await wharfinger.PUT('/api/v1/containers/{container_number}/holds/{id}/lift', {
      params: { path: { ...container, id } },
      body: { hold: { reference_number: 'C-77', notes: 'Inspected' } },
    }),
  );
  equal(lifted.lifted, true);
}
const gone = done(
  await wharfinger.POST('/api/v1/trucks/{truck_license_number}/gate_out', { params: { path } }),
);

// both visits are in the list, one a page
const { truck_visits, actions } = done(
  await wharfinger.GET('/api/v1/truck_visits', {
    params: { query: { container_id: NUMBER, page: 'last', per: 1 } },
  }),
);
deepEqual(
  truck_visits.map(({ id, gated_out_at }) => [id, gated_out_at]),
  [[gone.id, gone.gated_out_at]],
);
equal(actions.previous?.method, 'GET');
