import { aConsignee, aShippingLine, aTruck, aTruckDriver } from '../factories/parties';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';
const BILL = '/voyages/WP2611/bill_of_ladings/BL-1.json';
const HOLDS = '/manifests/WHA-WP2611/bill_of_ladings/BL-1/holds';

/** The whole way of an import container: from the manifest to the consignee. */
describe('an import container', () => {
  const service = useService();

  it('comes by vessel, is held, released, and leaves by truck', async () => {
    const admin = await service.current.organization();
    const client = admin.as('write');
    /** manifested; at the destination, at a terminal, delivered; the same of the packing list */
    const counts = async () => {
      const bill = (await client.get(BILL)).body.bill_of_lading;
      return [
        bill.manifested_count,
        bill.cargo_at_terminal_destination_count,
        bill.cargo_at_terminal_count,
        bill.cargo_delivered_count,
        bill.packing_list_items_at_terminal_destination_count,
        bill.packing_list_items_at_terminal_count,
        bill.packing_list_items_delivered_count,
      ];
    };
    const container = async () => (await client.get(`/containers/${NUMBER}`)).body.container;

    // the vessel is announced
    const { terminal } = await admin.create('/terminals', { name: 'North' });
    const { yard_area } = await admin.create('/yard_areas', { name: 'Block A', terminal: 'North' });
    await client.create('/vessels', { vessel: { name: 'Heron', imo: '9074729' } });
    await client.create('/voyages', {
      voyage: {
        number: 'WP2611',
        vessel_name: 'Heron',
        assigned_yard_area_id: yard_area.id,
        discharge_destination_type: 'Terminal',
        discharge_destination_id: terminal.id,
      },
    });

    // its cargo is manifested
    await aShippingLine(client, { code: 'WHA' });
    await aConsignee(client, { name: 'Kestrel Foods' });
    const { manifest } = await client.create('/manifests', { shipping_line: 'WHA', voyage_number: 'WP2611' });
    expect(manifest.client_identifier).toBe('WHA-WP2611');
    await client.create('/manifests/WHA-WP2611/bill_of_ladings', {
      bill_of_lading: { number: 'BL-1', weight: 18_500 },
      consignee: 'Kestrel Foods',
    });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const bill_of_lading = { manifest: 'WHA-WP2611', number: 'BL-1' };
    await admin.create('/containers', {
      number: NUMBER,
      container_status: 'full',
      usage: 'import',
      shipping_line: 'WHA',
      consignee: 'Kestrel Foods',
      bill_of_ladings: [bill_of_lading],
      arrival_voyage: 'WP2611',
      current_location_type: 'Voyage',
      current_location: 'WP2611',
    });
    await admin.create('/packing_list_items', {
      reference_number: 'PL-1',
      bill_of_lading,
      container: NUMBER,
      quantity: 24,
    });
    expect(await counts()).toEqual([1, 0, 0, 0, 0, 0, 0]);

    // it is discharged
    await client.create('/voyages/WP2611/tallies', { tally: { tally_type: 'discharge' } });
    await admin.create('/tally_moves', {
      voyage: 'WP2611',
      tally_type: 'discharge',
      crane: 'Crane 1',
      kind: 'tally',
      container: NUMBER,
      lifted_at: '2026-11-17T09:41:00Z',
    });
    const tally = (await client.get('/voyages/WP2611/tallies.json')).body;
    expect(tally.cranes).toMatchObject([{ crane: 'Crane 1', tally: [{ number: NUMBER, usage: 'import' }] }]);
    expect(await counts()).toEqual([1, 1, 1, 0, 24, 24, 0]);
    expect(await container()).toMatchObject({ current_location: 'Block A', unlifted_holds: 0 });

    // customs hold its bill, and with that the container
    const { hold_type } = await admin.create('/hold_types', {
      name: 'Customs',
      applies_to: 'bill_of_lading',
    });
    const applied = await client.put(`${HOLDS}/${hold_type.id}.json`);
    expect(applied.body.bill_of_lading).toMatchObject({
      unlifted_holds: [{ id: hold_type.id, name: 'Customs' }],
      applicable_holds: [],
    });
    expect((await container()).unlifted_holds).toBe(1);

    // a truck comes for it
    const { license_plate } = await aTruck(client, { license_plate: 'WH-472-B' });
    await aTruckDriver(admin, { license_number: 'DL-1', firstname: 'Anneke', lastname: 'Vroom' });
    await client.create('/pre_advices', {
      advice_number: 'PA-1001',
      truck: license_plate,
      truck_driver: 'DL-1',
      purposes: [
        {
          purpose_type: 'pick_up',
          bill_of_lading: 'BL-1',
          cargo: { cargo_type: 'container', container_status: 'full', container_number: NUMBER },
        },
      ],
    });
    await admin.create('/gates', { name: 'North Gate' });
    const { truck_visit } = await client.create('/truck_visits', {
      pre_advice_number: 'PA-1001',
      gate: 'North Gate',
    });
    const visit = async () => (await client.get(`/truck_visits/${truck_visit.id}`)).body;
    expect(await visit()).toMatchObject({
      gated_out_at: null,
      truck: { license_plate },
      gate: { name: 'North Gate' },
      interchanges: [{ type: 'interchange_out', completed: false, container: { number: NUMBER } }],
    });
    expect(await counts()).toEqual([1, 1, 1, 0, 24, 24, 0]);

    // and does not get it, until the hold is lifted
    const refused = await client.post('/trucks/WH-472-B/gate_out.json');
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        error: `Truck Visit was not completed. The following container has unlifted holds: ${NUMBER}`,
        code: 'container_held',
        params: expect.any(Object),
        records: [{ type: 'container', key: NUMBER }],
      },
    ]);
    expect(await counts()).toEqual([1, 1, 1, 0, 24, 24, 0]);
    const lifted = await client.delete(`${HOLDS}/${hold_type.id}.json`, {
      hold: { reference_number: 'CUST-7' },
    });
    expect(lifted.body.bill_of_lading).toMatchObject({
      unlifted_holds: [],
      applicable_holds: [{ id: hold_type.id }],
    });
    const left = await client.post('/trucks/WH-472-B/gate_out.json');
    expect(left.status).toBe(200);
    expect(left.body.gated_out_at).not.toBeNull();
    expect((await visit()).interchanges).toMatchObject([{ completed: true }]);
    expect(await counts()).toEqual([1, 0, 0, 1, 0, 0, 24]);
    expect((await container()).current_location).toBe('Kestrel Foods');

    // all of which is on record
    const user = { id: client.user_id, name: 'Tess Ter' };
    const { movements } = (await client.get(`/containers/${NUMBER}/movements.json`)).body;
    expect(movements).toMatchObject([
      {
        id: expect.any(Number),
        movement_type: 'discharge',
        moved_at: '2026-11-17T09:41:00.000Z',
        from: 'Voyage: WP2611',
        to: 'Yard Area: Block A',
        truck_visit_id: null,
        user,
      },
      {
        id: expect.any(Number),
        movement_type: 'gate_out',
        moved_at: left.body.gated_out_at,
        from: 'Yard Area: Block A',
        to: 'Consignee: Kestrel Foods',
        truck_visit_id: truck_visit.id,
        user,
      },
    ]);
    const kept = await client.delete('/manifests/WHA-WP2611');
    expect([kept.status, kept.body.error]).toEqual([
      422,
      `Manifest cannot be deleted: container ${NUMBER} has been at the terminal.`,
    ]);
  });
});
