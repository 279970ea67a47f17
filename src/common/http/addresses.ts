import { promises as dns } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/**
 * The networks that are not public (IANA's special-purpose registries), with the metadata addresses of clouds. Of IPv6 only
 * global unicast is public, without ranges that embed an IPv4 address.
 */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const PUBLIC_V6 = ['2000::/3'];
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const notPublic = listOf([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]);
const publicV6 = listOf(PUBLIC_V6);

function listOf(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, prefix] = range.split('/') as [string, string];
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Whether an IP address is public. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/**
 * The IP address of a host that is one and must not be reached; undefined for others. Names are looked at when they are
 * resolved.
 * @param where a URL, or a host in any spelling that a URL may have of an address, such as `127.1` and `0x7f000001`
 * @param anywhere whether addresses that are not public are allowed
 */
export function closedAddress(where: URL | string, anywhere: boolean): string | undefined {
  const address = addressOf(where);
  return address === undefined || anywhere || isPublic(address) ? undefined : address;
}

function addressOf(where: URL | string): string | undefined {
  if (typeof where === 'string' && isIP(where)) return where;
  const url = typeof where === 'string' ? `http://${where}` : where.href;
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : undefined;
}

/** The failure for a name that resolves to an address that is not public, or to none. */
class BadAddress extends Error {}

/** How `node:net` finds the addresses of a name, for a connection that may lead to public ones alone unless `anywhere`. */
export function lookupTo(anywhere: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, anywhere).then(
      (found) => {
        if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/** Why a connection failed, without the addresses in messages of the system and of TLS. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  const inner = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[])[0] : undefined;
  const { message, code, syscall } = inner ?? error;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is not for this name';
  return (syscall && code ? `${syscall} ${code}` : message) || code || 'no connection';
}

interface Resolved {
  address: string;
  family: 4 | 6;
}

/**
 * Resolves a name to all its addresses, without a thread of the process, so that a slow name server delays nothing else.
 * The hosts file of this machine is ignored.
 * @param anywhere whether addresses that are not public are allowed
 * @throws BadAddress when one of them is not public, or there is none
 */
export async function resolve(host: string, anywhere: boolean): Promise<Resolved[]> {
  const found = /(^|\.)localhost\.?$/i.test(host) ? LOOPBACK : await lookUp(host);
  if (!found.length) throw new BadAddress(`${host} has no address`);
  if (!anywhere && !found.every(({ address }) => isPublic(address)))
    throw new BadAddress(`${host} leads to an address that is not public`);
  return found;
}

/** Names of this machine (RFC 6761, 6.3). */
const LOOPBACK: Resolved[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

async function lookUp(host: string): Promise<Resolved[]> {
  const [four, six] = await Promise.all([
    dns.resolve4(host).catch(() => []),
    dns.resolve6(host).catch(() => []),
  ]);
  return [
    ...four.map((address): Resolved => ({ address, family: 4 })),
    ...six.map((address): Resolved => ({ address, family: 6 })),
  ];
}
