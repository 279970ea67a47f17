import type { FieldErrors } from '../../common/errors/errors';
import { In, listOf } from '../../common/input/in';
import { inputFields, readInput } from '../../common/input/input-fields';
import { BadValue, toText } from '../../common/input/values';

/** A deleted consignee, named as its own line does: others may have its name (decision 21). */
class DeletedConsignee {
  @In.text({ required: true }) name: string;
  @In.time({ required: true }) deleted_at: string;
}

/**
 * Reads how a line names a consignee: by the name alone unless it was deleted.
 * @throws BadValue
 */
export function readConsignee(raw: unknown): string | DeletedConsignee {
  if (typeof raw !== 'object') return toText(raw, { max: 255 });
  const errors: FieldErrors = {};
  const read = readInput(inputFields(DeletedConsignee), raw as Record<string, unknown>, errors);
  for (const [field, [reason]] of Object.entries(errors)) throw new BadValue(`${field} ${reason}`);
  return Object.assign(new DeletedConsignee(), read);
}

/** A field that names a consignee. */
export const namedConsignee = () => In.custom({ type: 'string' }, readConsignee);
/** A field that names several. */
export const namedConsignees = () => In.custom({ type: 'array' }, listOf(readConsignee));

/** A line that names the consignee of its record. */
export class ConsigneeLine {
  @namedConsignee() consignee?: string | DeletedConsignee | null;
}
