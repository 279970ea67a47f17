import type { DataSource } from 'typeorm';
import type { Config } from '../common/config/config';
import { Organization } from '../common/tenancy/organization.entity';
import { DEMO } from './demo';

/** How long the answer is cached, in milliseconds. */
const REMEMBERED_MS = 5_000;

/** Whether the page of the gate is served: always where `demo_pages` is set, else while the demonstration is alone. */
export function gatePageFinder(config: Config, dataSource: DataSource): () => Promise<boolean> {
  const find = demoFinder(dataSource);
  return async () => config.demo_pages || (!config.production && Boolean(await find()));
}

/** Finds the demonstration organization when it is the only one. */
export function demoFinder(dataSource: DataSource): () => Promise<Organization | undefined> {
  let until = 0;
  let demo: Organization | undefined;
  return async () => {
    if (Date.now() < until) return demo;
    const found = await dataSource.manager.find(Organization, { take: 2 });
    demo = found.length === 1 && found[0]!.name === DEMO.name ? found[0] : undefined;
    until = Date.now() + REMEMBERED_MS;
    return demo;
  };
}
