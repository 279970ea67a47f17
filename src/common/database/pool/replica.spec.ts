import { type Identity, refusalOfReplica } from './replica';

const primary: Identity = { system_identifier: '7', database: 'wharfinger', is_standby: false };

it('accepts a standby of the primary, in the same database', () => {
  expect(refusalOfReplica(primary, { ...primary, is_standby: true })).toBeUndefined();
});

it.each<[string, Partial<Identity>]>([
  ['leads to a primary', {}],
  ['leads to another server', { system_identifier: '8', is_standby: true }],
  ['leads to the database other in place of wharfinger', { database: 'other', is_standby: true }],
])('says that DATABASE_READ_URL %s', (says, replica) => {
  expect(refusalOfReplica(primary, { ...primary, ...replica })).toMatch(says);
});
