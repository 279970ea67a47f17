import type { Of } from '../../common/view/view';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import type { RowClass } from '../../common/schema/columns';
import { DamageComponent } from '../../condition/damages/damage-component.kind';
import { DamageType } from '../../condition/damages/damage-type.kind';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Port } from '../../places/setup/port.kind';
import { Terminal } from '../../places/setup/terminal.kind';
import { Voyage } from '../../voyages/voyages/voyage.entity';

/** The kinds of record that words of partners name. */
export const CODE_LISTS = [
  'shipping_line',
  'container_type',
  'port',
  'terminal',
  'voyage',
  'trucking_company',
  'freight_forwarder',
  'damage_type',
  'damage_component',
] as const;
export type CodeList = (typeof CODE_LISTS)[number];

/** The records of each list, and the column that people know them by. */
export const RECORDS: Record<CodeList, { entity: RowClass; key: string; what: string }> = {
  shipping_line: { entity: ShippingLine, key: 'code', what: 'Shipping line' },
  container_type: { entity: ContainerType, key: 'code', what: 'Container type' },
  port: { entity: Port, key: 'locode', what: 'Port' },
  terminal: { entity: Terminal, key: 'name', what: 'Terminal' },
  voyage: { entity: Voyage, key: 'number', what: 'Voyage' },
  trucking_company: { entity: TruckingCompany, key: 'code', what: 'Trucking company' },
  freight_forwarder: { entity: FreightForwarder, key: 'name', what: 'Freight forwarder' },
  damage_type: { entity: DamageType, key: 'code', what: 'Damage type' },
  damage_component: { entity: DamageComponent, key: 'code', what: 'Damage component' },
};

/** SQL: the key of the record that a code names. */
export const OURS = (of: Of): string =>
  `coalesce(${CODE_LISTS.map((list) => of(`${list}.${RECORDS[list].key}`)).join(', ')})`;
