import { BadValue, toDecimal } from '../../common/input/values';
import type { VoyageEventType } from '../setup/voyage-event-type.kind';

/**
 * Why a custom value does not suit the type of the event: a decimal number where the type has numbers, any text
 * elsewhere (decision 30). Undefined when it does.
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
