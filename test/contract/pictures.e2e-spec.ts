import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useDemonstration } from '../setup/demonstration';

/** The picture of a yard area in docs/guides/yard.md. `UPDATE_PICTURES=1 npx jest pictures` draws it anew. */
const FILE = join(__dirname, '../../docs/guides/block-a.svg');

describe('the picture of Block A in the guide of the yard', () => {
  const demonstration = useDemonstration();

  it('is the one that the service draws of the demonstration', async () => {
    const { service, tokens } = demonstration.current;
    const { statusCode, body } = await service.app.inject({
      url: '/api/v1/yard_areas/Block%20A/stacks.svg',
      headers: { authorization: `Token token=${tokens.read}` },
    });
    expect(statusCode).toBe(200);
    if (process.env.UPDATE_PICTURES) writeFileSync(FILE, `${body}\n`);
    expect(`${body}\n`).toBe(readFileSync(FILE, 'utf8'));
    expect(Buffer.byteLength(body)).toBeLessThan(500_000);
    expect(body.match(/<title>[A-Z]{4}\d{7}, /g)).toHaveLength(61);
  });
});

describe('the pictures of the guide of reports', () => {
  const demonstration = useDemonstration();

  it.each([
    ['reports-moves.svg', 'moves.svg?from=2026-11-01&until=2026-11-19'],
    ['reports-yard.svg', 'yard.svg?from=2026-11-01&until=2026-11-19'],
    ['reports-lines.svg', 'moves.svg?from=2026-10-19&until=2026-11-15&group_by=week,shipping_line'],
  ])('are those that the service draws of the demonstration: %s', async (name, path) => {
    const { service, tokens } = demonstration.current;
    const { statusCode, body } = await service.app.inject({
      url: `/api/v1/reports/${path}`,
      headers: { authorization: `Token token=${tokens.read}` },
    });
    expect(statusCode).toBe(200);
    const file = join(__dirname, '../../docs/guides', name);
    if (process.env.UPDATE_PICTURES) writeFileSync(file, `${body}\n`);
    expect(`${body}\n`).toBe(readFileSync(file, 'utf8'));
    expect(body.match(/<rect[^>]*><title>/g)!.length).toBeGreaterThan(8);
  });
});
