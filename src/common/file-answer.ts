import type { Readable } from 'node:stream';

/** An answer that is a file and not JSON, such as a picture or a PDF. */
export class FileAnswer {
  /**
   * @param name the file name that a browser proposes to save it by
   * @param disposition whether a browser shows it, or saves it
   * @param also a status other than that of the endpoint, the header of the request that it depends on, and further headers
   */
  constructor(
    readonly type: string,
    readonly content: string | Buffer | Readable,
    readonly name?: string,
    readonly disposition: 'inline' | 'attachment' = 'inline',
    readonly also: { status?: number; varies?: string; headers?: Record<string, string> } = {},
  ) {}
}
