import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** Lists that are narrowed by a span of time. */
const LISTS: [path: string, from: string, until: string][] = [
  ['/container_stays', 'in_from', 'in_until'],
  ['/container_stays', 'out_from', 'out_until'],
  ['/audit_entries', 'from', 'until'],
  ['/audit_entries', 'created_from', 'created_until'],
  ['/gate_refusals', 'from', 'until'],
  ['/gate_refusals', 'refused_from', 'refused_until'],
  ['/movements', 'moved_from', 'moved_until'],
  ['/interchanges', 'completed_from', 'completed_until'],
  ['/truck_visits', 'gated_in_from', 'gated_in_until'],
  ['/holds', 'applied_from', 'applied_until'],
  ['/appointment_slots', 'from', 'until'],
  ['/pre_advices', 'expected_from', 'expected_until'],
  ['/appointments', 'expected_from', 'expected_until'],
  ['/mails', 'created_from', 'created_until'],
  ['/events', 'occurred_from', 'occurred_until'],
];

describe('a span of time', () => {
  const service = useService();
  let client: Client;
  beforeAll(async () => (client = await service.current.organization()));

  it.each(LISTS)('%s: %s to %s does not end before it begins', async (path, from, until) => {
    const ask = (begin: string, end: string) => client.get(`${path}?${from}=${begin}&${until}=${end}`);
    const malformed = await ask('2026-11-20T10:00:00Z', 'then');
    const refused = await ask('2026-11-20T10:00:00Z', '2026-11-20T09:59:59Z');
    expect([refused.status, refused.body]).toMatchObject([
      malformed.status,
      { code: 'invalid', errors: { [until]: [`must not be before ${from}`] } },
    ]);
    expect((await ask('2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z')).status).toBe(200);
    // a date alone is the whole day
    expect((await ask('2026-11-20', '2026-11-20')).status).toBe(200);
  });
});
