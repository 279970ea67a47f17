import {
  countryFault,
  endpointSchemeFault,
  registrationSchemeFault,
  vatNumberFault,
} from './e-invoice.rules';

describe('the codes of e-invoices', () => {
  it.each([
    [countryFault, ['GB', 'GR', 'NL', 'US']],
    [endpointSchemeFault, ['0106', '0190', '9930', '0088']],
    [registrationSchemeFault, ['0106', '0190', '0002', '0001']],
    [vatNumberFault, ['NL000000001B01', 'EL094259216', 'XI123456789', 'GB999999973']],
  ])('take those of their lists: %p', (fault, right) => {
    for (const code of right) expect([code, fault(code)]).toEqual([code, null]);
  });

  it.each([
    [countryFault, 'UK', 'must be a code of ISO 3166-1: UK is GB'],
    [countryFault, 'EL', 'must be a code of ISO 3166-1: EL is GR'],
    [countryFault, 'ZZ', 'must be a code of ISO 3166-1, such as NL'],
    [endpointSchemeFault, '1234', 'must be a scheme of the EAS list: the nearest is 0244'],
    [
      registrationSchemeFault,
      '9999',
      'must be a code of the ICD list (ISO 6523), such as 0106 for the Dutch chamber of commerce',
    ],
    [
      vatNumberFault,
      '000000001B01',
      'must begin with the code of its country: NL000000001B01 for one of the Netherlands',
    ],
    [vatNumberFault, 'GR094259216', 'must begin with the code of its country: EL094259216'],
    [vatNumberFault, 'UK999999973', 'must begin with the code of its country: GB999999973'],
  ])('refuse others, and name the nearest: %p %s', (fault, code, sentence) => {
    expect(fault(code)).toBe(sentence);
  });
});
