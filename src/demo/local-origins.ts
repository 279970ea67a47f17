import type { DataSource } from 'typeorm';
import type { Config } from '../common/config/config';
import type { Allow } from '../common/http/cors';
import { demoFinder } from './only-demo';

/** Origins on the developer's own machine. */
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Allows CORS from the developer's own machine while the demonstration is the only organization, so that a first client
 * needs no configuration.
 * @returns undefined without the data, and in production
 */
export async function localOrigins(
  { production }: Pick<Config, 'production'>,
  dataSource: DataSource,
): Promise<Allow | undefined> {
  const findDemo = demoFinder(dataSource);
  let only = false;
  const isDemoOnly = async () => (only = (await findDemo()) !== undefined);
  // The API document is generated without a database.
  if (production || !dataSource.isInitialized || !(await isDemoOnly())) return undefined;
  return (origin, answer) => {
    if (!origin || !LOCAL.test(origin)) return answer(null, false);
    // While the database is unreachable, use the last answer.
    isDemoOnly().then(
      (allowed) => answer(null, allowed),
      () => answer(null, only),
    );
  };
}
