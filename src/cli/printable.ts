/** Escapes characters that would move the cursor or hide text, as `\u{1b}`. */
export function printable(text: string): string {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}
