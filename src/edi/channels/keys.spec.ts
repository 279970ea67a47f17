import { hash } from 'node:crypto';
import { utils } from 'ssh2';
import { FINGERPRINT_FORM, fingerprintOf, type KeyPair, newKeyPair } from './keys';

const pointOf = ({ public_key }: KeyPair) => Buffer.from(public_key.split(' ')[1]!, 'base64').subarray(19);

it('makes an ed25519 key, another one each time', () => {
  const [one, other] = [newKeyPair(), newKeyPair()];
  expect(one.public_key).toMatch(/^ssh-ed25519 [A-Za-z0-9+/]{68} wharfinger$/);
  expect(other.public_key).not.toBe(one.public_key);
});

it('makes keys that SSH reads and signs with, also one that begins with a zero', () => {
  let key = newKeyPair();
  while (pointOf(key)[0] !== 0) key = newKeyPair();
  for (const { private_key, public_key } of [key, newKeyPair()]) {
    const parsed = utils.parseKey(private_key);
    if (parsed instanceof Error) throw parsed;
    expect(parsed).toMatchObject({ type: 'ssh-ed25519', comment: 'wharfinger' });
    expect(parsed.getPublicSSH().toString('base64')).toBe(public_key.split(' ')[1]);
    const theirs = utils.parseKey(public_key);
    if (theirs instanceof Error) throw theirs;
    expect(theirs.verify('text', parsed.sign('text'))).toBe(true);
  }
});

it('writes the fingerprint of a key as OpenSSH does', () => {
  const key = Buffer.from('a key');
  expect(fingerprintOf(key)).toMatch(FINGERPRINT_FORM);
  expect(`${fingerprintOf(key)}=`).toBe(`SHA256:${hash('sha256', key, 'base64')}`);
});
