import { DataSource } from 'typeorm';
import { loadConfig } from './src/common/config/config';
import { dataSourceOptions } from './src/common/database/pool/data-source';

/** What TypeORM's own command line works on, after the build: `typeorm -d dist/ormconfig.js …` */
const config = loadConfig(process.env);
if (!config.database_url) throw new Error('Set DATABASE_URL to the database that the command works on.');
export default new DataSource(dataSourceOptions(config.database_url, config));
