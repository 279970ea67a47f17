import { EDI } from '../edi.codes';
import { type Here, hereOf, portMissing } from '../partners/here';
import type { Work } from './work';

/** The terminal that is here, and its port. Undefined when the message is refused, because none has a port. */
export async function portHere(
  work: Work,
  voyage_id: number | null,
): Promise<(Here & { port_id: number }) | undefined> {
  const here = await hereOf(work.db, voyage_id);
  if (here?.port_id) return { ...here, port_id: here.port_id };
  work.refuse(EDI.no_port, await portMissing(work.db, here));
  return undefined;
}
