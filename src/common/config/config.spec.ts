import { ConfigError, loadConfig } from './config';

describe('the configuration', () => {
  it('has a default for every setting, and ignores an empty variable', () => {
    expect(loadConfig({})).toMatchObject({
      host: '0.0.0.0',
      port: 3000,
      log_level: 'info',
      trust_proxy: false,
    });
    expect(loadConfig({ PORT: '', CORS_ORIGINS: '' })).toEqual(loadConfig({}));
    expect(Object.isFrozen(loadConfig({}))).toBe(true);
  });

  it('reads the variables that are set', () => {
    expect(
      loadConfig({
        PORT: '8080',
        PUBLIC_URL: 'https://terminal.example/api/',
        CORS_ORIGINS: 'https://a.example, https://b.example:8443',
        TRUST_PROXY: 'loopback,10.0.0.0/8',
      }),
    ).toMatchObject({
      port: 8080,
      public_url: 'https://terminal.example/api',
      cors_origins: ['https://a.example', 'https://b.example:8443'],
      trust_proxy: ['loopback', '10.0.0.0/8'],
    });
    expect(loadConfig({ TRUST_PROXY: '2' })).toMatchObject({ trust_proxy: 2 });
    expect(loadConfig({ TRUST_PROXY: '::1,fd00::/8,192.0.2.1/32', NODE_ENV: 'production' })).toMatchObject({
      trust_proxy: ['::1', 'fd00::/8', '192.0.2.1/32'],
    });
    // an issuer is a text, of which a slash at the end is a part
    expect(
      loadConfig({
        OIDC_ISSUER: 'https://port.auth0.example/',
        OIDC_CLIENT_ID: 'portal',
        OIDC_SCOPES: ' openid  api://wharfinger/access ',
        ISSUERS_BY: 'operator',
      }),
    ).toMatchObject({
      oidc_issuer: 'https://port.auth0.example/',
      oidc_client_id: 'portal',
      oidc_scopes: ['openid', 'api://wharfinger/access'],
      issuers_by: 'operator',
      issuer_allow_private: false,
    });
    expect(loadConfig({})).toMatchObject({
      oidc_scopes: ['openid', 'profile', 'email'],
      issuers_by: 'admin',
    });
    expect(loadConfig({ TRUST_PROXY: 'true', CORS_ORIGINS: '*' })).toMatchObject({ trust_proxy: true });
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['METRICS_PORT', '0'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'localhost'],
    ['PUBLIC_URL', 'terminal.example'],
    ['LOG_LEVEL', 'loud'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['TRUST_PROXY', 'yes please'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', 'loopback,10.0.0'],
    ['DATABASE_POOL_SIZE', '0'],
    ['REQUEST_TIMEOUT_MS', '1e3'],
    ['OIDC_ISSUER', 'id.harbour.example'],
    ['ISSUERS_BY', 'nobody'],
    ['ISSUER_ALLOW_PRIVATE', 'perhaps'],
    ['MAIL_URL', 'http://mail.example'],
    ['MAIL_URL', 'smtps://'],
    ['MAIL_URL', 'smtps://a:b@c@mail.example'],
    ['MAIL_URL', 'smtps://mail.example/box'],
    ['MAIL_URL', 'smtps://mail.example?x=1'],
    ['MAIL_FROM', 'Port <mail@port.example>'],
    ['MAIL_FROM', 'mail@localhost'],
    ['MAIL_ALLOW_PLAIN', 'perhaps'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => loadConfig({ [name]: value })).toThrow(name);
  });

  it.each([
    [{ PORT: '80a' }, "PORT must be a whole number from 0 to 65535, not '80a'."],
    [{ COMPRESSION: 'toString' }, "COMPRESSION must be true or false, not 'toString'."],
    [{ PUBLIC_URL: 'x' }, 'PUBLIC_URL must be an address that starts with http:// or https://.'],
    [
      { DATABASE_URL: 'postgres://a:1/@d/e' },
      'DATABASE_URL has a reserved character in its user, password or parameters: write it percent-encoded, such as %40 for @.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not 'loud'.",
    ],
    [
      { CORS_ORIGINS: 'https://a.example, b' },
      "CORS_ORIGINS must list origins such as https://gate.example, not 'b'.",
    ],
    [
      { TRUST_PROXY: '10.0.0.1,10' },
      "TRUST_PROXY must be false, a number of proxies from 1 to 9 or a list of addresses such as 10.0.0.0/8, not '10'.",
    ],
  ])('says what is wrong with %j', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(new ConfigError(sentence));
  });

  it('asks for an address to write from where a server of mails is set', () => {
    const MAIL_URL = 'smtps://port:s%40ve@mail.example:465';
    expect(() => loadConfig({ MAIL_URL })).toThrow(
      new ConfigError('MAIL_FROM is required where MAIL_URL is set.'),
    );
    expect(loadConfig({ MAIL_URL, MAIL_FROM: 'mail@port.example' })).toMatchObject({ mail_url: MAIL_URL });
    expect(loadConfig({ MAIL_FROM: 'mail@port.example' }).mail_url).toBeUndefined();
  });

  it('refuses in production to trust the forwarded address of every client', () => {
    expect(() => loadConfig({ TRUST_PROXY: 'true', NODE_ENV: 'production' })).toThrow(
      /^TRUST_PROXY must not be true where NODE_ENV is production, because every client could/,
    );
  });
});
