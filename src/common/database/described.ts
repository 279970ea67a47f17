import { DataSource } from 'typeorm';
import type { Config } from '../config/config';
import { dataSourceOptions } from './data-source';

/** What the entities say of their tables, without a database. */
export async function describedDataSource(config: Config): Promise<DataSource> {
  const dataSource = new Described(dataSourceOptions('postgres://unused', config));
  await dataSource.describe();
  return dataSource;
}

class Described extends DataSource {
  describe(): Promise<void> {
    return this.buildMetadatas();
  }
}
