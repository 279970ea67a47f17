import { countRequest } from './costs';
import type { Service } from './service';

export interface Answer {
  status: number;
  /** The parsed body. Tests know what they expect of it. */
  body: any;
  headers: Record<string, string | undefined>;
}

type Role = 'read' | 'write' | 'admin';

/**
 * Sends requests as a client of one organization would. Every answer is held against the API document: an
 * undeclared status, a missing or an undeclared key fails the test.
 */
export class Client {
  constructor(
    readonly service: Service,
    readonly organization_id: number,
    readonly user_id: number,
    readonly tokens: Record<Role, string>,
    private readonly role: Role,
    /** Whether its tokens are limited to parties. */
    private readonly limited = false,
  ) {}

  /** The same organization with a token of another role. */
  as(role: Role): Client {
    return new Client(this.service, this.organization_id, this.user_id, this.tokens, role, this.limited);
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body?: object) => this.send('POST', path, body);
  put = (path: string, body?: object) => this.send('PUT', path, body);
  patch = (path: string, body?: object) => this.send('PATCH', path, body);
  delete = (path: string, body?: object) => this.send('DELETE', path, body);

  /** Posts, expects 201, and returns the body. */
  async create(path: string, body: object): Promise<Answer['body']> {
    const answer = await this.post(path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Each organization asks from an address of its own, since failed tokens slow an address down. */
  get address(): string {
    return `10.0.${(this.organization_id >> 8) & 255}.${this.organization_id & 255}`;
  }

  /** A request with a body or headers of any kind; paths are relative to `/api/v1`. */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object | string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const url = path.startsWith('/') ? `/api/v1${path}` : path;
    countRequest();
    const response = await this.service.app.inject({
      method,
      url,
      remoteAddress: this.address,
      payload: typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body,
      headers: {
        authorization: `Token token=${this.tokens[this.role]}`,
        ...(body !== undefined || method !== 'GET' ? { 'content-type': typeOf(path, body) } : {}),
        ...headers,
      },
    });
    // drawings and files are answered as text, interchanges as bytes
    const type = String(response.headers['content-type']);
    const isJson = !/^(image|text\/csv|application\/(pdf|xml|EDIFACT))\b/.test(type);
    const isBytes = type === 'application/EDIFACT';
    const answer = {
      status: response.statusCode,
      body: isBytes ? response.rawPayload : parsed(response.body, isJson),
      headers: response.headers as Answer['headers'],
    };
    const { conformance } = this.service;
    if (isJson) (this.limited ? conformance.forParties : conformance).check(method, url, answer);
    if (isJson && url.startsWith('/api/v1/')) requireCompact(method, url, response.body);
    return answer;
  }
}

const typeOf = (path: string, body: unknown) => {
  if (!Buffer.isBuffer(body)) return 'application/json';
  if (path.startsWith('/files')) return 'application/pdf';
  return path.startsWith('/imports') ? 'text/csv' : 'application/EDIFACT';
};
const parsed = (body: string, isJson: boolean): unknown =>
  body ? (isJson ? JSON.parse(body) : body) : undefined;

/** Throws when there is white space between the tokens of an answer: JSON is spaced one way, whoever wrote it. */
function requireCompact(method: string, url: string, json: string): void {
  const [around] = /.{0,40}\s.{0,40}/.exec(json.replace(/"(?:[^"\\]|\\.)*"/g, '"…"')) ?? [];
  if (around) throw new Error(`${method} ${url} has white space: ${around}`);
}
