import { CUSTOMERS } from '../../billing/customers/customers';
import { asAmount } from '../../billing/money-fields';
import type { Group } from './report';

/** A group of records that are known by a column; facts have their id as `f.<name>_id`. */
const ofTable = (name: string, table: string, key: string): Group => ({
  of: `f.${name}_id`,
  shown: `(SELECT t.${key} FROM ${table} t WHERE t.organization_id = g.organization_id AND t.id = g.value)`,
  byShown: true,
});

/** A group of words that facts have themselves. */
const ofWord = (name: string): Group => ({ of: `f.${name}` });

export const SHIPPING_LINE = ofTable('shipping_line', 'shipping_lines', 'code');
export const TERMINAL = ofTable('terminal', 'terminals', 'name');
export const GATE = ofTable('gate', 'gates', 'name');
export const TRUCKING_COMPANY = ofTable('trucking_company', 'trucking_companies', 'code');
export const YARD_AREA = ofTable('yard_area', 'yard_areas', 'name');
export const BERTH_AREA = ofTable('berth_area', 'berth_areas', 'name');
export const CHARGE_CODE = ofTable('charge_code', 'charge_codes', 'code');
export const VOYAGE = ofTable('voyage', 'voyages', 'number');
export const VESSEL = ofTable('vessel', 'vessels', 'name');
export const SIZE = ofWord('size');
export const STATUS = ofWord('status');
export const USAGE = ofWord('usage');
export const GENERAL_LEDGER_ID = ofWord('general_ledger_id');

/** SQL: the TEU of a length in feet: 1 up to 20 feet, 2 beyond, and 0 where nobody knows it (decision 892). */
export const teuOf = (size: string) => `CASE WHEN ${size} > 20 THEN 2 WHEN ${size} > 0 THEN 1 ELSE 0 END`;

/** The prices of one. */
export const AMOUNT: Group = { of: 'f.amount', shown: asAmount('g.value') };

/** SQL: who pays, as type and id (`ShippingLine:5`), by the columns of a row that refer to customers of each type. */
export const customerOf = (row: string) =>
  `CASE ${Object.entries(CUSTOMERS)
    .map(([type, { column }]) => `WHEN ${row}.${column} IS NOT NULL THEN '${type}:' || ${row}.${column}`)
    .join(' ')} END`;

/** Who pays: facts have them as `customerOf` says. */
export const CUSTOMER: Group = {
  of: 'f.customer',
  shown: `CASE split_part(g.value, ':', 1) ${Object.entries(CUSTOMERS)
    .map(
      ([type, { table, key }]) => `WHEN '${type}' THEN (SELECT c.${key} FROM ${table} c
        WHERE c.organization_id = g.organization_id AND c.id = split_part(g.value, ':', 2)::bigint)`,
    )
    .join(' ')} END`,
  byShown: true,
  beside: { customer_type: `split_part(g.value, ':', 1)` },
};
