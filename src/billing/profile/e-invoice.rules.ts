import { COUNTRIES, COUNTRY_MEANT, ENDPOINT_SCHEMES, LAST_REGISTER } from './e-invoice.codes';

/** Why a text is no country; null for one that is. */
export function countryFault(code: string): string | null {
  if (COUNTRIES.has(code)) return null;
  const meant = COUNTRY_MEANT[code];
  return `must be a code of ISO 3166-1${meant ? `: ${code} is ${meant}` : ', such as NL'}`;
}

/** Why a text is no scheme of addresses for e-invoices; null for one that is. Names the nearest scheme by number. */
export function endpointSchemeFault(scheme: string): string | null {
  if (ENDPOINT_SCHEMES.has(scheme)) return null;
  if (!/^\d{4}$/.test(scheme)) return 'must be 4 digits';
  const away = (of: string) => Math.abs(Number(of) - Number(scheme));
  const nearest = [...ENDPOINT_SCHEMES].reduce((best, each) => (away(each) < away(best) ? each : best));
  return `must be a scheme of the EAS list: the nearest is ${nearest}`;
}

/** Why a text is no register of ISO 6523; null for one that is. */
export function registrationSchemeFault(scheme: string): string | null {
  const register = /^\d{4}$/.test(scheme) ? Number(scheme) : 0;
  if (register >= 1 && register <= LAST_REGISTER) return null;
  return 'must be a code of the ICD list (ISO 6523), such as 0106 for the Dutch chamber of commerce';
}

/** The prefixes of VAT numbers that are no country: of Greece, and of Northern Ireland. */
const PREFIXES: ReadonlySet<string> = new Set(['EL', 'XI']);
const PREFIX_MEANT: Readonly<Record<string, string>> = { GR: 'EL', UK: 'GB' };

/**
 * Why a text is no VAT number; null for one that is. It begins with the code of the country that gave it, Greece with EL
 * (EN 16931, BR-CO-09), which may be another country than that of the address.
 */
export function vatNumberFault(number: string): string | null {
  const prefix = number.slice(0, 2);
  const meant = PREFIX_MEANT[prefix];
  if (!meant && (COUNTRIES.has(prefix) || PREFIXES.has(prefix))) return null;
  return `must begin with the code of its country: ${meant ?? 'NL'}${number.slice(meant ? 2 : 0)}${meant ? '' : ' for one of the Netherlands'}`;
}
