import type { INestApplication } from '@nestjs/common';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The service as `npm start` serves it; where the document is served, the address that it is reached at stands instead. */
export const SERVER = 'http://localhost:3000';

/** The forms of the document, each with how it is written as it is served. */
const FORMS = {
  json: (document: object) => JSON.stringify(document),
  yaml: async (document: object) => (await import('js-yaml')).dump(document, { noRefs: true }),
};

type Form = keyof typeof FORMS;

/** Where the build leaves the document: to make it takes a second and 50 MiB, which the service is spared so. */
const fileOf = (form: Form) => join(__dirname, `openapi.${form}`);

/** Writes the document beside the service that was built, for it to serve. */
export async function keepDocument(document: object): Promise<void> {
  for (const form of Object.keys(FORMS) as Form[])
    writeFileSync(fileOf(form), await FORMS[form](plain(document)));
}

/** The document as it is served at an address: as the build left it, or made now. */
export async function documentAt(base: string, form: Form, app: INestApplication): Promise<string> {
  const file = fileOf(form);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : await make(form, app);
  return text.replaceAll(SERVER, () => base);
}

/** What the document is made with is loaded only where it is made. */
async function make(form: Form, app: INestApplication): Promise<string> {
  const { buildDocument } = await import('./document');
  return FORMS[form](plain(buildDocument(app)));
}

/** As JSON says it, without what is undefined. */
function plain(document: object): object {
  return JSON.parse(JSON.stringify(document)) as object;
}
