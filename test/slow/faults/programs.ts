import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../setup/eventually';

/** Whether a program is installed that a test cannot do without. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['-v']).error === undefined;
}

/** A port of this machine that nobody listens on. */
export async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A program that listens on a port, with its configuration in a file. */
export class Program {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param args the arguments; `{file}` represents the configuration */
  static async start(command: string, args: string[], port: number, configuration: string): Promise<Program> {
    const folder = mkdtempSync(join(tmpdir(), 'wharfinger-program-'));
    const file = join(folder, 'configuration');
    writeFileSync(file, configuration, { mode: 0o644 });
    spawnSync('chmod', ['755', folder]);
    const child = spawn(
      command,
      args.map((arg) => arg.replace('{file}', file)),
      { stdio: 'ignore' },
    );
    const program = new Program(port, child, folder);
    try {
      await eventually(`${command} listens on ${port}`, () => program.listens());
    } catch (error) {
      await program.stop();
      throw error;
    }
    return program;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode === null && this.child.kill('SIGINT')) await ended;
    rmSync(this.folder, { recursive: true });
  }

  private listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => resolve(socket.destroy() !== undefined));
      socket.once('error', () => resolve(false));
    });
  }
}

/** HAProxy as docs/operations.md sets it, before instances of the service at these ports of this machine. */
export async function haproxyBefore(instances: number[]): Promise<Program> {
  const port = await aFreePort();
  const servers = instances.map(
    (each, at) => `  server s${at} 127.0.0.1:${each} check inter 500ms fall 2 rise 1`,
  );
  return Program.start(
    'haproxy',
    ['-f', '{file}', '-db'],
    port,
    `defaults
  mode http
  timeout connect 2s
  timeout check 3s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch
  retry-on conn-failure
frontend f
  bind 127.0.0.1:${port}
  default_backend b
backend b
  option httpchk GET /health/ready
${servers.join('\n')}
`,
  );
}

/** Sends a signal to a process, which may have ended meanwhile. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
}

/** The processes that a process has started. Only where there is /proc. */
export function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((each) => statusOf(each, 'PPid') === pid);
}

/** How much memory a process has, in MiB. Only where there is /proc. */
export function memoryOf(pid: number): number {
  return Math.round(statusOf(pid, 'VmRSS')! / 1024);
}

/** A number that the system tells of a process; undefined when it has ended. */
function statusOf(pid: number, name: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
  } catch {
    return undefined;
  }
}
