import type { INestApplication } from '@nestjs/common';
import { dump } from 'js-yaml';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocument, SERVER } from './document';

/** The forms of the document, each with how it is written as it is served. */
export const FORMS = {
  json: (document: object) => JSON.stringify(document),
  yaml: (document: object) => dump(document, { noRefs: true }),
};

type Form = keyof typeof FORMS;

/** Where the build leaves the document: to make it takes a second and 50 MiB, which the service is spared so. */
const fileOf = (form: Form) => join(__dirname, `openapi.${form}`);

/** Writes the document beside the service that was built, for it to serve. */
export function keepDocument(document: object): void {
  for (const form of Object.keys(FORMS) as Form[]) writeFileSync(fileOf(form), FORMS[form](plain(document)));
}

/** The document as it is served at an address: as the build left it, or made now. */
export function documentAt(base: string, form: Form, app: INestApplication): string {
  const file = fileOf(form);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : FORMS[form](plain(buildDocument(app)));
  return text.replaceAll(SERVER, () => base);
}

/** As JSON says it, without what is undefined. */
function plain(document: object): object {
  return JSON.parse(JSON.stringify(document)) as object;
}
