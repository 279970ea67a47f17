import { PARTIES } from '../view/compiler';

const isOwn =
  (column: string) =>
  (organization: string, id: string): string =>
    `EXISTS (SELECT FROM parties p WHERE p.organization_id = ${organization} AND p.id = ANY(${PARTIES})
    AND p.${column} = ${id})`;

/** SQL of a view that parties see: whether a trucking company is one of the actor's parties. */
export const isOwnCompany = isOwn('trucking_company_id');

/** SQL of a view that parties see: whether a consignee is one of the actor's parties. */
export const isOwnConsignee = isOwn('consignee_id');
