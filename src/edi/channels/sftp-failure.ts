/** Why a channel did not work, as a sentence. It says nothing of keys, passwords and addresses. */
export class SftpFailure extends Error {}

/** A file that became larger than what is taken while it was read. */
export class FileTooLarge extends SftpFailure {}

/** The failures of the protocol by their status (draft-ietf-secsh-filexfer-02, 7). */
const STATUS: Record<number, string> = {
  2: 'it is not there',
  3: 'permission denied',
  8: 'the server does not offer that',
};

/** The longest text of a server that a sentence repeats. */
const MOST_CHARACTERS = 200;

type Failed = Error & { code?: number | string };

/** The status of an answer of the server that says no; undefined when something else went wrong. */
export function statusOf(error: unknown): number | undefined {
  const { code } = error as Failed;
  return typeof code === 'number' ? code : undefined;
}

/** @param doing what was tried, as the start of a sentence: `'/in' was not listed` */
export function failureOf(doing: string, error: unknown): SftpFailure {
  if (error instanceof SftpFailure) return error;
  const status = statusOf(error);
  if (status === undefined) return connectionFailure(error);
  return new SftpFailure(`${doing}: ${STATUS[status] ?? 'the server refused'}.`);
}

/** The sentence for a connection that was not made, or ended. */
export function connectionFailure(error: unknown): SftpFailure {
  if (error instanceof SftpFailure) return error;
  const { message, code } = innerOf(error as Failed);
  if (typeof code === 'string') return new SftpFailure(`The server was not reached: ${code}.`);
  return new SftpFailure(`The connection ended: ${visible(message)}.`);
}

/** The first of several failures, one for each address of a name. */
function innerOf(error: Failed): Failed {
  return error instanceof AggregateError ? ((error.errors[0] as Failed | undefined) ?? error) : error;
}

/** Text of a server, without what could not be shown. */
function visible(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .slice(0, MOST_CHARACTERS);
}
