import type { Answer, Client } from '../setup/client';

/** A record as the service answers it. Tests know what they expect of it. */
export type Body = Answer['body'];

let made = 0;
/** A number that no other record of the file's tests has, for keys. */
export const next = () => ++made;
/** Has the numbers begin anew, where what is made of them is recorded. */
export const countAnew = () => void (made = 0);

/** A factory of records of a kind: creates one with these defaults and the fields it is given. */
export const aRecord =
  (plural: string, singular: string, defaults: () => object) =>
  async (client: Client, body: object = {}): Promise<Body> =>
    (await client.create(`/${plural}`, { ...defaults(), ...body }))[singular];

/** A field that the organization adds to a type of record. */
export const aFlexField = (client: Client, record_type: string, canonical_name: string, body: object = {}) =>
  client.create('/flex_field_definitions', {
    record_type,
    canonical_name,
    label: canonical_name,
    value_type: 'string',
    ...body,
  });
