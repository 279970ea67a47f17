import { aShippingLine, aTruck } from '../factories/parties';
import { useService } from '../setup/service';

const NUMBER = 'TDKU7334996';

/** The whole way of an export container: from the booking to the hold of the vessel. */
describe('an export container', () => {
  const service = useService();

  it('comes by truck, is stacked, held, released, and loaded', async () => {
    const admin = await service.current.organization();
    const client = admin.as('write');
    const container = async () => (await client.get(`/containers/${NUMBER}`)).body.container;

    // cargo is booked on the voyage
    const { terminal } = await admin.create('/terminals', { name: 'North' });
    await client.create('/vessels', { vessel: { name: 'Thole' } });
    await client.create('/voyages', {
      voyage: {
        number: 'TH2612',
        vessel_name: 'Thole',
        discharge_destination_type: 'Terminal',
        discharge_destination_id: terminal.id,
      },
    });
    await aShippingLine(client, { code: 'TDK' });
    await admin.create('/bookings', { number: 'BK-1', shipping_line: 'TDK', voyage: 'TH2612', quantity: 1 });

    // its container is announced, and known from then on
    await admin.create('/container_types', { code: '40HC', size: 40, is_high_cube: true });
    const { license_plate } = await aTruck(client, { license_plate: 'LN-905-F' });
    await client.create('/pre_advices', {
      advice_number: 'PA-2001',
      truck: license_plate,
      purposes: [
        {
          purpose_type: 'drop_off',
          booking: 'BK-1',
          interchange: { seals: 'S1, S2', weight: 22_680 },
          cargo: {
            cargo_type: 'container',
            container_number: NUMBER,
            container_type: '40HC',
            container_status: 'full',
            container_usage: 'export',
            shipping_line: 'TDK',
            goods: 'Malt',
          },
        },
      ],
    });
    expect(await container()).toMatchObject({
      container_status: 'full',
      usage: 'export',
      goods: 'Malt',
      current_location: null,
      booking: { number: 'BK-1' },
    });

    // a truck brings it and leaves without it
    await admin.create('/gates', { name: 'North Gate' });
    const { truck_visit } = await client.create('/truck_visits', {
      pre_advice_number: 'PA-2001',
      gate: 'North Gate',
    });
    expect((await container()).current_location).toBeNull();
    const left = await client.post('/trucks/LN-905-F/gate_out.json');
    expect(left.status).toBe(200);
    expect(await container()).toMatchObject({ current_location: 'North Gate', seals: ['S1', 'S2'] });

    // the yard stacks it
    await admin.create('/yard_areas', { name: 'Block B', terminal: 'North' });
    await admin.create('/yard_slots', { name: 'B1-01', yard_area: 'Block B' });
    const stacked = await admin.patch(`/containers/${NUMBER}`, {
      current_location_type: 'YardSlot',
      current_location: 'B1-01',
    });
    expect(stacked.body.container.current_location).toBe('B1-01');

    // the line wants it loaded
    const { load_list } = await admin.create('/load_lists', {
      name: 'TH2612-TDK',
      voyage: 'TH2612',
      shipping_line: 'TDK',
    });
    const items = `/load_lists/${load_list.id}/load_list_items`;
    await client.create(items, {
      load_list_item_type: 'full',
      load_list_item: { container_id: (await container()).id },
    });
    const item = async () => (await client.get(`${items}.json`)).body.load_list_items[0];
    expect(await item()).toMatchObject({ container: { number: NUMBER }, loaded: false, loaded_at: null });

    // which a hold forbids
    await client.create('/voyages/TH2612/tallies', { tally: { tally_type: 'loading' } });
    const { hold_type } = await admin.create('/hold_types', { name: 'Unpaid', applies_to: 'container' });
    expect((await client.put(`/containers/${NUMBER}/holds/${hold_type.id}/apply.json`)).status).toBe(200);
    const lifted_at = new Date().toISOString();
    const move = {
      voyage: 'TH2612',
      tally_type: 'loading',
      crane: 'Crane 1',
      kind: 'tally',
      container: NUMBER,
      lifted_at,
    };
    const refused = await admin.post('/tally_moves', move);
    const sentence = `Container ${NUMBER} has unlifted holds and cannot be loaded.`;
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        error: sentence,
        code: 'container_held',
        params: expect.any(Object),
        records: [{ type: 'container', key: NUMBER }],
        errors: { container: [sentence] },
      },
    ]);
    expect((await client.get('/tally_moves')).body.tally_moves).toEqual([]);
    expect(await item()).toMatchObject({ loaded: false });
    expect((await container()).current_location).toBe('B1-01');

    // until it is lifted
    const [hold] = (await client.get(`/containers/${NUMBER}/holds.json`)).body.holds;
    await client.put(`/containers/${NUMBER}/holds/${hold.id}/lift.json`, { hold: { notes: 'Paid' } });
    await admin.create('/tally_moves', move);
    expect((await container()).current_location).toBe('TH2612');
    expect(await item()).toMatchObject({ loaded: true, loaded_at: lifted_at });
    const tally = (await client.get('/voyages/TH2612/tallies.json')).body;
    expect(tally.cranes).toMatchObject([{ crane: 'Crane 1', tally: [{ number: NUMBER, size: 40 }] }]);

    // all of which is on record, and the vessel sails
    const { movements } = (await client.get(`/containers/${NUMBER}/movements.json`)).body;
    expect(movements).toMatchObject([
      {
        movement_type: 'gate_in',
        from: null,
        to: 'Gate: North Gate',
        moved_at: left.body.gated_out_at,
        truck_visit_id: truck_visit.id,
      },
      { movement_type: 'yard', to: 'Yard Slot: B1-01', truck_visit_id: null },
      {
        movement_type: 'load',
        from: 'Yard Slot: B1-01',
        to: 'Voyage: TH2612',
        moved_at: lifted_at,
        truck_visit_id: null,
      },
    ]);
    const sailed = await client.patch('/voyages/TH2612.json', {
      voyage: { at_of_departure: '2026-11-20T12:00:00Z' },
    });
    expect(sailed.body.voyage.status).toBe('departed');
    expect((await client.delete(`${items}/${(await item()).id}.json`)).status).toBe(422);
  });
});
