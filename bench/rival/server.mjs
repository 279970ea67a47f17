// A server written by hand that answers what `bench/scenes.mjs` asks for as the service does: Fastify and node-postgres.
// Its address is DATABASE_URL; it says its port when it listens.
import { fastify } from 'fastify';
import { actorOf, pool } from './database.mjs';
import * as reads from './reads.mjs';
import { applyHold, createPreAdvice, gateIn, gateOut, liftHold, refuse } from './writes.mjs';

const app = fastify({ genReqId: ({ headers }) => headers['x-request-id'] });
app.decorateRequest('actor', null);
app.decorateRequest('base', null);
app.addHook('onRequest', async (request, reply) => {
  request.base = `http://${request.host}`;
  request.actor = await actorOf(request.headers.authorization);
  if (!request.actor) return reply.code(401).send({ error: 'The token is unknown, expired or revoked.' });
});
const contained = (text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const ofContainer = (text, { actor, params }) =>
  reads.recordsOf(pool, text, [actor.organization_id, params.number]);

app.register(
  (api, _, done) => {
    api.get('/voyages', (request) => reads.page(request, 'voyages', reads.voyages));
    api.get('/truck_visits', (request) => reads.page(request, 'truck_visits', reads.truckVisits));
    api.get('/invoices', (request) => reads.page(request, 'invoices', reads.invoices));
    api.get('/shipping_lines', (request) =>
      reads.page(request, 'shipping_lines', reads.shippingLines, 'AND t.name ILIKE $2', [
        contained(request.query.name),
      ]),
    );
    api.get('/containers/:number', async (request) => {
      const [container] = await ofContainer(reads.CONTAINER, request);
      refuse(!container, 'The container was not found.', 404);
      return { container };
    });
    api.get('/containers/:number/holds', async (request) => {
      const all = await ofContainer(`${reads.HOLDS} ORDER BY h.id`, request);
      refuse(!all.length, 'The container was not found.', 404);
      const holds = all.filter(({ id, bill_of_lading }) => id && !bill_of_lading);
      return { holds, bill_of_lading_holds: all.filter(({ bill_of_lading }) => bill_of_lading) };
    });
    api.put('/containers/:number/holds/:id/apply', applyHold);
    api.put('/containers/:number/holds/:id/lift', liftHold);
    api.post('/pre_advices', (request, reply) => reply.code(201) && createPreAdvice(request));
    api.post('/truck_visits', (request, reply) => reply.code(201) && gateIn(request));
    api.post('/trucks/:plate/gate_out', gateOut);
    done();
  },
  { prefix: '/api/v1' },
);

await app.listen({ port: 0, host: '127.0.0.1' });
process.send({ port: app.server.address().port });
