// What `inputOf` makes of fields, without a service.
import { deepEqual, equal } from 'node:assert/strict';
import { inputOf } from '../dist/index.js';

const advice = new FormData();
advice.append('truck', ' WH-472-B ');
advice.append('comments', '  ');
advice.append('purposes.0.purpose_type', 'pick up');
advice.append('purposes.0.cargo.container_number', 'WHAU4142033');
advice.append('purposes.2.purpose_type', 'drop off');
advice.append('papers', new Blob(['no text']));
deepEqual(inputOf(advice), {
  truck: 'WH-472-B',
  purposes: [
    { purpose_type: 'pick up', cargo: { container_number: 'WHAU4142033' } },
    { purpose_type: 'drop off' },
  ],
});

deepEqual(inputOf(new URLSearchParams('order=-arrival&usage=import&usage=export&usage=unknown&q=')), {
  order: '-arrival',
  usage: ['import', 'export', 'unknown'],
});

// an address may come from anybody
for (const address of [
  '__proto__.bad=1',
  'a=1&a=2&a.__proto__.bad=1',
  'a.constructor.prototype.bad=1',
  '0=1',
])
  inputOf(new URLSearchParams(address));
equal(/** @type {Record<string, unknown>} */ ({})['bad'], undefined);
equal(/** @type {Record<string, unknown>} */ (/** @type {unknown} */ ([]))['bad'], undefined);
deepEqual(inputOf(new URLSearchParams('a.999999999=far')), { a: ['far'] });
