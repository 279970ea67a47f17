/** An answer that is a file and not JSON, such as a picture or a PDF. */
export class FileAnswer {
  /**
   * @param name the file name that a browser proposes to save it by
   * @param disposition whether a browser shows it, or saves it
   */
  constructor(
    readonly type: string,
    readonly content: string | Buffer,
    readonly name?: string,
    readonly disposition: 'inline' | 'attachment' = 'inline',
  ) {}
}
