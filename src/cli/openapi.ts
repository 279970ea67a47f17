import type { OpenAPIObject } from '@nestjs/swagger';
import { buildApp } from '../app';
import type { Config } from '../common/config/config';
import { describedDataSource } from '../common/database/pool/described';
import { buildDocument } from '../document/document';

/** Generates the API document without a database, from the metadata of the entities. */
export async function generateDocument(config: Config): Promise<OpenAPIObject> {
  const dataSource = await describedDataSource(config);
  const app = await buildApp({ ...config, log_level: 'silent' }, dataSource);
  return buildDocument(app);
}
