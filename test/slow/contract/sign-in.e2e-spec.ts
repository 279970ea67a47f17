import type { OpenAPIObject } from '@nestjs/swagger';
import type { Browser, Page } from 'playwright-core';
import { PERSON, WITH_ISSUERS, withIssuer } from '../../factories/issuers';
import { eventually } from '../../setup/eventually';
import { Issuer } from '../../setup/issuer';
import { Service, useService } from '../../setup/service';
import { inBrowser, launch } from './browser';

describe('the pages of the document, where people sign in', () => {
  let issuer: Issuer;
  let service: Service;
  // the other service drops the database that both are on, so that this one ends before it
  afterAll(async () => {
    await service.app.close();
    await issuer.stop();
  });
  const without = useService(WITH_ISSUERS);
  let person: { id: number };
  beforeAll(async () => {
    issuer = await Issuer.start();
    issuer.person = PERSON;
    service = await Service.on(without.current.database, {
      ...WITH_ISSUERS,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: 'portal',
      OIDC_SCOPES: 'openid email',
    });
    ({ person } = await withIssuer(await without.current.organization(), issuer));
  });

  const documentOf = async (of: Service, url: string) => (await of.app.inject({ url })).json<OpenAPIObject>();
  const headersOf = async (of: Service, url: string) => (await of.app.inject({ url })).headers;

  it.each(['/docs', '/scalar'])(
    '%s has a security scheme beside the token, which operations take',
    async (page) => {
      const { components, paths, security } = await documentOf(service, `${page}/document.json`);
      expect(components!.securitySchemes!.oidc).toMatchObject({
        type: 'openIdConnect',
        openIdConnectUrl: `${issuer.url}/.well-known/openid-configuration`,
      });
      expect(security).toEqual([{ token: [] }, { oidc: ['openid', 'email'] }]);
      expect(paths['/api/v1/trucks']!.get!.security).toBeUndefined();
      expect(paths['/api/v1/sign_in']!.get!.security).toEqual([]);
      expect(issuer.asked).toEqual([]);
    },
  );

  it.each(['/docs', '/scalar'])('%s may ask and post to that origin, and no other', async (page) => {
    const rules = async (of: Service) =>
      Object.fromEntries(
        String((await headersOf(of, page))['content-security-policy'])
          .split('; ')
          .map((rule) => [rule.split(' ')[0], rule]),
      ) as Record<string, string>;
    const [strict, open] = [await rules(without.current), await rules(service)];
    expect(strict).toMatchObject({
      'connect-src': "connect-src 'self'",
      'form-action': "form-action 'none'",
    });
    expect(open).toEqual({
      ...strict,
      'connect-src': `connect-src 'self' ${issuer.url}`,
      'form-action': `form-action ${issuer.url}`,
    });
    expect((await headersOf(service, page))['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect((await headersOf(without.current, page))['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('come back to a page that is served where people sign in, and nowhere else', async () => {
    for (const url of ['/docs/oauth2-redirect.html', '/docs/oauth2-redirect.js']) {
      expect((await service.app.inject({ url })).statusCode).toBe(200);
      expect((await without.current.app.inject({ url })).statusCode).toBe(404);
    }
    expect((await headersOf(service, '/docs/oauth2-redirect.html'))['cross-origin-opener-policy']).toBe(
      'unsafe-none',
    );
  });

  it('tell applications where to sign in, without a token', async () => {
    const answer = await service.app.inject({ url: '/api/v1/sign_in' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { issuer: issuer.url, client_id: 'portal', scopes: ['openid', 'email'] },
    ]);
  });

  inBrowser('in a browser', () => {
    let browser: Browser;
    let address: string;
    let page: Page;
    beforeAll(async () => {
      browser = await launch();
      address = await service.listen();
    }, 60_000);
    afterAll(() => browser?.close());
    beforeEach(async () => {
      page = await browser.newPage({ viewport: { width: 1200, height: 1400 } });
      page.setDefaultTimeout(60_000);
      issuer.asked.length = 0;
    });
    afterEach(() => page.close());

    const askedAt = async () =>
      new URL(
        await eventually('the sign-in', () => issuer.asked.find((url) => url.startsWith('/authorize'))),
        issuer.url,
      ).searchParams;

    it('Swagger UI signs in with PKCE, and asks with the access token', async () => {
      await page.goto(`${address}/docs`);
      await page.locator('.auth-wrapper .authorize').first().click();
      const form = page.locator('.auth-container', { hasText: 'authorizationCode' });
      expect(await page.locator('.auth-container', { hasText: 'implicit' }).count()).toBe(0);
      await form.locator('button.authorize').click();
      await form.locator('button', { hasText: 'Logout' }).waitFor();
      await page.locator('.auth-container .btn-done').first().click();
      expect((await askedAt()).get('code_challenge_method')).toBe('S256');
      await page.locator('.opblock-tag[data-tag="Organization"]').click();
      const operation = page.locator('[id$="-showMe"]');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      const answer = operation.locator('.live-responses-table .response').first();
      await answer.getByText('200').first().waitFor();
      expect(await answer.innerText()).toContain(`"id": ${person.id}`);
    }, 300_000);

    it('Scalar does so too', async () => {
      await page.goto(`${address}/scalar`);
      await page.locator('h1', { hasText: 'Wharfinger' }).waitFor();
      await page
        .locator('button', { hasText: /^\s*Authorize\s*$/ })
        .first()
        .click();
      const requested = await askedAt();
      expect([
        requested.get('client_id'),
        requested.get('scope'),
        requested.get('code_challenge_method'),
      ]).toEqual(['portal', 'openid email', 'S256']);
      await eventually('the token', () => issuer.asked.includes('/token'));
    }, 300_000);
  });
});
