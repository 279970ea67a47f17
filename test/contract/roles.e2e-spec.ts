import { Controller, Delete, Get } from '@nestjs/common';
import { DOMAINS } from '../../src/common/auth/domains';
import {
  defaultRole,
  endpointBehind,
  type EndpointMetadata,
} from '../../src/common/endpoint/endpoint-metadata';
import { Endpoint } from '../../src/common/endpoint/endpoint';
import { ModulesContainer } from '@nestjs/core';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { controllersOf, documentOf, firstOfEach, metadataOf } from '../setup/operations';
import { NAMED, roleOf } from './roles';

const ROLES = ['read', 'write', 'admin'] as const;
/** What ends the token that asks, and so comes last. */
const ENDS = 'POST /me/revoke';
type Method = Parameters<Client['send']>[0];
/** What the guard opens to the role write, because who drafted an invoice may delete it; others need an admin. */
const FOR_ITS_MAKER = 'DELETE /invoices/{}';
/** What needs no token, and is no operation of the API. */
const OPEN = ['GET /health/live', 'GET /health/ready', 'GET /health/writable', 'GET /metrics'];

/** A controller on which somebody has forgotten a decorator. */
@Controller('planted')
class Planted {
  @Get(':id')
  @Endpoint({ summary: 'Planted', description: 'Planted', returns: { kind: 'message' }, errors: [] })
  show(): void {}

  @Delete(':id/parts/:part_id')
  remove(): void {}
}

/** The operations of which no guard knows anything. */
const without = (metadata: Map<string, EndpointMetadata | undefined>): string[] =>
  [...metadata].flatMap(([row, endpoint]) => (endpoint ? [] : row));

describe('the roles of operations', () => {
  const service = useService();
  let rows: string[];
  beforeAll(() => {
    const { paths } = documentOf(service.current.app);
    const name = (path: string) => path.replace('/api/v1', '').replace(/\{\w+\}/g, '{}');
    rows = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${name(path)}`),
    );
  });

  it('are named for each of them, and for nothing else', () => {
    expect(rows.filter((row) => !roleOf(row))).toEqual([]);
    expect(NAMED.filter((row) => !rows.includes(row))).toEqual([]);
  });

  it('are those by which the guard decides, on every operation', () => {
    const metadata = metadataOf(controllersOf(service.current.app));
    expect(without(metadata).sort()).toEqual(OPEN);
    const decided = rows.map((row) => {
      const { role } = metadata.get(row)!;
      return [row, role === 'public' ? undefined : (role ?? defaultRole(row.split(' ')[0]!))];
    });
    const isPublic = (row: string) => row === 'GET /sign_in';
    const roleAt = (row: string) => (row === FOR_ITS_MAKER ? 'write' : roleOf(row));
    expect(decided).toEqual(rows.map((row) => [row, isPublic(row) ? undefined : roleAt(row)]));
  });

  it('are missing where a handler has no @Endpoint, and that is noticed', () => {
    expect(without(metadataOf([Planted]))).toEqual(['DELETE /planted/{}/parts/{}']);
  });

  it('refuse a smaller role, and admit every other: one operation of each shape', async () => {
    const client = await service.current.organization();
    // a stream does not end by itself: test/events/stream
    const asked = rows.filter((each) => !['GET /events/stream', ENDS].includes(each));
    const shapes = firstOfEach(
      asked,
      (row) => `${row.split(' ')[0]} ${row.split('{}').length} ${roleOf(row)}`,
    );
    expect(shapes.length).toBeGreaterThan(15);
    for (const row of [
      ...shapes,
      FOR_ITS_MAKER,
      'POST /edi_interchanges',
      'POST /imports',
      'POST /files',
      ENDS,
    ]) {
      const [method, path] = row.split(' ') as [Method, string];
      for (const role of ROLES) {
        const body = /^POST \/(edi_interchanges|imports|files)$/.test(row) ? Buffer.from('bytes') : undefined;
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
    const others = [
      'auth',
      'audit',
      'dcsa',
      'events',
      'files',
      'flexfields',
      'mail',
      'personaldata',
      'reports',
      'transfer',
    ];
    expect([...domains].filter((domain) => domain && !others.includes(domain)).sort()).toEqual(
      [...DOMAINS].sort(),
    );
  });
});
