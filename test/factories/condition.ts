import type { Client } from '../setup/client';
import { aContainer } from './cargo';
import { aContainerInYard } from './gate';
import { aRecord, type Body, next } from './record';

/** A word of damage that is not given yet: `A1`, `A2` … `ZZ`. */
const word = () => next().toString(36).toUpperCase().slice(-3);

export const aDamageType = aRecord('damage_types', 'damage_type', () => ({ code: word(), name: 'Dented' }));
export const aDamageComponent = aRecord('damage_components', 'damage_component', () => ({
  code: word(),
  name: 'Panel',
}));

/** What a damage is, by new words unless the body names them. */
export const damageFields = async (client: Client, body: Body = {}): Promise<Body> => ({
  damage_type: body.damage_type ?? (await aDamageType(client)).code,
  component: body.component ?? (await aDamageComponent(client)).code,
  location: 'LB3N',
  severity: 'minor',
  ...body,
});

/** A damage of a container that is entered singly; of a new one unless it is given. */
export const aDamage = async (client: Client, number?: string, body: Body = {}): Promise<Body> => {
  const container = number ?? ((await aContainer(client)).number as string);
  const fields = await damageFields(client, body);
  return (await client.create(`/containers/${container}/damages`, fields)).damage;
};

/** An inspection apart from a handover; of a new container unless it is given. */
export const anInspection = async (client: Client, number?: string, body: Body = {}): Promise<Body> => {
  const container = number ?? ((await aContainer(client)).number as string);
  return (await client.create(`/containers/${container}/inspections`, { condition: 'sound', ...body }))
    .inspection;
};

/** A reefer that is here and operating. */
export const aReefer = (client: Client, body: Body = {}): Promise<Body> =>
  aContainerInYard(client, { operating_reefer: true, reefer_set_point_temperature: -18, ...body });

/** A reading of a reefer; of a new reefer unless it is given. Without `at` it is of now. */
export const aReading = async (client: Client, number?: string, body: Body = {}): Promise<Body> => {
  const container = number ?? ((await aReefer(client)).number as string);
  return (await client.create(`/containers/${container}/readings`, { supply: -18.4, return: -17.6, ...body }))
    .reading;
};
