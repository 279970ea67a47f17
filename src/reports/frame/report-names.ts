export const REPORT_NAMES = ['moves', 'gate', 'vessels', 'dwell', 'yard', 'revenue', 'line_cost'] as const;
export type ReportName = (typeof REPORT_NAMES)[number];
