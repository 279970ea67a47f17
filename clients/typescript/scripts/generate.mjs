// Writes src/resources.ts: the methods of the client by resource, from the API document. With --check it only says
// whether they are as they would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);
const FILE = new URL('../src/resources.ts', import.meta.url);

/** Operations whose names do not say resource and method. */
const NAMES = {
  showMe: 'me.show',
  revokeMe: 'me.revoke',
  showOrganization: 'organization.show',
  updateOrganization: 'organization.update',
  listStaysOfContainer: 'containerStays.ofContainer',
  listContainerHoldHistory: 'containerHolds.history',
  listBillOfLadingHoldHistory: 'billOfLadingHolds.history',
  showObstacles: 'truckVisits.obstacles',
  showVisitDue: 'truckVisits.due',
  showStatement: 'customers.statement',
  showLedger: 'ledger.show',
  remindReceivables: 'receivables.remind',
  resendMail: 'mails.resend',
  sendInvoice: 'invoices.send',
  showProgress: 'voyages.progress',
  showStacks: 'yardAreas.stacks',
  previewContainerCharges: 'containers.previewCharges',
  reportMoves: 'reports.moves',
  reportGate: 'reports.gate',
  reportVessels: 'reports.vessels',
  reportYard: 'reports.yard',
  reportRevenue: 'reports.revenue',
  reportLineCost: 'reports.lineCost',
  showMovesPicture: 'reports.movesPicture',
  showGatePicture: 'reports.gatePicture',
  showVesselsPicture: 'reports.vesselsPicture',
  showYardPicture: 'reports.yardPicture',
  showDwellPicture: 'reports.dwellPicture',
  showRevenuePicture: 'reports.revenuePicture',
  showLineCostPicture: 'reports.lineCostPicture',
  showReceiving: 'bookings.receiving',
  recordGateOut: 'trucks.gateOut',
  updateContainerVgm: 'containers.updateVgm',
  removeContainerVgm: 'containers.removeVgm',
  updateContainerDangerousGoods: 'containers.updateDangerousGoods',
  plugInContainer: 'containers.plugIn',
  plugOutContainer: 'containers.plugOut',
  createStreamTicket: 'events.createStreamTicket',
  createFileLink: 'files.createLink',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  listReleasesOfBooking: 'bookingReleases.list',
  showReleaseOfBooking: 'bookingReleases.show',
  createReleaseOfBooking: 'bookingReleases.create',
  updateReleaseOfBooking: 'bookingReleases.update',
  cancelReleaseOfBooking: 'bookingReleases.cancel',
  listReadingsOfContainer: 'reefers.readings',
  createReadingOfContainer: 'reefers.read',
  showReadingsPicture: 'reefers.picture',
  createReeferReadings: 'reefers.readAll',
  listReefers: 'reefers.list',
  countReefers: 'reefers.counts',
  listDamagesOfContainer: 'containerDamages.list',
  showDamageOfContainer: 'containerDamages.show',
  createDamageOfContainer: 'containerDamages.create',
  updateDamageOfContainer: 'containerDamages.update',
  repairDamageOfContainer: 'containerDamages.repair',
  withdrawDamageOfContainer: 'containerDamages.withdraw',
  inspectInterchange: 'inspections.ofInterchange',
  showInspectionOfInterchange: 'inspections.showOfInterchange',
  updateInspectionOfInterchange: 'inspections.updateOfInterchange',
  inspectTallyMove: 'inspections.ofTallyMove',
  showInspectionOfTallyMove: 'inspections.showOfTallyMove',
  updateInspectionOfTallyMove: 'inspections.updateOfTallyMove',
  inspectContainer: 'inspections.ofContainer',
  listInspectionsOfContainer: 'inspections.listOfContainer',
  applyInvoice: 'invoices.apply',
  listReceiptIssues: 'receipts.issues',
  showReceiptPdf: 'receipts.pdf',
  showDangerousGoodsPdf: 'dangerousGoods.pdf',
  showPassPdf: 'truckVisits.pass',
  countMovements: 'movementRegister.count',
};

const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
const follow = (node) =>
  node?.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], document)
    : node;
const lowerFirst = (word) => word[0].toLowerCase() + word.slice(1);
const pluralOf = (word) => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, operation]) => operation.operationId)
    .map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation, id: operation.operationId })),
);
const lists = new Set(operations.map(({ id }) => /^list([A-Z]\w*)$/.exec(id)?.[1]).filter(Boolean));

/** `listTruckVisits` and `createTruckVisit` are `truckVisits.list` and `truckVisits.create`. */
function nameOf(id) {
  if (NAMES[id]) return NAMES[id].split('.');
  const [, method, noun] = /^([a-z]+)([A-Z]\w*)$/.exec(id) ?? [];
  if (!method || (noun.endsWith('s') && !lists.has(noun)))
    throw new Error(`What is ${id} called in the client?`);
  return [lowerFirst(lists.has(noun) ? noun : pluralOf(noun)), method];
}

/** Where the answer of a list has its records: of one with pages beside their links, of a whole list alone. */
function listOf({ verb, operation, id }) {
  const schema = follow(operation.responses['200']?.content?.['application/json']?.schema);
  if (verb !== 'GET' || !schema?.properties) return undefined;
  const links = follow(schema.properties.actions)?.properties ?? {};
  const arrays = Object.keys(schema.properties).filter(
    (key) => follow(schema.properties[key]).type === 'array',
  );
  const hasPages = Object.keys(links).some((name) => name.startsWith('next'));
  const isWhole = nameOf(id)[1] === 'list' && arrays.length === 1;
  return hasPages || isWhole ? arrays[0] : undefined;
}

const resources = {};
for (const each of operations) {
  const { verb, path, operation, id } = each;
  const success = operation.responses['200'] ?? operation.responses['201'];
  if (success?.content && !follow(success).content['application/json']) continue; // the stream is for EventSource
  const [resource, method] = nameOf(id);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inputs = (operation.parameters ?? []).map(follow).filter((parameter) => parameter.in === 'query');
  const isBytes = operation.requestBody && !follow(operation.requestBody).content['application/json'];
  const takes = isBytes ? 'bytes' : operation.requestBody ? 'body' : inputs.length ? 'query' : 'nothing';
  const key = listOf(each);
  const type = key
    ? `List<'${id}', ${JSON.stringify(names)}, '${key}'>`
    : isBytes
      ? `Upload<'${id}'>`
      : `Call<'${id}', ${JSON.stringify(names)}>`;
  const row = [verb, path.replace('/api/v1', ''), takes, ...(key ? [key] : [])].join(' ');
  const methods = (resources[resource] ??= {});
  if (methods[method]) throw new Error(`${resource}.${method} would be two operations, ${id} is one of them`);
  methods[method] = { type: type.replaceAll('"', "'"), row, summary: operation.summary };
}

const sorted = Object.entries(resources).sort(([a], [b]) => (a < b ? -1 : 1));
const types = sorted.map(
  ([resource, methods]) =>
    `  ${resource}: {\n${Object.entries(methods)
      .map(([method, { type, summary }]) => `    /** ${summary}. */\n    ${method}: ${type};`)
      .join('\n')}\n  };`,
);
const rows = sorted.map(
  ([resource, methods]) =>
    `  ${resource}: {\n${Object.entries(methods)
      .map(([method, { row }]) => `    ${method}: '${row}',`)
      .join('\n')}\n  },`,
);
const text = `// Written by scripts/generate.mjs from the API document.
import type { Call, List, Upload } from './methods.js';

/** The methods of the client, by resource. */
export interface Resources {
${types.join('\n')}
}

/** How each is asked for: verb, path, what it takes beside the path, and where a list has its records. */
export const RESOURCES: Record<string, Record<string, string>> = {
${rows.join('\n')}
};
`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('src/resources.ts is not what the API document says: npm run generate\n');
  process.exit(1);
}
