import { aContainerType } from '../../factories/cargo';
import { readInterchange, upload } from '../../factories/edi';
import { anExchange, aPortOfOurs, interchange } from '../../factories/edi-upload';
import { aPort, aVessel, aVoyage } from '../../factories/voyages';
import { eventually } from '../../setup/eventually';
import { useService } from '../../setup/service';

/** How long it may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 300_000;

jest.setTimeout(2 * PATIENCE_MS);

describe('a bayplan of 20,000 cells, with 15,000 for here', () => {
  // half of what a statement has elsewhere
  const service = useService({ DATABASE_STATEMENT_TIMEOUT_MS: '7500' });

  it('is applied in one try, and again when it comes again', async () => {
    const client = await service.current.organization();
    // As an analysis behind a preview leaves it: pages of rows that were taken back, of which none is expected.
    await service.current.query('ALTER TABLE discharge_list_items SET (autovacuum_enabled = false)');
    await service.current.query(`DO $$ BEGIN
      INSERT INTO discharge_list_items (organization_id, discharge_list_id, container_id)
      SELECT ${client.organization_id}, 1, n FROM generate_series(1, 5000) n;
    EXCEPTION WHEN foreign_key_violation THEN NULL; END $$`);
    await service.current.query('ANALYZE discharge_list_items');
    const hub = await anExchange(client, ['BAPLIE']);
    const discharge_destination_id = await aPortOfOurs(client);
    for (const locode of ['GBFXT', 'DEHAM']) await aPort(client.as('admin'), { locode });
    await aContainerType(client.as('admin'), { code: '20DV', iso_type_code: '22G1' });
    const { name: vessel_name } = await aVessel(client, { imo: '9074729' });
    const { number: voyage } = await aVoyage(client, { vessel_name, discharge_destination_id });
    const cells = Array.from({ length: 20_000 }, (_, at) => [
      `LOC+147+${String(10_000 + at).padStart(7, '0')}::5`,
      'MEA+WT++KGM:21000',
      `LOC+11+${at < 15_000 ? 'NLVLI' : 'DEHAM'}:139:6`,
      `EQD+CN+WHAU${String(at).padStart(7, '0')}+22G1+++5`,
      `NAD+CA+${hub.line}:172:ZZZ`,
    ]).flat();
    const applied = async (document: string, does: 'original' | 'replacement') => {
      const head = [
        `BGM++${document}+${does === 'original' ? 9 : 5}`,
        `TDT+20+${voyage}+1++${hub.line}:172:20+++9074729:146`,
        'LOC+5+GBFXT:139:6',
      ];
      const text = interchange(hub, [['BAPLIE:D:95B:UN:SMDG22', [...head, ...cells]]]);
      const { id } = (await upload(client, text)).body.edi_interchange;
      await readInterchange(client, id);
      return eventually(
        `bayplan ${document} is worked at`,
        async () => {
          const { edi_messages } = (await client.get(`/edi_messages?edi_interchange=${id}`)).body;
          return edi_messages[0].status !== 'received' && edi_messages[0];
        },
        PATIENCE_MS,
      );
    };
    const first = await applied('B1', 'original');
    expect([first.status, first.errors]).toEqual(['applied', []]);
    expect(first.changes).toMatchObject({
      cells: { created: 20_000 },
      discharge_list_items: { created: 15_000 },
    });
    const again = await applied('B1', 'replacement');
    expect([again.status, again.changes.discharge_list_items.unchanged]).toEqual(['applied', 15_000]);
    const tries = await service.current.query('SELECT tries FROM edi_messages WHERE organization_id = $1', [
      client.organization_id,
    ]);
    expect(tries).toEqual([{ tries: 1 }, { tries: 1 }]);
  });
});
