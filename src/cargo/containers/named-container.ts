import type { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Columns } from '../../common/schema/columns';
import { Container } from './container.kind';

/** The container that a path names by its id or number. Throws NotFound. */
export async function namedContainer(
  db: Db,
  idOrNumber: string,
  options?: { lock?: boolean },
): Promise<Columns<Container>> {
  const number = normalizeContainerNumber(idOrNumber);
  const container = await db.findByIdOrKey(Container, 'number', number, options);
  if (!container) throw new NotFound('Container', idOrNumber);
  return container;
}
