import { SingleBar } from 'cli-progress';
import { count } from '../common/count';
import type { FileResult, ImportWatcher } from '../transfer/importer';
import type { Io } from './io';
import { printable } from './printable';

const CLEAR_LINE = '\r\u001b[K';

/** Shows an import on the console: counts on standard output, progress and bad lines on standard error. */
export class ConsoleWatcher implements ImportWatcher {
  private bar: SingleBar | undefined;

  constructor(private readonly io: Io) {}

  begin(file: string, bytes: number): void {
    // The bar draws nothing when standard error is not a terminal.
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
    // Escape the sentence, because it quotes files that may come from others.
    const line = `${printable(sentence)}\n`;
    stderr.write(this.bar && stderr.isTTY ? CLEAR_LINE + line : line);
  }
}
