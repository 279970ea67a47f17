/** An answer that is a file and not JSON, such as a picture or a PDF. */
export class FileAnswer {
  /** @param name the file name that a browser proposes to save it by; without one the browser shows it */
  constructor(
    readonly type: string,
    readonly content: string | Buffer,
    readonly name?: string,
  ) {}
}
