import { SingleBar } from 'cli-progress';
import { count } from '../common/count';
import type { FileResult, ImportWatcher } from '../transfer/importer';
import type { Io } from './io';
import { printable } from './printable';

const CLEAR_LINE = '\r\u001b[K';

/** Shows an import on the console: what was written on standard output, what is bad on standard error. */
export class ConsoleWatcher implements ImportWatcher {
  private bar: SingleBar | undefined;

  constructor(private readonly io: Io) {}

  begin(file: string, bytes: number): void {
    // it draws nothing at all where standard error is no terminal
    this.bar = new SingleBar({
      stream: this.io.stderr,
      format: `${file} {bar} {percentage}%`,
      clearOnComplete: true,
      hideCursor: null,
    });
    this.bar.start(bytes, 0);
  }

  advance(bytes: number): void {
    this.bar?.update(bytes);
  }

  end({ file, lines, created, updated }: FileResult): void {
    this.bar?.stop();
    this.bar = undefined;
    this.io.stdout.write(`${file}: ${count(lines, 'line')}, ${created} created, ${updated} updated\n`);
  }

  bad(file: string, line: number, field: string, reason: string): void {
    this.note(`${file}:${line}: ${field}: ${reason}`);
  }

  note(sentence: string): void {
    const { stderr } = this.io;
    // it names what stands in the files, which others may have written
    const line = `${printable(sentence)}\n`;
    stderr.write(this.bar && stderr.isTTY ? CLEAR_LINE + line : line);
  }
}
