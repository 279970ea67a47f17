import { connect, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Service } from './service';

/** Opens a bare connection to a listening service and sends bytes on it. */
export function open(service: Service, text: string): Socket {
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  return socket;
}

/** Sends bytes to a listening service and returns what it sent until it closed the connection. */
export function speak(service: Service, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = open(service, text);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
