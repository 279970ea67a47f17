import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

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

  /** @param args the arguments; `{file}` stands for the configuration */
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
    for (const end = Date.now() + 10_000; Date.now() < end; await pause(20))
      if (await program.listens()) return program;
    await program.stop();
    throw new Error(`${command} does not listen on ${port}`);
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
