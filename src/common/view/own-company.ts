import { PARTIES } from './compiler';

/** SQL of a view that parties see: whether a trucking company is one of the actor's parties. */
export const isOwnCompany = (organization: string, company: string): string =>
  `EXISTS (SELECT FROM parties p WHERE p.organization_id = ${organization} AND p.id = ANY(${PARTIES})
    AND p.trucking_company_id = ${company})`;
