import { SingleBar } from 'cli-progress';
import { count } from '../common/count';
import { Findings } from '../transfer/findings';
import type { FileResult, ImportWatcher } from '../transfer/importer';
import type { Io } from './io';
import { printable } from './printable';

const CLEAR_LINE = '\r\u001b[K';

/** Shows an import on the console: counts on standard output, progress and bad lines on standard error. */
export class ConsoleWatcher implements ImportWatcher {
  private bar: SingleBar | undefined;
  private findings = new Findings();

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
    this.tell(file);
    this.io.stdout.write(`${file}: ${count(lines, 'line')}, ${created} created, ${updated} updated\n`);
  }

  bad(_file: string, line: number, field: string, reason: string): void {
    this.findings.add(line, field, reason);
  }

  note(sentence: string): void {
    const { stderr } = this.io;
    // Escape the sentence, because it quotes files that may come from others.
    const line = `${printable(sentence)}\n`;
    stderr.write(this.bar && stderr.isTTY ? CLEAR_LINE + line : line);
  }

  /** Tells what is wrong with the lines of a file. */
  private tell(file: string): void {
    const { all, more } = this.findings;
    this.findings = new Findings();
    for (const { line, field, reason, lines, last_line } of all) {
      const alike = lines > 1 ? ` (on ${count(lines, 'line')}, the last one is ${last_line})` : '';
      this.note(`${file}:${line}: ${field}: ${reason}${alike}`);
    }
    if (more) this.note(`${file}: ${count(more, 'more finding')}, which are not listed.`);
  }
}
