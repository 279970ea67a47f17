import type { Type } from '@nestjs/common';
import type { Client } from '../setup/client';
import { inTransaction } from './charges';

/**
 * Calls a service of the application in a transaction of the organization of a client, as a higher domain does.
 * @param operation what is done, of which events are shown
 */
export const within = <S extends object, T>(
  client: Client,
  type: Type<S>,
  work: (of: S) => Promise<T>,
  operation = 'a document',
): Promise<T> =>
  inTransaction(client, () => work(client.service.app.get(type, { strict: false })), operation);
