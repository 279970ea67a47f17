import type { Client } from '../setup/client';

let made = 0;
/** A number that no other record of the run has, for keys. */
const next = () => ++made;

export const aConsignee = async (client: Client, body: object = {}) =>
  (await client.create('/consignees', { name: `Consignee ${next()}`, ...body })).consignee;

export const aShippingLine = async (client: Client, body: object = {}) =>
  (await client.create('/shipping_lines', { shipping_line: { code: `L${next()}`, ...body } })).shipping_line;

export const aTruck = async (client: Client, body: object = {}) =>
  (await client.create('/trucks', { truck: { license_plate: `TR-${next()}`, ...body } })).truck;

export const aTruckDriver = async (client: Client, body: object = {}) =>
  (await client.create('/truck_drivers', { license_number: `DL-${next()}`, ...body })).truck_driver;

export const aTruckingCompany = async (client: Client, body: object = {}) =>
  (await client.create('/trucking_companies', { code: `T${next()}`, ...body })).trucking_company;

export const anAgent = async (client: Client, body: object = {}) =>
  (await client.create('/agents', { name: `Agent ${next()}`, ...body })).agent;

export const anExporter = async (client: Client, body: object = {}) =>
  (await client.create('/exporters', { name: `Exporter ${next()}`, ...body })).exporter;
