import type { Of } from '../../common/view/view';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import type { RowClass } from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Port } from '../../places/setup/port.kind';
import { Terminal } from '../../places/setup/terminal.kind';
import { Voyage } from '../../voyages/voyages/voyage.entity';

/** The kinds of record that words of partners name. */
export const CODE_LISTS = ['shipping_line', 'container_type', 'port', 'terminal', 'voyage'] as const;
export type CodeList = (typeof CODE_LISTS)[number];

/** The records of each list, and the column that people know them by. */
export const RECORDS: Record<CodeList, { entity: RowClass; key: string; what: string }> = {
  shipping_line: { entity: ShippingLine, key: 'code', what: 'Shipping line' },
  container_type: { entity: ContainerType, key: 'code', what: 'Container type' },
  port: { entity: Port, key: 'locode', what: 'Port' },
  terminal: { entity: Terminal, key: 'name', what: 'Terminal' },
  voyage: { entity: Voyage, key: 'number', what: 'Voyage' },
};

/** SQL: the key of the record that a code names. */
export const OURS = (of: Of): string =>
  `coalesce(${CODE_LISTS.map((list) => of(`${list}.${RECORDS[list].key}`)).join(', ')})`;
