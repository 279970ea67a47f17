import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { Browser } from 'playwright-core';
import { WITH_ISSUERS } from '../../factories/issuers';
import { Issuer } from '../../setup/issuer';
import { Service, useService } from '../../setup/service';
import { inBrowser, launch } from './browser';
import { build, startPreview } from './example-page';
import { demoClient } from '../../setup/demonstration';

const ROOT = join(__dirname, '../../..');
const GUIDE = readFileSync(join(ROOT, 'docs/guides/portal.md'), 'utf8');
/** The blocks of the guide in a language. */
const blocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]+?)^\`\`\`$`, 'gm'))].map(([, block]) => block!);

/** Does what docs/guides/portal.md says, with the test issuer as the provider. */
inBrowser("the guide to a haulier's portal", () => {
  const settings = useService({});
  let issuer: Issuer;
  let service: Service;
  let folder: string;
  let preview: ChildProcess;
  let address: string;
  let browser: Browser;

  beforeAll(async () => {
    issuer = await Issuer.start();
    folder = mkdtempSync(join(tmpdir(), 'wharfinger-guide-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'dist'));
    ({ child: preview, address } = await startPreview(folder));
    service = await Service.on(settings.current.database, {
      ...WITH_ISSUERS,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: 'haulier-portal',
      OIDC_SCOPES: 'openid email',
      CORS_ORIGINS: address,
    });
    browser = await launch();
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    preview?.kill();
    await service?.app.close();
    await issuer?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leads from an empty provider to the containers of Estuary Haulage', async () => {
    const client = await demoClient(service, DateTime.now());
    issuer.person = JSON.parse(blocks('json')[0]!) as object;
    const [, body] = /^POST \/identity_issuers\n([^]+?)\n\n/m.exec(blocks('http')[0]!)!;
    await client.create('/identity_issuers', { ...(JSON.parse(body!) as object), issuer: issuer.url });

    writeFileSync(join(folder, 'index.html'), blocks('html')[0]!);
    const main = blocks('ts')[0]!.replace('http://localhost:3000', await service.listen());
    writeFileSync(join(folder, 'main.ts'), main);
    await build(folder);

    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(address);
    await page.getByRole('heading', { name: 'Containers of Estuary Haulage' }).waitFor();
    const lines = page.getByRole('listitem');
    await lines.first().waitFor();
    expect(await lines.allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^WHAU4142033: .*Customs/)]),
    );
    const { container_stays } = (await client.get('/container_stays?status=here&per=100')).body;
    expect(await lines.count()).toBeGreaterThan(2);
    expect(await lines.count()).toBeLessThan(container_stays.length);
    expect((await client.get('/users/desk%40estuary-haulage.example')).body.user.limited).toBe(false);
  }, 200_000);
});
