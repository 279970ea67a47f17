import type { OpenAPIObject } from '@nestjs/swagger';
import { useService } from '../../setup/service';

/** The address of a link on a page, as a browser follows it. */
const followed = (from: string, href: string) => new URL(href, `http://localhost${from}`);

describe('the pages of the service', () => {
  const service = useService();
  const get = (url: string) => service.current.app.inject({ url });

  it('lead from one to another: no link ends nowhere, and each anchor is there', async () => {
    const seen = new Map<string, string>();
    const open = ['/'];
    const anchors: [from: string, to: string][] = [];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      const { statusCode, headers, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      const isPage = String(headers['content-type']).startsWith('text/html');
      seen.set(path, isPage ? body : '');
      if (!isPage) continue;
      for (const [, href] of body.matchAll(/href="([^"]+)"/g)) {
        const { host, pathname, search, hash } = followed(path, href!);
        if (host !== 'localhost') continue;
        open.push(pathname + search);
        if (hash) anchors.push([path, pathname + search + hash]);
      }
    }
    for (const [from, to] of anchors) {
      const [path, anchor] = to.split('#') as [string, string];
      expect([from, to, seen.get(path)?.includes(`id="${anchor}"`)]).toEqual([from, to, true]);
    }
    expect(anchors.length).toBeGreaterThan(2);
    const pages = `/docs /scalar /guides/ /guides/gate.md /errors.md /events.md /event-types
      /clients/typescript/README.md /docs-json /docs-yaml /docs-json?tag=Gate /llms.txt`;
    expect([...seen.keys()]).toEqual(expect.arrayContaining(pages.split(/\s+/)));
  });

  it('show a guide as a page, and as Markdown to who asks for it', async () => {
    const page = await get('/guides/gate.md');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toMatch(/<title>The gate[^<]*<\/title>/);
    expect(page.body).toContain('href="../events.md#the-stream"');
    expect((await get('/events.md')).body).toContain('<table>');
    expect(page.body).not.toMatch(/\]\(|```/);
    const raw = await get('/guides/gate.md?raw');
    expect(raw.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(raw.body).toMatch(/^# The gate/);
  });

  it('lead to a guide without its ending, and show browsers a page where there is nothing', async () => {
    for (const [url, location] of [
      ['/guides/gate', 'gate.md'],
      ['/guides/gate?raw', 'gate.md?raw'],
      ['/errors', 'errors.md'],
      ['/guides', 'guides/'],
    ] as const) {
      const { statusCode, headers } = await get(url);
      expect([url, statusCode, headers.location]).toEqual([url, 308, location]);
    }
    const requested = (url: string, accept: string) =>
      service.current.app.inject({ url, headers: { accept: `${accept},*/*;q=0.8` } });
    const page = await requested('/guides/moon', 'text/html');
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<a href="../docs">');
    for (const [url, accept] of [
      ['/guides/moon', 'application/json'],
      ['/api/v1/moon', 'text/html'],
    ] as const) {
      const answer = await requested(url, accept);
      expect([url, answer.statusCode, answer.json()]).toEqual([
        url,
        404,
        { error: 'There is nothing at this path.', code: 'no_such_path' },
      ]);
    }
  });

  it('have an icon, pictures, groups of guides, and an index of types of events', async () => {
    const landing = (await get('/')).body;
    for (const [, name] of landing.matchAll(/(?:src|rel="icon"[^>]*href)="([^"]+)"/g))
      expect([name, (await get(`/${name}`)).statusCode]).toEqual([name, 200]);
    expect(landing).toContain('<h2>What it does</h2>');
    const groups = [...(await get('/guides/')).body.matchAll(/<h2>(.*)<\/h2>/g)].map(([, group]) => group);
    expect(groups).toEqual([...new Set(groups)]);
    expect(groups.length).toBeGreaterThan(3);
    expect((await get('/event-types')).body).toContain('<a href="#truck_visit">truck visit</a>');
  });

  it('show each type of event, with an example', async () => {
    const { body } = await get('/event-types');
    const { webhooks } = (await get('/docs-json')).json<OpenAPIObject & { webhooks: object }>();
    for (const type of Object.keys(webhooks)) expect(body).toContain(`id="${type}"`);
    expect(body).toContain('<details id="truck_visit.gated_in">');
  });

  it('give one group of the document, whole by itself', async () => {
    const whole = (await get('/docs-json')).json<OpenAPIObject>();
    const { paths, tags, components, webhooks } = (await get('/docs-json?tag=gate')).json<
      OpenAPIObject & { webhooks?: object }
    >();
    expect(tags!.map(({ name }) => name)).toEqual(['Gate']);
    expect(webhooks).toBeUndefined();
    const ofGate = Object.entries(whole.paths).filter(([, item]) =>
      Object.values(item as Record<string, { tags: string[] }>).some((each) => each.tags[0] === 'Gate'),
    );
    expect(Object.keys(paths)).toEqual(ofGate.map(([path]) => path));
    const referred = new Set(
      [...JSON.stringify([paths, components]).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(
        ([, kind, name]) => `${kind} ${name}`,
      ),
    );
    const { securitySchemes: _schemes, ...others } = components!;
    const there = Object.entries(others).flatMap(([kind, members]) =>
      Object.keys(members as object).map((name) => `${kind} ${name}`),
    );
    expect(there.sort()).toEqual([...referred].sort());
    const events = (await get('/docs-json?tag=Events')).json<{ webhooks: object }>();
    expect(Object.keys(events.webhooks).length).toBeGreaterThan(100);
  });

  it.each(['/docs-json?tag=Moon', '/docs-json?tag=', '/docs-json?tag=Gate&tag=Holds'])(
    'refuse a group that is none: %s',
    async (url) => {
      const { statusCode, body } = await get(url);
      expect([statusCode, JSON.parse(body)]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid',
          error: expect.stringMatching(/^Tag must be one of Places, /),
        }),
      ]);
    },
  );

  it('tell programs where each document is', async () => {
    const { body, headers } = await get('/llms.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toMatch(/^# Wharfinger\n\n> /);
    const links = [...body.matchAll(/\]\(http:\/\/localhost:80(\/[^)]*)\)/g)].map(([, path]) => path!);
    expect(links).toEqual(
      expect.arrayContaining(['/guides/gate.md?raw', '/docs-json', '/docs-json?tag=Gate']),
    );
    for (const url of links) expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
  });

  it('read a document without webhooks and with one form of the token, where operations are tried out', async () => {
    const { components, ...document } = (await get('/docs/document.json')).json<
      OpenAPIObject & { webhooks?: object }
    >();
    expect(document.webhooks).toBeUndefined();
    expect(Object.keys(components!.securitySchemes!)).toEqual(['token']);
    expect(document.security).toEqual([{ token: [] }]);
    expect(document.paths['/api/v1/trucks']!.get!.security).toBeUndefined();
    expect(Object.keys(components!.schemas!)).not.toContain('EventFacts');
  });
});
