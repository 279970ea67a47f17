/** The largest interchange, in bytes. */
export const MOST_BYTES = 16 * 1024 * 1024;
export const MOST_SEGMENTS = 500_000;
/** Of a segment. */
export const MOST_ELEMENTS = 99;
/** Of an element. */
export const MOST_COMPONENTS = 99;
/** Of a value. */
export const MOST_CHARACTERS = 4_096;
export const MOST_MESSAGES = 1_000;
/** Of a message. */
export const MOST_CONTAINERS = 50_000;
