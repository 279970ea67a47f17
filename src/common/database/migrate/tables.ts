import { join } from 'node:path';

const root = join(__dirname, '../../../..');

/** The entities and migrations: glob patterns, or the classes themselves in the bundle (scripts/bundle.mjs). */
export const TABLES: (string | (new () => object))[] = [join(root, 'src/**/*.{entity,kind}.{js,ts}')];
export const MIGRATIONS: (string | (new () => object))[] = [join(root, 'migrations/*.{js,ts}')];
