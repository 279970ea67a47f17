import { DataSource } from 'typeorm';
import { loadConfig } from './src/common/config/config';
import { dataSourceOptions } from './src/common/database/data-source';

/** What TypeORM's own command line works on, after the build: `typeorm -d dist/ormconfig.js …` */
const config = loadConfig(process.env);
export default new DataSource(dataSourceOptions(config.database_url ?? '', config));
