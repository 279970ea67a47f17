import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as a server took it. */
export interface Mailed {
  from: string;
  to: string[];
  /** Its bytes as text. */
  text: string;
}

/** An answer to a command: a code refuses it, `hang` lets it wait, `drop` ends the connection. */
type Answer = number | 'hang' | 'drop' | undefined;

/** An SMTP server on this machine, which takes mails or refuses them as a test likes. */
export class MailServer {
  readonly mails: Mailed[] = [];
  /** Every content that came, also one that was then refused. */
  contents = 0;
  /** The connections that are open. */
  open = 0;
  onFrom: () => Answer = () => undefined;
  onTo: (address: string) => Answer = () => undefined;
  /** Called with a content that came whole; the mail is kept unless it refuses. */
  onContent: (mail: Mailed) => Answer | Promise<Answer> = () => undefined;
  /** Called when the content begins. */
  onData: () => Answer = () => undefined;
  onAuth: (user: string, password: string) => boolean = () => true;

  /** The answers that hang. */
  private readonly hung: (() => void)[] = [];

  private constructor(private readonly server: SMTPServer) {}

  static async start(options: { auth?: boolean } = {}): Promise<MailServer> {
    const sockets = new Map<number, Socket>();
    const answered = (port: number, answer: Answer, done: (error?: Error) => void) => {
      if (answer === 'drop') return sockets.get(port)?.destroy();
      if (answer === 'hang') return void mailServer.hung.push(done);
      done(answer ? Object.assign(new Error('So it is'), { responseCode: answer }) : undefined);
    };
    const server: SMTPServer = new SMTPServer({
      authOptional: !options.auth,
      allowInsecureAuth: true,
      disabledCommands: options.auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onConnect: (_session, done) => {
        mailServer.open++;
        done();
      },
      onClose: () => {
        mailServer.open--;
      },
      onAuth: ({ username, password }, _session, done) => {
        const may = mailServer.onAuth(username ?? '', password ?? '');
        done(may ? null : Object.assign(new Error('Wrong'), { responseCode: 535 }), { user: username });
      },
      onMailFrom: (_address, { remotePort }, done) => answered(remotePort, mailServer.onFrom(), done),
      onRcptTo: ({ address }, { remotePort }, done) => answered(remotePort, mailServer.onTo(address), done),
      onData: (stream, { remotePort, envelope }, done) => {
        const began = mailServer.onData();
        if (began === 'drop') return sockets.get(remotePort)?.destroy();
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const mail: Mailed = {
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString('latin1'),
          };
          mailServer.contents++;
          void Promise.resolve(mailServer.onContent(mail)).then((answer) => {
            if (answer === undefined) mailServer.mails.push(mail);
            answered(remotePort, answer, done);
          });
        });
      },
    });
    const mailServer = new MailServer(server);
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => void sockets.set(socket.remotePort!, socket));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return mailServer;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Accepts what hangs. */
  release(): void {
    for (const accept of this.hung.splice(0)) accept();
  }

  /** Takes everything from now on, and forgets what it took. */
  reset(): void {
    this.mails.length = 0;
    this.contents = 0;
    this.onFrom = this.onData = () => undefined;
    this.onTo = () => undefined;
    this.onContent = () => undefined;
    this.onAuth = () => true;
  }

  stop(): Promise<void> {
    return new Promise((done) => this.server.close(() => done()));
  }
}
