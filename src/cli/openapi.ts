import type { OpenAPIObject } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { buildApp } from '../app';
import type { Config } from '../common/config/config';
import { dataSourceOptions } from '../common/database/data-source';
import { buildDocument } from '../document';

/** The API document, made without a database: the entities' metadata is all it takes. */
export async function generateDocument(config: Config): Promise<OpenAPIObject> {
  const dataSource = new DataSource(dataSourceOptions('postgres://unused', config));
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  const app = await buildApp({ ...config, log_level: 'silent' }, dataSource);
  return buildDocument(app);
}
