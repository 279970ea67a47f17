import { domainToASCII } from 'node:url';

/** The most characters of an address (RFC 5321, 4.5.3.1.3, without the brackets) and of what stands before the @. */
const MOST = 254;
const MOST_LOCAL = 64;

/** A dot-atom (RFC 5322, 3.2.3), in ASCII. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * The address that mail is sent to, with its domain in ASCII (RFC 5891); undefined for a text that is none. Quoted names,
 * names beyond ASCII (RFC 6531) and addresses of hosts by number are none, because many servers refuse them.
 */
export function mailAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  const domain = domainToASCII(trimmed.slice(at + 1));
  const labels = domain.split('.');
  const address = `${local}@${domain}`;
  const isOne =
    local.length <= MOST_LOCAL &&
    address.length <= MOST &&
    LOCAL.test(local) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1)!);
  return isOne ? address : undefined;
}
