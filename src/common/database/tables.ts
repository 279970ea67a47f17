import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** Where the classes of tables and migrations are. What the build bundles has the classes themselves (scripts/bundle.mjs). */
export const TABLES: (string | (new () => object))[] = [join(root, 'src/**/*.{entity,kind}.{js,ts}')];
export const MIGRATIONS: (string | (new () => object))[] = [join(root, 'migrations/*.{js,ts}')];
