/** The longest name of a file, in bytes, which all usual servers take. */
const MOST_CHARACTERS = 200;

/** What a template of file names may name in braces. */
const PLACES = ['message', 'control_reference', 'partner', 'time'] as const;

/** A template: letters, digits, `.`, `_`, `-` and places; not hidden. */
export const FILE_NAME_FORM =
  /^(?:[\w-]|\{(?:message|control_reference|partner|time)\})(?:[\w.-]|\{(?:message|control_reference|partner|time)\}){0,99}$/;
export const FILE_NAME_MUST = `must be of letters, digits, '.', '_', '-' and ${PLACES.map((place) => `{${place}}`).join(', ')}`;

/** The names of files that others are still writing. */
const UNFINISHED = /\.(part|tmp|filepart)$/i;

/** Whether a file of this name is still being written, by the ways that SFTP clients have. */
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

/** The name of a partner's file for other folders and for people: `_` for each control character and backslash. */
export const cleaned = (name: string): string => name.replace(/[\p{Cc}\\]/gu, '_');

/** What the name of a file is made of. */
export interface Named {
  message: string;
  control_reference: string;
  partner: string;
  time: Date;
}

/** The name of a file by a template. Of values only letters, digits, `.`, `_` and `-` are kept. */
export function fileName(template: string, { time, ...named }: Named): string {
  const values: Record<string, string> = {
    ...named,
    time: time.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_'),
  };
  const name = template
    .replace(/\{([a-z_]{1,20})\}/g, (_, place: string) => (values[place] ?? '').replace(/[^\w.-]/g, ''))
    .replace(/^\.+/, '');
  return name.slice(0, MOST_CHARACTERS) || 'interchange.edi';
}

/** The name with a number before its extension: `x.edi`, `x-2.edi`, `x-3.edi`. */
export function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${number}${name.slice(dot)}` : `${name}-${number}`;
}

/** The path of a file in a folder; null is the folder that the server begins in. */
export function pathOf(folder: string | null, name: string): string {
  if (!folder) return name;
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
}
