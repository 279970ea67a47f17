/** Characters without a place in XML 1.0, even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text without the characters that XML 1.0 forbids. */
export function xmlText(text: string): string {
  return text.replace(NO_XML, '');
}
