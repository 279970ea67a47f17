// The lists as TypeORM reads them with relations and pages, on the service's own entities. Its rows are sent as they
// are: it is spared making the service's answer of them.
import { fastify } from 'fastify';
import { built, dataSource } from './data-source.mjs';

const LISTS = {
  voyages: {
    entity: built('voyages/voyages/voyage.entity').Voyage,
    relations: {
      vessel: true,
      agent: true,
      stevedoring_company: true,
      assigned_berth_area: true,
      assigned_yard_area: true,
      destination_terminal: true,
      destination_berth_area: { terminal: true },
      arrival_pilot: true,
      departure_pilot: true,
      last_port_of_call: true,
      next_port_of_call: true,
      stevedoring_supervisors: { supervisor: true },
    },
  },
  truck_visits: {
    entity: built('gate/visits/truck-visit.entity').TruckVisit,
    relations: {
      truck: true,
      truck_driver: { trucking_company: true },
      trucking_company: true,
      gate: true,
      gate_in_user: true,
      gate_out_user: true,
      interchanges: { container: { container_type: true }, chassis: true, genset: true },
    },
  },
  invoices: {
    entity: built('billing/invoices/invoice.entity').Invoice,
    relations: {
      approved_by: true,
      shipping_line: true,
      consignee: true,
      agent: true,
      voyage: { vessel: true },
      truck_visit: { truck: true, truck_driver: true },
      bill_of_lading: true,
      line_items: { container: true },
    },
  },
};

const [{ id: organization_id }] = await dataSource.query('SELECT min(id) AS id FROM organizations');
const app = fastify();
app.get('/api/v1/:list', async ({ params: { list }, query: { per, page = 1 } }) => {
  const { entity, relations } = LISTS[list];
  const [rows, total] = await dataSource.getRepository(entity).findAndCount({
    where: { organization_id },
    relations,
    order: { id: 'ASC' },
    skip: (page - 1) * per,
    take: Number(per),
  });
  return { total, [list]: rows };
});

await app.listen({ port: 0, host: '127.0.0.1' });
process.send({ port: app.server.address().port });
