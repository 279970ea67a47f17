import type { Background } from '../../common/database/write/background';
import { Findings } from '../findings';
import type { FileResult, ImportWatcher } from '../importer';

/** The most characters of a sentence that is kept: it may repeat what the file has. */
const LONGEST = 500;

/** Ends an import that is to be taken up again, here or by another process. */
export class Stopped extends Error {}

/** What an import has come to so far. */
export class Progress implements ImportWatcher {
  readonly findings = new Findings();
  readonly warnings: string[] = [];
  bytes = 0;
  counts = { lines: 0, created: 0, updated: 0, unchanged: 0 };
  /** Whether another process has taken the import up. */
  isLost = false;

  constructor(private readonly background: Pick<Background, 'ends'>) {}

  begin(): void {
    this.goOn();
  }

  advance(bytes: number): void {
    this.bytes = bytes;
    this.goOn();
  }

  end({ lines, created, updated }: FileResult): void {
    this.counts = { lines, created, updated, unchanged: lines - created - updated };
  }

  bad(_file: string, line: number, field: string, reason: string): void {
    this.findings.add(line, cut(field), cut(reason));
  }

  note(sentence: string): void {
    this.warnings.push(cut(sentence));
  }

  /** @throws Stopped when the service ends, or the import is another process's */
  private goOn(): void {
    if (this.background.ends || this.isLost) throw new Stopped();
  }
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
