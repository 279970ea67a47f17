import { get, IncomingMessage } from 'node:http';
import { eventually } from './eventually';

/** A message of a stream. */
export interface Message {
  id: string;
  event: string;
  data: any;
}

/** Reads a stream of server-sent events over a socket of its own. */
export class StreamReader {
  text = '';
  ended = false;

  private constructor(
    readonly response: IncomingMessage,
    private readonly abort: () => void,
  ) {
    response.setEncoding('utf8');
    response.on('data', (part: string) => (this.text += part));
    response.on('close', () => (this.ended = true));
    response.on('error', () => undefined);
  }

  static open(url: string, headers: Record<string, string> = {}): Promise<StreamReader> {
    return new Promise((done, fail) => {
      const request = get(url, { headers, agent: false }, (response) =>
        done(new StreamReader(response, () => request.destroy())),
      );
      request.on('error', fail);
    });
  }

  get status(): number {
    return this.response.statusCode!;
  }

  messages(): Message[] {
    return this.text
      .split('\n\n')
      .slice(0, -1) // what follows the last blank line is not whole yet
      .filter((block) => block.startsWith('id: ') && block.includes('\ndata: '))
      .map((block) => {
        const [id = '', event = '', data = ''] = block
          .split('\n')
          .map((line) => line.slice(line.indexOf(': ') + 2));
        return { id, event, data: JSON.parse(data) as unknown };
      });
  }

  /** So many messages, once they are there. */
  receive(count: number): Promise<Message[]> {
    return eventually(`${count} messages`, () => this.messages().length >= count && this.messages());
  }

  end(): Promise<true> {
    return eventually('the end of the stream', () => this.ended);
  }

  close(): void {
    this.abort();
  }
}
