import type { Wharfinger } from '@wharfinger/client';
import type { Child } from '../../shared/dom';
import { h } from '../../shared/dom';

/** What each screen works with: the service, the zone of the terminal, its unit of weights, and what the address says. */
export interface Planner {
  api: Wharfinger;
  zone: string;
  unit: string;
  search: URLSearchParams;
}

/** Asks the service for what the address says, and answers what is shown. */
export type Screen = () => Promise<Child[]>;

/** The records on a page. */
export const PER = 20;

export const boxAddress = (number: string) => `?${new URLSearchParams({ screen: 'container', number })}`;
export const boxLink = (number: string) => h('a', { id: number, href: boxAddress(number) }, number);
