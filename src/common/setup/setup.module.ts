import { Module } from '@nestjs/common';
import { User } from '../auth/user.kind';
import { FlexFieldDefinition } from '../flex-fields/flex-field-definition.kind';
import { FlexFieldDefinitionsService } from '../flex-fields/flex-field-definitions.service';
import { setupResources } from './setup-resource';

/** The set-up kinds that belong to no domain. */
@Module({ ...setupResources(User, [FlexFieldDefinition, FlexFieldDefinitionsService]) })
export class SetupModule {}
