import { SingleBar } from 'cli-progress';
import { count } from './count';
import type { FileResult, ImportWatcher } from './importer';

const CLEAR_LINE = '\r\u001b[K';

/** Shows an import on the console: what was written on standard output, what is bad on standard error. */
export class ConsoleWatcher implements ImportWatcher {
  private bar: SingleBar | undefined;

  begin(file: string, bytes: number): void {
    // it draws on standard error, and nothing at all where that is no terminal
    this.bar = new SingleBar({
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
    console.log(`${file}: ${count(lines, 'line')}, ${created} created, ${updated} updated`);
  }

  bad(file: string, line: number, field: string, reason: string): void {
    this.note(`${file}:${line}: ${field}: ${reason}`);
  }

  note(sentence: string): void {
    process.stderr.write(this.bar && process.stderr.isTTY ? `${CLEAR_LINE}${sentence}\n` : `${sentence}\n`);
  }
}
