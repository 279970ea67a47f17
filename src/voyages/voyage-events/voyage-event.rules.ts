import { Refused } from '../../common/errors/errors';
import { BadValue, toDecimal } from '../../common/input/values';
import type { VoyageEventType } from '../setup/voyage-event-type.kind';
import type { VoyageEventInput } from './voyage-event.dto';

/**
 * Lets a custom value pass that suits the type of the event: a decimal number where the type has numbers,
 * any text elsewhere (decision 30).
 * @throws Refused
 */
export function checkCustomValue(
  { custom_value_type }: Pick<VoyageEventType, 'custom_value_type'>,
  { custom_value }: Pick<VoyageEventInput, 'custom_value'>,
): void {
  if (custom_value_type !== 'number' || custom_value === undefined || custom_value === null) return;
  try {
    toDecimal(custom_value);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    throw new Refused(`Custom value ${error.reason}.`, { field: 'custom_value' });
  }
}
