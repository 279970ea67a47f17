// What no server that answers the lists can do better than. With LIMIT=constant, Fastify sends a body of the same size
// that it has already; with LIMIT=statement it sends what the view's own statement yields, and does nothing else.
import { fastify } from 'fastify';
import { pool, rowsOf } from './database.mjs';
import { built, statementOfPage } from './data-source.mjs';

const VIEWS = {
  voyages: built('voyages/voyages/voyage.view').VoyageItem,
  truck_visits: built('gate/visits/truck-visit.view').TruckVisitShow,
  invoices: built('billing/invoices/invoice.view').InvoiceItem,
};
const [{ organization_id }] = await rowsOf(pool, 'SELECT min(id) AS organization_id FROM organizations', []);
const statements = new Map();
const bodies = new Map();

const app = fastify();
app.get('/api/v1/:list', async ({ url, params: { list }, query }, reply) => {
  void reply.type('application/json; charset=utf-8');
  if (process.env.LIMIT === 'statement') return read(list, query);
  if (!bodies.has(url)) bodies.set(url, await read(list, query));
  return bodies.get(url);
});

async function read(list, { per, page = 1 }) {
  const request = { number: Number(page), per: Number(per), parameter: 'per' };
  const key = `${list} ${per} ${page}`;
  if (!statements.has(key)) statements.set(key, await statementOfPage(VIEWS[list], organization_id, request));
  const { text, values } = statements.get(key);
  const [row] = await rowsOf(pool, text, values);
  return `{"${list}":[${row.json}]}`;
}

await app.listen({ port: 0, host: '127.0.0.1' });
process.send({ port: app.server.address().port });
