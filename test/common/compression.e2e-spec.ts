import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { aManifest, aBill } from '../factories/cargo';
import { aFreightForwarder } from '../factories/parties';
import type { Client } from '../setup/client';
import { Service, useService } from '../setup/service';

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

describe('compressed answers', () => {
  const service = useService();
  let client: Client;
  beforeAll(async () => {
    client = await service.current.organization();
    for (let i = 0; i < 20; i++) await aFreightForwarder(client);
  });

  /** Asks, and returns what was sent with its text. */
  async function ask(
    url: string,
    accepted?: string,
    headers: Record<string, string> = {},
    on = service.current,
  ) {
    const response = await on.app.inject({
      url,
      headers: {
        authorization: `Bearer ${client.tokens.read}`,
        ...(accepted !== undefined && { 'accept-encoding': accepted }),
        ...headers,
      },
    });
    const coding = response.headers['content-encoding'] as keyof typeof UNPACK | undefined;
    const text = coding ? UNPACK[coding](response.rawPayload).toString() : response.payload;
    return { coding, text, response, bytes: response.rawPayload.length };
  }

  const LIST = '/api/v1/freight_forwarders';

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5, br;q=0.4', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['gzip;q=0', undefined],
    ['deflate, zstd', undefined],
    ['', undefined],
    [';;,=,q', undefined],
  ])('are sent as the client likes it: %s', async (accepted, coding) => {
    const plain = await ask(LIST);
    const answer = await ask(LIST, accepted);
    expect([answer.coding, answer.text]).toEqual([coding, plain.text]);
    expect(answer.response.headers.vary).toBe('Accept-Encoding');
    if (coding) expect(answer.bytes).toBeLessThan(plain.bytes / 4);
    expect(answer.response.headers['content-length']).toBe(String(answer.bytes));
  });

  it('are those of 1 KiB and more', async () => {
    const small = await ask(`${LIST}?per=1`, 'br');
    expect(small.bytes).toBeLessThan(1024);
    expect([small.coding, small.response.headers.vary]).toEqual([undefined, undefined]);
  });

  it('keep the tag of the record, which is known again however it is sent', async () => {
    const url = '/api/v1/truck_visits/0';
    expect((await ask(url, 'br')).coding).toBeUndefined();
    const note = 'x'.repeat(2000);
    const { id } = await aFreightForwarder(client, { address: note });
    const [plain, packed] = [await ask(`${LIST}/${id}`), await ask(`${LIST}/${id}`, 'gzip')];
    expect([packed.coding, packed.response.headers.etag]).toEqual(['gzip', plain.response.headers.etag]);
    const known = await ask(`${LIST}/${id}`, 'gzip', {
      'if-none-match': String(plain.response.headers.etag),
    });
    expect([known.response.statusCode, known.coding, known.bytes]).toEqual([304, undefined, 0]);
  });

  it('include streamed lists', async () => {
    const manifest = await aManifest(client);
    for (let i = 0; i < 5; i++) await aBill(client, manifest);
    const url = `/api/v1/manifests/${manifest.client_identifier}/bill_of_ladings`;
    const packed = await ask(url, 'br');
    expect([packed.coding, packed.text]).toEqual(['br', (await ask(url)).text]);
    expect(packed.response.headers['x-total-count']).toBe('5');
  });

  it('include the document, which is compressed once, and long answers', async () => {
    for (const url of ['/docs-json', '/docs/swagger-ui-bundle.js'])
      for (const accepted of ['br', 'br', 'gzip'])
        expect((await ask(url, accepted)).text).toBe((await ask(url)).text);
    await service.current.query(
      `INSERT INTO consignees (organization_id, name, address) SELECT $1, 'C' || n, repeat(md5(n::text), 150)
       FROM generate_series(1, 100) n`,
      [client.organization_id],
    );
    const long = await ask('/api/v1/consignees?per=100', 'br');
    expect(long.text.length).toBeGreaterThan(400_000);
    expect([long.coding, long.text]).toEqual(['br', (await ask('/api/v1/consignees?per=100')).text]);
  });

  it('are left to the proxy with COMPRESSION=false', async () => {
    const plain = await Service.on(service.current.database, { COMPRESSION: 'false' });
    try {
      const { coding, response } = await ask(LIST, 'br', {}, plain);
      expect([coding, response.headers.vary]).toEqual([undefined, undefined]);
    } finally {
      await plain.app.close();
    }
  });
});
