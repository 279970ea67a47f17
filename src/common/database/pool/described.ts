import { DataSource } from 'typeorm';
import type { Config } from '../../config/config';
import { dataSourceOptions } from './data-source';

/** A data source with the metadata of the entities only. It does not connect. */
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
