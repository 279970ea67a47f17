import { isOwnCompany } from '../../common/party-wall/own-company';
import type { Told } from '../../common/party-wall/open-to';
import type { Of } from '../../common/view/view';

/** SQL: whether the driver of a record works for one of the actor's parties. A truck may have been announced with one of others. */
export const hasOwnDriver = (of: Of): string =>
  isOwnCompany(of('organization_id'), of('truck_driver.trucking_company_id'));

/** What events do not tell of a driver beside his own, because it is for those who need it. */
const NOT_BESIDE = ['twic', 'email', 'remarks', 'date_of_birth', 'telephone_number', 'trucking_company'];

/** The driver of a record in events. */
export const OWN_DRIVER_TOLD: Record<'truck_driver', Told> = {
  truck_driver: ({ truck_driver }, { own }) => {
    if (!truck_driver || !own.drivers.includes((truck_driver as { id: number }).id)) return null;
    const shown = Object.entries(truck_driver).map(([name, value]: [string, unknown]) => [
      name,
      NOT_BESIDE.includes(name) ? null : value,
    ]);
    return Object.fromEntries(shown) as object;
  },
};
