import { generateKeyPairSync, hash, randomBytes } from 'node:crypto';

const TYPE = 'ssh-ed25519';

/** What the key says about itself on the server. */
const COMMENT = 'wharfinger';

/** A key of a channel, with which it proves who it is. */
export interface KeyPair {
  private_key: string;
  /** As a line of `authorized_keys`. */
  public_key: string;
}

/**
 * Makes an ed25519 key. It is written here, as OpenSSH does (PROTOCOL.key), because `ssh2` drops leading zeros of one key in
 * 256 and then cannot read it.
 */
export function newKeyPair(): KeyPair {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [seed, point] = [jwk.d!, jwk.x!].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer];
  const blob = strings(TYPE, point);
  const check = randomBytes(4);
  const inner = Buffer.concat([check, check, strings(TYPE, point, Buffer.concat([seed, point]), COMMENT)]);
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, -inner.length & 7));
  const one = Buffer.from([0, 0, 0, 1]);
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    strings('none', 'none', ''),
    one,
    strings(blob, Buffer.concat([inner, padding])),
  ]);
  const lines = bytes.toString('base64').match(/.{1,70}/g)!;
  return {
    private_key: [
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      ...lines,
      '-----END OPENSSH PRIVATE KEY-----',
      '',
    ].join('\n'),
    public_key: `${TYPE} ${blob.toString('base64')} ${COMMENT}`,
  };
}

/** Strings as SSH writes them (RFC 4251, 5): each behind its length. */
function strings(...all: (string | Buffer)[]): Buffer {
  return Buffer.concat(
    all.flatMap((each) => {
      const bytes = Buffer.from(each as string);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** The fingerprint of a host key, as `ssh-keygen -l` prints it: `SHA256:…`. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${hash('sha256', key, 'base64').replaceAll('=', '')}`;
}

/** The form of a fingerprint. */
export const FINGERPRINT_FORM = /^SHA256:[A-Za-z0-9+/]{43}$/;
