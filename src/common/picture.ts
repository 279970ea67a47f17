/** An answer that is a picture in SVG. */
export class Picture {
  constructor(readonly svg: string) {}
}
