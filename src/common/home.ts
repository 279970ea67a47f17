import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package, above the sources or above what is built of them. */
export const HOME = [join(__dirname, '../..'), join(__dirname, '../../..')].find((folder) =>
  existsSync(join(folder, 'package.json')),
)!;

/** The version of the service. */
export const { version: VERSION } = JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8')) as {
  version: string;
};
