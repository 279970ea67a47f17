import { Decimal } from 'decimal.js';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Numeric } from '../../common/schema/columns';
import type { CreatePurpose } from './purpose.dto';
import type { CARGO_TYPES, PURPOSE_TYPES } from './purpose.entity';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { naming } from '../../common/errors/errors';
import type { Refusal } from '../../common/errors/errors';

/** A purpose as sent, with the stored words of its types. Blank counts as absent. */
export interface PlainPurpose {
  purpose_type: (typeof PURPOSE_TYPES)[number];
  cargo_type: (typeof CARGO_TYPES)[number];
  container_number?: string;
  container_type?: string;
  container_status?: string;
  chassis_number?: string;
  shipping_line?: string;
  booking?: string;
  bill_of_lading?: string;
  delivery_order?: string;
}

export function plainPurpose({ purpose_type, cargo, ...sent }: CreatePurpose): PlainPurpose {
  const number = cargo.cargo_type === 'container' ? given(cargo.container_number) : undefined;
  return {
    purpose_type,
    cargo_type: cargo.cargo_type,
    container_number: number && normalizeContainerNumber(number),
    container_type: given(cargo.container_type),
    container_status: given(cargo.container_status),
    chassis_number: given(cargo.chassis_number),
    shipping_line: given(cargo.shipping_line),
    booking: given(sent.booking),
    bill_of_lading: given(sent.bill_of_lading),
    delivery_order: given(sent.delivery_order),
  };
}

/**
 * The required fields that the purpose lacks, whatever is known about its container (decision 40).
 * @param how whether bills are validated, and whether a token that is limited to parties announces
 */
export function missingFields(
  purpose: PlainPurpose,
  { validates_bills, limited }: { validates_bills: boolean; limited: boolean },
): string[] {
  const missing: string[] = [];
  const need = (value: string | undefined, field: string) => {
    if (!value) missing.push(field);
  };
  const pickUp = purpose.purpose_type === 'pick up';
  if (purpose.cargo_type === 'chassis') need(purpose.chassis_number, 'cargo.chassis_number');
  if (purpose.cargo_type === 'container') {
    need(purpose.container_status, 'cargo.container_status');
    if (!isAnyEmpty(purpose)) need(purpose.container_number, 'cargo.container_number');
    if (pickUp && purpose.container_status === 'full' && validates_bills)
      need(purpose.bill_of_lading, 'bill_of_lading');
  }
  if (purpose.cargo_type === 'general cargo' && pickUp && limited)
    need(purpose.delivery_order, 'delivery_order');
  return missing;
}

/** Whether the purpose is a pick-up of an empty by booking, for which the terminal chooses the container. */
function isAnyEmpty({ purpose_type, container_status, booking }: PlainPurpose): boolean {
  return purpose_type === 'pick up' && container_status === 'empty' && booking !== undefined;
}

/**
 * The fields that the drop-off of a new container lacks.
 * @param hasLine whether its line is known
 */
export function missingForNewContainer({ container_type }: PlainPurpose, hasLine: boolean): string[] {
  return [container_type ? [] : 'cargo.container_type', hasLine ? [] : 'cargo.shipping_line'].flat();
}

export function isContainerDropOff({ purpose_type, cargo_type }: PlainPurpose): boolean {
  return purpose_type === 'drop off' && cargo_type === 'container';
}

/**
 * The refusal of a pick-up whose container is known to be full although the purpose says empty, or the other way round;
 * undefined where one of the two is unknown. A full import must not leave as somebody's empty.
 */
export function refusalOfStatus(
  container: string,
  own: string | null,
  asked: string | null | undefined,
): Refusal | undefined {
  if (!own || !asked || own === asked) return undefined;
  return {
    code: GATE.container_status_differs,
    sentence: SAYS[own === 'full' ? 'container_status_differs.full' : 'container_status_differs.empty']({
      container,
      container_status: own,
    }),
    records: naming('container', container),
  };
}

/** The refusal of a pick-up of a container that is not on its bill. */
export function notOnBill(container: string, bill: string): Refusal {
  return {
    code: GATE.other_bill,
    sentence: SAYS.other_bill({ container, bill_of_lading: bill }),
    records: [...naming('container', container), ...naming('bill_of_lading', bill)],
  };
}

const POUND = 0.45359237;

/** Kilograms per weight unit of the organization (decision 14). */
export function kilogramsOf(unit: string): number {
  return unit === 'lb' ? POUND : 1;
}

/** Enough digits for every stored weight. */
const Exact = Decimal.clone({ precision: 40 });

/** Converts kilograms to the organization's unit, rounded to the six decimals of a stored weight. */
export function fromKilograms(weight: number | Numeric, unit: string): Numeric {
  return new Exact(weight).dividedBy(kilogramsOf(unit)).toFixed(6) as Numeric;
}

/** Splits comma-separated seals without trimming, so that joining them returns the text that was sent. */
export function sealsOf(list: string | null | undefined): string[] {
  return list ? list.split(',') : [];
}

function given(text: string | null | undefined): string | undefined {
  return text?.trim() ? text : undefined;
}
