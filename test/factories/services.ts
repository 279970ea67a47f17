import { Db } from '../../src/common/database/db';
import type { Actor } from '../../src/common/tenancy/actor';
import { Organization } from '../../src/common/tenancy/organization.entity';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import type { Type } from '@nestjs/common';
import type { Client } from '../setup/client';

/**
 * Calls a service of the application in a transaction of the organization of a client, as a higher domain does.
 * @param operation what is done; with null nothing is told, as in a command
 */
export async function within<S extends object, T>(
  { service, organization_id }: Client,
  type: Type<S>,
  work: (of: S) => Promise<T>,
  operation: string | null = 'a document',
): Promise<T> {
  const { manager } = service.dataSource;
  const organization = await manager.findOneByOrFail(Organization, { id: organization_id });
  const actor: Actor = { ...new OrganizationsService(manager).actorFor(organization), operation };
  return service.app.get(Db).transaction(actor, '', () => work(service.app.get(type, { strict: false })));
}
