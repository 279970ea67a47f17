import type { FileAnswer } from '../common/file-answer';
import type { InvoiceLanguage } from '../common/languages/invoice-languages';
import { escape } from '../common/svg';
import { MAIL_WORDS } from './mail-words';

/** A picture within a letter. */
export interface Picture {
  /** A JPEG of at most 320 px. */
  jpeg: Buffer;
  caption: string;
}

/** A part of a letter: a paragraph, names with values, a table, or pictures. */
type Part =
  | { text: string }
  | { values: (readonly [name: string, value: string | null])[] }
  | { head: string[]; rows: string[][] }
  | { pictures: Picture[] };

/** What a mail says, in parts that are written as text and as HTML. */
export interface Letter {
  language: InvoiceLanguage;
  heading: string;
  parts: Part[];
  /** The name of the organization. */
  sender: string;
  /** Where answers go; nowhere unless given. */
  replyTo?: string | null;
  files: FileAnswer[];
}

/** The letter as plain text. */
export function asText({ heading, parts, language, sender }: Letter): string {
  const footer = MAIL_WORDS[language].footer(sender);
  const blocks = [heading, ...parts.flatMap((part) => textOf(part) || []), `-- \n${footer}`];
  return `${blocks.join('\n\n')}\n`;
}

function textOf(part: Part): string {
  if ('text' in part) return part.text;
  if ('values' in part)
    return part.values.flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`)).join('\n');
  if ('rows' in part)
    return part.rows.map((row) => row.map((each, at) => `${part.head[at]}: ${each}`).join('\n')).join('\n\n');
  return '';
}

/** The `Content-ID` of the picture at this place among those of a letter. */
export const pictureId = (at: number): string => `picture-${at + 1}`;

/** All pictures of a letter, in their order. */
export const picturesOf = ({ parts }: Letter): Picture[] =>
  parts.flatMap((part) => ('pictures' in part ? part.pictures : []));

/** The letter as HTML: tables and styles within the tags, because mail readers know little else. No link, nothing from afar. */
export function asHtml(letter: Letter): string {
  const { heading, parts, language, sender } = letter;
  let pictures = 0;
  const body = parts.map((part) => {
    if ('pictures' in part) {
      const first = pictures;
      pictures += part.pictures.length;
      return picturesHtml(part.pictures, first);
    }
    return htmlOf(part);
  });
  const footer = MAIL_WORDS[language].footer(sender);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(heading)}</title></head>
<body style="margin:0;padding:16px;background:#f2f4f6;font-family:Arial,Helvetica,sans-serif;color:#1b1f23;font-size:15px;line-height:1.45">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;margin:0 auto;background:#ffffff;border:1px solid #d8dee4"><tr><td style="padding:24px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escape(heading)}</h1>
${body.join('\n')}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d8dee4;color:#57606a;font-size:13px">${escape(footer)}</p>
</td></tr></table>
</body></html>
`;
}

const CELL =
  'padding:6px 12px 6px 0;vertical-align:top;text-align:left;border-bottom:1px solid #eaeef2;overflow-wrap:anywhere';
const SOFT = 'color:#57606a;font-size:13px';
const TABLE =
  '<table cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 16px;border-collapse:collapse">';

function htmlOf(part: Exclude<Part, { pictures: Picture[] }>): string {
  if ('text' in part) return `<p style="margin:0 0 16px">${escape(part.text).replaceAll('\n', '<br>')}</p>`;
  if ('values' in part) {
    const rows = part.values.flatMap(([name, value]) =>
      value === null
        ? []
        : `<tr><th style="${CELL};width:40%;font-weight:normal;color:#57606a">${escape(name)}</th><td style="${CELL}">${escape(value)}</td></tr>`,
    );
    return `${TABLE}${rows.join('')}</table>`;
  }
  // one column, because several are wider than a phone
  const [first, ...others] = part.head;
  const rows = part.rows.map(([what = '', ...values]) => {
    const said = values.map((value, at) => `${escape(others[at]!)}: ${escape(value)}`);
    return `<tr><td style="${CELL}">${escape(what)}<br><span style="${SOFT}">${said.join('<br>')}</span></td></tr>`;
  });
  return `${TABLE}<tr><th style="${CELL};font-weight:normal;color:#57606a">${escape(first!)}</th></tr>${rows.join('')}</table>`;
}

function picturesHtml(pictures: Picture[], first: number): string {
  const each = pictures.map(
    ({ caption }, at) =>
      `<div style="margin:0 0 16px"><img src="cid:${pictureId(first + at)}" alt="${escape(caption)}" style="display:block;max-width:100%;height:auto"><span style="${SOFT}">${escape(caption)}</span></div>`,
  );
  return each.join('\n');
}
