import { NominationExpiryService } from '../../src/gate/nominations/nomination-expiry.service';
import { keyOf } from '../factories/cargo';
import { aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import { stayParties } from '../factories/interests';
import { EST, FORWARDER, FRG, LINE, NominationWorld, OTHER } from '../factories/nominations';
import { exportFiles, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

describe('nominations in files', () => {
  const service = useService();

  /** Who sees each nomination, and how far it has come. */
  const known = (client: Client) =>
    service.current.query(
      `SELECT n.number, n.status, n.depth, a.number AS parent, (
         SELECT count(*)::integer FROM nomination_parties p
         WHERE p.organization_id = n.organization_id AND p.nomination_id = n.id) AS parties
       FROM nominations n
       LEFT JOIN nominations a ON a.organization_id = n.organization_id AND a.id = n.parent_id
       WHERE n.organization_id = $1 ORDER BY n.number`,
      [client.organization_id],
    );

  it('come back with their chains, whatever the order of the lines, and no event tells again of their use', async () => {
    const world = await NominationWorld.of(service.current);
    const { client, owner, bill } = world;
    const whole = await world.nominated(owner, { bill_of_lading: keyOf(bill), to: FORWARDER });
    const one = await world.passedOn({ from: FORWARDER, to: FRG });
    const last = await world.passedOn({ from: FRG, to: EST });
    const taken = await world.passedOn({ container: OTHER, from: LINE, to: EST });
    const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes: [pickUp(OTHER)] });
    await aVisit(client, { pre_advice_number: advice_number });
    expect((await gateOut(client, 'EST-1')).status).toBe(200);
    expect(await known(client)).toEqual(
      [
        { number: whole.number, status: 'active', depth: 1, parent: null, parties: 2 },
        { number: one.number, status: 'passed_on', depth: 2, parent: whole.number, parties: 3 },
        { number: last.number, status: 'active', depth: 3, parent: one.number, parties: 4 },
        { number: taken.number, status: 'used', depth: 1, parent: null, parties: 2 },
      ].sort((a, b) => (a.number < b.number ? -1 : 1)),
    );

    const exported = await exportFiles(client);
    for (const turn of [(lines: string[]) => lines, (lines: string[]) => lines.reverse()]) {
      const lines = turn(exported['nominations.ndjson']!.trim().split('\n'));
      const copy = await service.current.organization();
      const files = { ...exported, 'nominations.ndjson': `${lines.join('\n')}\n` };
      expect((await importFiles(copy, files)).bad).toEqual([]);
      expect(await known(copy)).toEqual(await known(client));
      expect(await stayParties(copy)).toEqual(await stayParties(client));
      await service.current.app.get(NominationExpiryService).noticeAll();
      await allPublished(copy);
      expect(await new Follower(copy, 'types[]=nomination.used').read()).toEqual([]);
    }
  });

  it('name one subject and who may collect, and end when they say so', async () => {
    const { client } = await NominationWorld.of(service.current);
    const line = {
      number: 'NM00000001',
      from: LINE,
      to: EST,
      status: 'active',
      created_at: '2026-11-20T08:00:00Z',
    };
    const { bad } = await importFiles(client, {
      'nominations.ndjson': [
        line,
        { ...line, number: 'NM00000002', container: OTHER, stay: 1, booking: 'B' },
        { ...line, number: 'NM00000006', container: OTHER },
        { ...line, number: 'NM00000003', container: OTHER, stay: 1, to: LINE },
        { ...line, number: 'NM00000004', container: OTHER, stay: 1, status: 'revoked' },
        { ...line, number: 'NM00000005', container: OTHER, stay: 1, ended_at: line.created_at },
      ],
    });
    expect(bad).toEqual([
      expect.stringContaining('must be named, or a bill of lading or a booking in its place'),
      expect.stringContaining('is unknown'),
      expect.stringContaining('is required: the number of the stay of the container'),
      expect.stringContaining('must be one of trucking_company, freight_forwarder'),
      expect.stringContaining('is required for what does not stand'),
      expect.stringContaining('must be there where the status is revoked'),
      expect.stringContaining('must be left out while it stands'),
    ]);
    expect(await known(client)).toEqual([]);
  });

  it('are refused where the giver has given the same already', async () => {
    const { client } = await NominationWorld.of(service.current);
    const line = {
      container: OTHER,
      stay: 1,
      from: LINE,
      status: 'active',
      created_at: '2026-11-20T08:00:00Z',
    };
    const { bad } = await importFiles(client, {
      'nominations.ndjson': [
        { ...line, number: 'NM00000001', to: EST },
        { ...line, number: 'NM00000002', to: FRG },
      ],
    });
    expect(bad).toEqual(['nominations.ndjson:2: to: It is passed on already: revoke that first.']);
    expect(await known(client)).toEqual([]);
  });
});
