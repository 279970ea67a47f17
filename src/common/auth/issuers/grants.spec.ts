import type { JWTPayload } from 'jose';
import { type Grant, matching, textsAt } from './grants';

const grant = (claim: string, value: string): Grant => ({
  claim,
  value,
  role: 'read',
  only: null,
  limited: false,
  party_ids: [],
  parties_claim: null,
});

describe('a claim', () => {
  it.each<[string, object, string[]]>([
    ['groups', { groups: ['planners', 'gate'] }, ['planners', 'gate']],
    ['groups', { groups: ['planners', 7, null, ['gate']] }, ['planners']],
    ['groups', { groups: 'planners gate' }, ['planners gate']],
    ['scope', { scope: 'openid gate:write' }, ['openid', 'gate:write']],
    ['azp', { azp: 'portal' }, ['portal']],
    ['realm_access.roles', { realm_access: { roles: ['gate'] } }, ['gate']],
    ['https://port.example/roles', { 'https://port.example/roles': ['gate'] }, ['gate']],
    [
      'resource_access.port.example.roles',
      { resource_access: { 'port.example': { roles: ['gate'] } } },
      ['gate'],
    ],
    ['realm_access.roles', { realm_access: ['roles'] }, []],
    ['realm_access.roles', { realm_access: 'roles' }, []],
    ['constructor.name', {}, []],
    ['__proto__', {}, []],
    ['.', {}, []],
    ['admin', { admin: true }, []],
  ])('%s of %j has %j', (path, claims, texts) => {
    expect(textsAt(claims as JWTPayload, path)).toEqual(texts);
  });

  it('matches the first grant alone, and exactly', () => {
    const grants = [grant('groups', 'gate'), grant('groups', 'planners')];
    expect(matching(grants, { groups: ['planners', 'gate'] })).toBe(0);
    expect(matching(grants, { groups: ['planners'] })).toBe(1);
    expect(matching(grants, { groups: ['Gate', 'gate ', 'gat'] })).toBe(-1);
    expect(matching([], { groups: ['gate'] })).toBe(-1);
  });
});
