import { inflateSync } from 'node:zlib';

/** The pages of a PDF as text, in the order in which it is drawn, by the Unicode maps of its fonts. */
export function pagesOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const { dictionary } of objects.values())
    for (const [, name, id] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = objects.get(id!)?.dictionary.match(/\/ToUnicode (\d+) 0 R/);
      if (unicode) fonts.set(name!, lettersOf(objects.get(unicode[1]!)!.stream.toString('latin1')));
    }
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
    .map(({ dictionary }) => objects.get(dictionary.match(/\/Contents (\d+) 0 R/)![1]!)!.stream)
    .map((content) => textOf(content.toString('latin1'), fonts));
}

interface PdfObject {
  dictionary: string;
  stream: Buffer;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const text = pdf.toString('latin1');
  for (const { 1: id, index } of text.matchAll(/(\d+) 0 obj\n/g)) {
    const end = text.indexOf('\nendobj', index);
    const at = text.indexOf('\nstream\n', index);
    const hasStream = at > 0 && at < end;
    const dictionary = text.slice(index, hasStream ? at : end);
    const raw = hasStream ? pdf.subarray(at + 8, text.lastIndexOf('\nendstream', end)) : Buffer.alloc(0);
    const stream = dictionary.includes('/FlateDecode') ? inflateSync(raw) : raw;
    objects.set(id!, { dictionary, stream });
  }
  return objects;
}

/** The letter of each code of a font, such as `0003`. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, from, list] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    [...list!.matchAll(/<([0-9a-f ]+)>/g)].forEach(([, hex], nth) =>
      letters.set((parseInt(from!, 16) + nth).toString(16).padStart(4, '0'), decoded(hex!)),
    );
  return letters;
}

/** The letters of hexadecimal codes; a ligature such as ff has several, with spaces between them. */
const decoded = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');

function textOf(content: string, fonts: Map<string, Map<string, string>>): string {
  let letters: Map<string, string> | undefined;
  const words: string[] = [];
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) letters = fonts.get(font);
    else {
      const codes = [...shown!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex!).join('');
      words.push((codes.match(/.{4}/g) ?? []).map((code) => letters?.get(code) ?? '').join(''));
    }
  }
  return words.join('\n');
}
