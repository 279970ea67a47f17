import type { INestApplication } from '@nestjs/common';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The address of the service under `npm start`. The served document has the actual address in its place. */
export const SERVER = 'http://localhost:3000';

/** The formats of the document, with their serializers. */
const FORMS = {
  json: (document: object) => JSON.stringify(document),
  yaml: async (document: object) => (await import('js-yaml')).dump(document, { noRefs: true }),
};

type Form = keyof typeof FORMS;

/** Where the build stores the document. Generating it takes a second and 50 MiB, which this saves the service. */
const fileOf = (form: Form) => join(__dirname, `openapi.${form}`);

/** Writes the document next to the built service. */
export async function keepDocument(document: object): Promise<void> {
  for (const form of Object.keys(FORMS) as Form[])
    writeFileSync(fileOf(form), await FORMS[form](plain(document)));
}

/** The document for an address: the built file, or generated when there is none. */
export async function documentAt(base: string, form: Form, app: INestApplication): Promise<string> {
  const file = fileOf(form);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : await make(form, app);
  return text.replaceAll(SERVER, () => base);
}

/** The generator is loaded lazily, because a built service does not need it. */
async function make(form: Form, app: INestApplication): Promise<string> {
  const { buildDocument } = await import('./document');
  return FORMS[form](plain(buildDocument(app)));
}

/** Drops undefined values, as JSON does. */
function plain(document: object): object {
  return JSON.parse(JSON.stringify(document)) as object;
}
