import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocument } from '../../src/document';
import { useService } from '../setup/service';

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; description?: string }[];
  responses: Record<string, { description: string; content?: object }>;
}

describe('the API document', () => {
  const service = useService();
  const document = () => buildDocument(service.current.app);
  const operations = () =>
    Object.entries(document().paths).flatMap(([path, verbs]) =>
      Object.entries(verbs as Record<string, Operation>).map(([verb, operation]) => ({
        path,
        verb,
        ...operation,
      })),
    );

  it('is committed as it is generated: npx wharfinger openapi --out docs/openapi.json', () => {
    const committed = JSON.parse(readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8')) as object;
    expect(JSON.parse(JSON.stringify(document()))).toEqual(committed);
  });

  it('describes each operation: an id of its own, a summary, one group, every parameter and every status', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const groups = document().tags!.map(({ name }) => name);
    for (const { path, verb, summary, tags, parameters = [], responses } of operations()) {
      const what = `${verb} ${path}`;
      expect([what, summary]).toEqual([what, expect.stringMatching(/^[A-Z].{5,}/)]);
      expect([what, tags?.length, groups.includes(tags![0]!)]).toEqual([what, 1, true]);
      for (const { name, description } of parameters)
        expect([what, name, description]).toEqual([what, name, expect.any(String)]);
      expect([what, Object.keys(responses)]).toEqual([
        what,
        expect.arrayContaining([
          verb === 'post' ? expect.stringMatching(/20[01]/) : '200',
          '401',
          '403',
          '500',
          '503',
          ...(verb === 'get' ? [] : ['413', '415']),
        ]),
      ]);
    }
  });

  it('names every path parameter', () => {
    for (const { path, parameters = [] } of operations()) {
      const named = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      expect([path, named.sort()]).toEqual([
        path,
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(),
      ]);
    }
  });

  it('has no two classes of one name, and no reference that leads nowhere', () => {
    const schemas = document().components!.schemas!;
    expect(Object.keys(schemas)).not.toContain('');
    expect(Object.keys(schemas)).not.toContain('Object');
    for (const [, reference] of JSON.stringify(document()).matchAll(/"#\/components\/schemas\/([^"]*)"/g))
      expect(schemas).toHaveProperty(reference!);
  });

  it('is served, with the page to read it', async () => {
    const served = await service.current.app.inject({ url: '/docs-json' });
    expect(served.json()).toEqual(JSON.parse(JSON.stringify(document())));
    const page = await service.current.app.inject({ url: '/docs' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
  });
});
