import { EDI } from '../edi.codes';
import { type Here, hereOf, portMissing } from '../partners/here';
import type { Attempt } from './attempt';

/** The terminal that is here, and its port. Undefined when the message is refused, because none has a port. */
export async function portHere(
  attempt: Attempt,
  voyage_id: number | null,
): Promise<(Here & { port_id: number }) | undefined> {
  const here = await hereOf(attempt.db, voyage_id);
  if (here?.port_id) return { ...here, port_id: here.port_id };
  attempt.refuse(EDI.no_port, await portMissing(attempt.db, here));
  return undefined;
}
