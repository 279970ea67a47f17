import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useService } from '../setup/service';
import { demoClient } from './play';

/** The picture of a yard area in docs/guides/yard.md. `UPDATE_PICTURES=1 npx jest pictures` draws it anew. */
const FILE = join(__dirname, '../../docs/guides/block-a.svg');

describe('the picture of Block A in the guide of the yard', () => {
  const service = useService({});

  it('is the one that the service draws of the demonstration', async () => {
    const { tokens } = await demoClient(service.current);
    const { statusCode, body } = await service.current.app.inject({
      url: '/api/v1/yard_areas/Block%20A/stacks.svg',
      headers: { authorization: `Token token=${tokens.read}` },
    });
    expect(statusCode).toBe(200);
    if (process.env.UPDATE_PICTURES) writeFileSync(FILE, `${body}\n`);
    expect(`${body}\n`).toBe(readFileSync(FILE, 'utf8'));
    expect(Buffer.byteLength(body)).toBeLessThan(500_000);
    expect(body.match(/<title>[A-Z]{4}\d{7}, /g)).toHaveLength(50);
  });
});
