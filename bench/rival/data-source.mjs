// The service's own entities and views, for servers that measure what they would do without the service around them.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { DataSource } = require('typeorm');
const { dataSourceOptions } = require('../../dist/src/common/database/data-source.js');
const { expanded } = require('../../dist/src/common/database/abbreviations.js');
const { Reader } = require('../../dist/src/common/database/reader.js');

/** A file of the build, such as `voyages/voyages/voyage.view`. */
export const built = (file) => require(`../../dist/src/${file}.js`);

const LIMITS = {
  database_pool_size: 10,
  database_pool_timeout_ms: 10_000,
  database_statement_timeout_ms: 15_000,
  database_lock_timeout_ms: 10_000,
  database_named_statements: true,
};

export const dataSource = new DataSource(dataSourceOptions(process.env.DATABASE_URL, LIMITS));
await dataSource.initialize();

/** The statement that reads a page of a view. */
export async function statementOfPage(view, organization_id, request) {
  let statement;
  const keep = (sent) => {
    statement = sent;
    return Promise.resolve([
      { json: '', bytes: 0, whole: null, more: false, cut: false, last_id: null, total: 0 },
    ]);
  };
  await new Reader(dataSource, view, organization_id, 'http://bench.example', keep).page(request);
  return { text: expanded(statement.text), values: statement.values };
}
