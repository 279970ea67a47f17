import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Readable } from 'node:stream';
import type { Config } from '../common/config/config';

type NodemailerError = SMTPConnection.SMTPError;

/** How long connecting and the greeting may take each, in milliseconds. */
const CONNECT_MS = 15_000;

/** How long everything before the content may take, in milliseconds. */
const BEFORE_CONTENT_MS = 90_000;

/** How long the server may be silent, also before it answers to the content, in milliseconds. */
const SILENCE_MS = 120_000;

/** The most characters of what a server answered that are kept. */
const MOST_ANSWERED = 300;

/** The server that mails are sent by. */
export interface MailServer {
  options: SMTPConnection.Options;
  auth: { credentials: { user: string; pass: string } } | undefined;
}

/** What came of a try. Addresses that are neither accepted nor refused may be tried again. */
export interface Outcome {
  accepted: string[];
  /** Refused for good. */
  refused: string[];
  /** Whether the content may have arrived although nothing said so. */
  unsure: boolean;
  /** Why not all was accepted. */
  error: string | null;
}

/** A message on its way. */
interface Parcel {
  from: string;
  to: string[];
  content: Buffer;
}

/** What a try depends on. */
interface Ties {
  /** Called when the server is ready for the content. Nothing of it is sent where that fails. */
  beforeContent: () => Promise<void>;
  /** Ends a try that has not come to its content. */
  signal: AbortSignal;
}

/** The server of the settings; undefined where no mail is set up. */
export function mailServerOf({ mail_url, mail_allow_plain }: Config): MailServer | undefined {
  if (!mail_url) return undefined;
  const { protocol, hostname, port, username, password } = new URL(mail_url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const isHere = /^(localhost|127(\.\d+){3}|::1)$/i.test(host);
  return {
    options: {
      host,
      port: Number(port) || (secure ? 465 : 587),
      secure,
      ignoreTLS: !secure && isHere,
      requireTLS: !secure && !isHere && !mail_allow_plain,
      opportunisticTLS: !secure && !isHere && mail_allow_plain,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    },
    auth: username
      ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : undefined,
  };
}

/** Sends a message once, on a connection of its own. Never throws: what fails is in the outcome. */
export async function deliver(
  { options, auth }: MailServer,
  { from, to, content }: Parcel,
  { beforeContent, signal }: Ties,
): Promise<Outcome> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection(options);
  let begun = false;
  async function* whenReady() {
    await beforeContent();
    begun = true;
    clearTimeout(timer);
    yield content;
  }
  let giveUp: () => void = () => undefined;
  const timer = setTimeout(() => giveUp(), BEFORE_CONTENT_MS);
  const outcome = await new Promise<Outcome>((done) => {
    const fail = (error: NodemailerError) => done(failed(error, to, begun));
    giveUp = () => {
      if (!begun) done(again('the try was ended before the content'));
    };
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    // Errors behind the last one are of a connection that nobody needs any more.
    connection.on('error', fail);
    connection.on('end', () => fail(Object.assign(new Error('closed'), { code: 'ECONNECTION' })));
    const send = () =>
      connection.send({ from, to, size: content.length }, Readable.from(whenReady()), (error, info) => {
        if (error) return fail(error);
        const { accepted, rejectedErrors = [] } = info;
        done({
          accepted,
          refused: forGood(rejectedErrors),
          unsure: false,
          error: saidOf(rejectedErrors[0]),
        });
      });
    connection.connect((error) => {
      if (error) return fail(error);
      if (!auth) return send();
      connection.login(auth, (refused) => (refused ? fail(refused) : send()));
    });
  });
  clearTimeout(timer);
  signal.removeEventListener('abort', giveUp);
  if (outcome.accepted.length) connection.quit();
  else connection.close();
  return outcome;
}

const again = (error: string | null): Outcome => ({ accepted: [], refused: [], unsure: false, error });

/**
 * What a failure means (decision 932). An answer of 500 and above is final to a recipient and to the content; to what comes
 * before it may be the setting of a server, so that it is tried again.
 */
function failed(error: NodemailerError, to: string[], begun: boolean): Outcome {
  const said = saidOf(error);
  const code = error.responseCode;
  if (begun) return { ...again(said), refused: code && code >= 500 ? to : [], unsure: !code };
  if (error.command === 'RCPT TO') return { ...again(said), refused: forGood(error.rejectedErrors ?? []) };
  const isFinal = error.command === 'DATA' && code !== undefined && code >= 500;
  return { ...again(said), refused: isFinal ? to : [] };
}

const forGood = (errors: NodemailerError[]): string[] =>
  errors.flatMap(({ responseCode = 0, recipient }) => (responseCode >= 500 && recipient ? recipient : []));

/** What is told of failures without an answer: without addresses, which are of the network of the service. */
const REASONS: Record<string, string> = {
  EDNS: 'the name of the server was not found',
  ETIMEDOUT: 'the server did not answer in time',
  ETLS: 'the connection could not be encrypted',
  EAUTH: 'the server did not let the service sign in',
  ESTREAM: 'the content was not sent',
  EMESSAGE: 'the message is larger than the server takes',
};

function saidOf(error: NodemailerError | undefined): string | null {
  if (!error) return null;
  const { response, command, code = '' } = error;
  if (!response) return REASONS[code] ?? 'the connection failed';
  const answer = response.replace(/\p{C}+/gu, ' ').slice(0, MOST_ANSWERED);
  return command ? `${command}: ${answer}` : answer;
}
