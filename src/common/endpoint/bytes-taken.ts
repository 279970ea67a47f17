/** Bodies that are no JSON: which an endpoint takes. */
export interface BytesTaken {
  /** Their media types. */
  types: readonly string[];
  /** The most bytes of one, in MiB. */
  most: number;
  /** What the document says of the body. */
  description: string;
  /** Whether a setting says another `most`. */
  set?: true;
}

/** EDIFACT (RFC 1767), and what programs send such files as. */
export const INTERCHANGES: BytesTaken = {
  types: ['application/EDIFACT', 'text/plain', 'application/octet-stream'],
  most: 16,
  description: 'The bytes of the interchange as they are, 16 MiB at most',
};

/** Files of records, which are kept on the disk while the request lasts. */
export const RECORDS: BytesTaken = {
  types: ['text/csv', 'application/x-ndjson'],
  most: 50,
  description: 'The file as it is, 50 MiB at most: a table with a header, or an object a line',
};

/** Pictures and PDFs, which are kept on the disk while the request lasts. */
export const UPLOADS: BytesTaken = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  most: 10,
  set: true,
  description: 'The bytes of the file as they are, 10 MiB at most unless the operator says otherwise',
};

/** Whether a header `Content-Type` names one of the media types. */
export function isOf(types: readonly string[], header = ''): boolean {
  const type = header.split(';')[0]!.trim().toLowerCase();
  return types.some((each) => each.toLowerCase() === type);
}
