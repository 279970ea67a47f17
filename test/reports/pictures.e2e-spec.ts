import { REPORT_NAMES } from '../../src/reports/frame/report-names';
import { aShippingLine } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the pictures of reports', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
  });

  const draw = (path: string) =>
    service.current.app.inject({
      url: `/api/v1/reports/${path}`,
      headers: { authorization: `Token token=${client.tokens.read}` },
    });

  it.each(REPORT_NAMES)('is an SVG of what %s answers', async (name) => {
    await aShippingLine(client, { code: 'WHA' });
    const of = name === 'line_cost' ? 'shipping_line=WHA&' : '';
    const answer = await draw(`${name}.svg?${of}from=2026-03-01&until=2026-03-31`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    expect(answer.headers['content-security-policy']).toBeDefined();
    expect(answer.body).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="1000" /);
    expect(answer.body).toContain('2026-03-01 to 2026-03-31');
    expect((await draw(`${name}.svg?${of}width=320`)).body).toMatch(/width="320"/);
    expect((await draw(`${name}.svg?${of}width=319`)).statusCode).toBe(422);
    expect((await draw(`${name}.svg?${of}from=2025-01-01&until=2026-03-31`)).statusCode).toBe(422);
    expect((await draw(`${name}.svg?${of}group_by=colour`)).statusCode).toBe(422);
  });
});
