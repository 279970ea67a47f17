import type { ChildProcess } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { Browser, Page } from 'playwright-core';
import { PERSON, WITH_ISSUERS, withIssuer } from '../../factories/issuers';
import { Issuer } from '../../setup/issuer';
import { useService } from '../../setup/service';
import { allPublished } from '../../setup/events';
import { inBrowser, launch } from './browser';
import { startPreview } from './example-page';
import { demoClient } from '../../setup/demonstration';

const ROOT = join(__dirname, '../../..');
const pictureOf = (name: string) => join(ROOT, `docs/${name}.png`);
/** The picture that the README opens with. */
const PICTURE = pictureOf('screens');
/** The pictures of the examples. */
const SCREEN = { width: 1000, height: 800 };

/** Who signs in at the portal is of Estuary Haulage. */
const GRANTS = [{ claim: 'groups', value: 'hauliers', role: 'write', parties: { claim: 'parties' } }];
const CLERK = { ...PERSON, groups: ['hauliers'], parties: ['trucking_company:EST'], aud: 'wharfinger' };

/** The parts of the picture, in pixels of the page that they are put together on. */
const WIDTH = 1280;
const HALF = { width: 632, height: 560 };
const WHOLE = { width: WIDTH, height: 640 };

const shown = (url: string, { width, height }: typeof HALF) =>
  `<img src="${url}" style="width:${width}px;height:${height}px;object-fit:contain;box-sizing:border-box;border:1px solid #c8cdd3;border-radius:8px;background:#fff">`;
const png = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

inBrowser('the picture of the README', () => {
  // of its own, since the demonstration has to be the only organization
  const env: Record<string, string> = { ...WITH_ISSUERS };
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await Issuer.start();
    issuer.person = CLERK;
    Object.assign(env, { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'portal', OIDC_SCOPES: 'openid email' });
  });
  afterAll(() => issuer.stop());
  const service = useService(env);
  let browser: Browser;
  const previews: ChildProcess[] = [];
  afterAll(async () => {
    await browser?.close();
    for (const preview of previews) preview.kill();
  });

  /** Serves an example on the service, and returns where. */
  async function served(name: string, WHARFINGER_URL: string): Promise<string> {
    const config = ['--config', '../shared/vite.config.ts'];
    const { child, address } = await startPreview(join(ROOT, 'examples', name), { WHARFINGER_URL }, config);
    previews.push(child);
    return address;
  }

  async function opened(url: string, viewport: typeof HALF): Promise<Page> {
    const page = await browser.newPage({ viewport, deviceScaleFactor: viewport === SCREEN ? 1 : 1.5 });
    page.setDefaultTimeout(60_000);
    await page.goto(url);
    return page;
  }

  it('shows the yard, the gate and the planner on the demonstration of today: PICTURE=1 takes it anew', async () => {
    const client = await demoClient(service.current, DateTime.now());
    const base = await service.current.listen();
    browser = await launch();
    for (const [plate, body] of [
      ['PT-263-V', { truck: 'PT-263-V', truck_driver_number: 'D-104', gate: 'In 1' }],
      ['WH-472-B', { pre_advice_number: 'PA-1002', gate: 'In 2' }],
    ] as const) {
      await client.create('/truck_visits', body);
      await client.post(`/trucks/${plate}/gate_out`);
    }
    await allPublished(client);

    const drawing = await service.current.app.inject({
      url: '/api/v1/yard_areas/Block%20A/stacks.svg',
      headers: { authorization: `Token token=${client.tokens.read}` },
    });
    expect(drawing.statusCode).toBe(200);

    const gate = await opened(`${base}/demo/gate`, HALF);
    await gate.getByText('Live', { exact: true }).waitFor();
    await gate.locator('#inside').getByText('fetches WHAU4142033').waitFor();
    await gate.locator('#refused').getByText('it has a hold of the type Customs').waitFor();

    const planner = await opened(await served('planner', base), WHOLE);
    await planner.getByLabel('Token').fill(client.tokens.read);
    await planner.getByRole('button', { name: 'Sign in' }).click();
    await planner.getByRole('cell', { name: /WP2611/ }).waitFor();

    await withIssuer(client, issuer, { audience: 'wharfinger', grants: GRANTS });
    const portal = await opened(await served('haulier-portal', base), SCREEN);
    await portal.getByRole('button', { name: 'Sign in' }).click();
    await portal.getByRole('cell', { name: 'WHAU4142033' }).first().waitFor();
    if (process.env.PICTURE) {
      await portal.screenshot({ path: pictureOf('haulier-portal') });
      await planner.setViewportSize(SCREEN);
      await planner.screenshot({ path: pictureOf('planner') });
      await planner.setViewportSize(WHOLE);
    }

    const whole = await opened('about:blank', { width: WIDTH + 32, height: 600 });
    await whole.setContent(`<body style="margin:16px;display:flex;flex-wrap:wrap;gap:14px;background:#eef1f4">
      ${shown(`data:image/svg+xml;base64,${Buffer.from(drawing.body).toString('base64')}`, HALF)}
      ${shown(png(await gate.screenshot()), HALF)}
      ${shown(png(await planner.screenshot()), WHOLE)}</body>`);
    if (process.env.PICTURE) await whole.screenshot({ path: PICTURE, fullPage: true });
    expect(statSync(PICTURE).size).toBeLessThan(600_000);
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('(docs/screens.png)');
  }, 200_000);
});
