import { mailAddress } from './mail-address';

describe('an address', () => {
  it.each([
    ['docs@westhaven.example', 'docs@westhaven.example'],
    [' docs+box@a.b.example ', 'docs+box@a.b.example'],
    ["o'neill@x.example", "o'neill@x.example"],
    ['post@münchen.example', 'post@xn--mnchen-3ya.example'],
    [`${'a'.repeat(64)}@x.example`, `${'a'.repeat(64)}@x.example`],
    [`a@${'b'.repeat(63)}.example`, `a@${'b'.repeat(63)}.example`],
  ])('is %s', (text, address) => {
    expect(mailAddress(text)).toBe(address);
  });

  it.each([
    '',
    '@',
    'docs',
    'docs@',
    '@x.example',
    'docs@localhost',
    'docs@127.0.0.1',
    'docs@[127.0.0.1]',
    'docs@x..example',
    '.docs@x.example',
    'docs.@x.example',
    'a..b@x.example',
    'a b@x.example',
    'a@b@x.example',
    '"a b"@x.example',
    'a@x.example,b@x.example',
    'a@x.example;b@x.example',
    '<a@x.example>',
    'Docs <a@x.example>',
    'a@x.example\r\nBcc: b@x.example',
    'a\r\nRCPT TO:<b@x.example>@x.example',
    'a\0@x.example',
    'é@x.example',
    'a@-x.example',
    'a@x_y.example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(124)}example`,
  ])('is not %j', (text) => {
    expect(mailAddress(text)).toBeUndefined();
  });
});
