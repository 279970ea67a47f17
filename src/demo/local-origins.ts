import type { DataSource } from 'typeorm';
import type { Config } from '../common/config/config';
import type { Allow } from '../common/http/cors';
import { Organization } from '../common/tenancy/organization.entity';
import { DEMO } from './demo';

/** How long it is remembered that there is nothing but the demonstration, in milliseconds. */
const REMEMBERED_MS = 5_000;

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
  let until = 0;
  let only = false;
  const isDemoOnly = async () => {
    if (Date.now() < until) return only;
    const found = await dataSource.manager.find(Organization, { select: { id: true, name: true }, take: 2 });
    only = found.length === 1 && found[0]!.name === DEMO.name;
    until = Date.now() + REMEMBERED_MS;
    return only;
  };
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
