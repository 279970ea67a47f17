import { loadConfig } from '../../src/common/config/config';
import { localOrigins } from '../../src/demo/local-origins';
import { demonstration } from '../setup/demonstration';
import { type Service, useService } from '../setup/service';

describe('pages of the own machine', () => {
  const service = useService();
  let demo: Service;
  beforeAll(async () => ({ service: demo } = await demonstration()));
  afterAll(() => demo?.stop());

  const allowed = async (origin: string, on = demo) => {
    const { headers } = await on.app.inject({ url: '/api/v1/me', headers: { origin } });
    return headers['access-control-allow-origin'];
  };

  it('may call a service that has the demonstration alone, until it has more', async () => {
    for (const origin of [
      'http://localhost:5173',
      'https://localhost',
      'http://127.0.0.1:8080',
      'http://[::1]:3000',
    ])
      expect(await allowed(origin)).toBe(origin);
    for (const origin of [
      'http://localhost.evil.example',
      'http://evil.example',
      'http://localhost:5173.evil.example',
      'null',
      'http://127.0.0.10',
    ])
      expect([origin, await allowed(origin)]).toEqual([origin, undefined]);
    const preflight = await demo.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/trucks',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,prefer',
      },
    });
    expect(preflight.headers['access-control-allow-headers']).toContain('prefer');

    // while the database is away, what was so before
    const away = Date.now() + 6_000;
    jest.spyOn(Date, 'now').mockReturnValue(away);
    jest.spyOn(demo.dataSource.manager, 'find').mockRejectedValue(new Error('away'));
    try {
      expect(await allowed('http://localhost:5173')).toBe('http://localhost:5173');
    } finally {
      jest.restoreAllMocks();
    }

    await demo.organization();
    const now = Date.now() + 6_000;
    jest.spyOn(Date, 'now').mockReturnValue(now);
    try {
      expect(await allowed('http://localhost:5173')).toBeUndefined();
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('may not call it when other organizations exist at the start, nor in production', async () => {
    expect(await allowed('http://localhost:5173', service.current)).toBeUndefined();
    const config = loadConfig({ NODE_ENV: 'production' });
    expect(await localOrigins(config, demo.dataSource)).toBeUndefined();
  });
});
