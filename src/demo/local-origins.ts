import type { DataSource } from 'typeorm';
import type { Config } from '../common/config/config';
import type { Allow } from '../common/http/cors';
import { demoFinder } from './only-demo';

/** What a developer's own machine serves pages from. */
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Lets pages of the developer's own machine call a service that has the demonstration data and nothing else, so that a
 * first client needs no setting. It ends with the first other organization.
 * @returns undefined where the data is not loaded, and in production
 */
export async function localOrigins(
  { production }: Pick<Config, 'production'>,
  dataSource: DataSource,
): Promise<Allow | undefined> {
  const findDemo = demoFinder(dataSource);
  let only = false;
  const isDemoOnly = async () => (only = (await findDemo()) !== undefined);
  // the API document is made without a database
  if (production || !dataSource.isInitialized || !(await isDemoOnly())) return undefined;
  return (origin, answer) => {
    if (!origin || !LOCAL.test(origin)) return answer(null, false);
    // while the database is away, what was so when it was there
    isDemoOnly().then(
      (allowed) => answer(null, allowed),
      () => answer(null, only),
    );
  };
}
