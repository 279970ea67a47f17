import { loadConfig } from '../common/config/config';
import { mailServerOf } from './smtp';

const serverOf = (MAIL_URL?: string, more: Record<string, string> = {}) =>
  mailServerOf(loadConfig({ MAIL_FROM: 'mail@port.example', ...(MAIL_URL && { MAIL_URL }), ...more }));

describe('the server of mails', () => {
  it('is none unless it is set', () => {
    expect(serverOf()).toBeUndefined();
  });

  it('is reached by TLS, with user and password as they are', () => {
    expect(serverOf('smtps://terminal%40port:s%2Fve@mail.example')).toMatchObject({
      options: { host: 'mail.example', port: 465, secure: true },
      auth: { credentials: { user: 'terminal@port', pass: 's/ve' } },
    });
  });

  it.each(['smtp://mail.example', 'smtp://192.0.2.1:25', 'smtp://[2001:db8::1]'])(
    'needs STARTTLS: %s',
    (url) => {
      expect(serverOf(url)!.options).toMatchObject({ secure: false, requireTLS: true, ignoreTLS: false });
    },
  );

  it.each(['smtp://localhost', 'smtp://127.0.0.1:2525', 'smtp://[::1]'])('is on this machine: %s', (url) => {
    expect(serverOf(url)!.options).toMatchObject({ requireTLS: false, ignoreTLS: true });
  });

  it('may be plain elsewhere where the operator allows it, and encrypts where the server can', () => {
    expect(serverOf('smtp://mail.example', { MAIL_ALLOW_PLAIN: 'true' })!.options).toMatchObject({
      port: 587,
      requireTLS: false,
      opportunisticTLS: true,
    });
  });
});
