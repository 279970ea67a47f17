import { BadValue, toDecimal } from '../../common/input/values';
import type { VoyageEventType } from '../setup/voyage-event-type.kind';

/**
 * Why a custom value does not fit the type of its event, or undefined when it does: a type with numbers takes a decimal
 * number, every other type takes any text (decision 30).
 */
export function customValueRefusal(
  type: VoyageEventType['custom_value_type'] | undefined,
  custom_value: string,
): string | undefined {
  if (type !== 'number') return undefined;
  try {
    toDecimal(custom_value);
    return undefined;
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    return `Custom value ${error.reason}.`;
  }
}
