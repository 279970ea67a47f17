/** Types of movements within the terminal, which parties are not shown. */
export const WITHIN_TERMINAL = ['shift', 'yard', 'restow'] as const;
