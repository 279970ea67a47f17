import { Injectable } from '@nestjs/common';

/** Wakes whoever reads and applies what came; requests and channels tell it that something did. */
@Injectable()
export class Inbox {
  private readonly listeners: (() => void)[] = [];

  /** Calls `wake` whenever something came or is to be done. */
  onArrival(wake: () => void): void {
    this.listeners.push(wake);
  }

  wake(): void {
    for (const wake of this.listeners) wake();
  }
}
