import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package, found from the sources and from the build. */
export const HOME = [join(__dirname, '../..'), join(__dirname, '../../..')].find((folder) =>
  existsSync(join(folder, 'package.json')),
)!;

export const { version: VERSION } = JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8')) as {
  version: string;
};
