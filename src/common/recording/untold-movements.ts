/** Types of movements within the terminal, which parties are not told. */
export const WITHIN_TERMINAL = ['shift', 'yard', 'restow'] as const;
