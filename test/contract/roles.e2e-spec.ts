import { DOMAINS } from '../../src/common/auth/domains';
import { endpointBehind } from '../../src/common/endpoint/endpoint-metadata';
import { ModulesContainer } from '@nestjs/core';
import { buildDocument } from '../../src/document/document';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { NAMED, roleOf } from './roles';

const ROLES = ['read', 'write', 'admin'] as const;
/** What ends the token that asks, and so comes last. */
const ENDS = 'POST /me/revoke';
type Method = Parameters<Client['send']>[0];

describe('the roles of operations', () => {
  const service = useService();
  let rows: string[];
  beforeAll(() => {
    const { paths } = buildDocument(service.current.app);
    const name = (path: string) => path.replace('/api/v1', '').replace(/\{\w+\}/g, '{}');
    rows = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${name(path)}`),
    );
  });

  it('are named for each of them, and for nothing else', () => {
    expect(rows.filter((row) => !roleOf(row))).toEqual([]);
    expect(NAMED.filter((row) => !rows.includes(row))).toEqual([]);
  });

  it('refuse a smaller role, and admit every other', async () => {
    const client = await service.current.organization();
    // a stream does not end by itself: test/events/stream
    const asked = rows.filter((each) => !['GET /events/stream', ENDS].includes(each));
    for (const row of [...asked, ENDS]) {
      const [method, path] = row.split(' ') as [Method, string];
      for (const role of ROLES) {
        const body = row === 'POST /edi_interchanges' ? Buffer.from('bytes') : undefined;
        const { status } = await client.as(role).send(method, path.replaceAll('{}', '999999'), body);
        const isLarge = ROLES.indexOf(role) >= ROLES.indexOf(roleOf(row)!);
        expect([row, role, status === 403]).toEqual([row, role, !isLarge]);
      }
    }
  });

  it('count in the domains that tokens can be confined to: the modules', () => {
    const domains = new Set<string | undefined>();
    for (const { controllers } of service.current.app.get(ModulesContainer).values())
      for (const { instance } of controllers.values()) {
        const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
        for (const name of Object.getOwnPropertyNames(prototype))
          domains.add(endpointBehind(prototype[name]!)?.domain);
      }
    const others = ['auth', 'audit', 'dcsa', 'events', 'flexfields', 'personaldata'];
    expect([...domains].filter((domain) => domain && !others.includes(domain)).sort()).toEqual(
      [...DOMAINS].sort(),
    );
  });
});
