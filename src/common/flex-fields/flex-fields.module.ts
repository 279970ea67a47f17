import { Global, Module } from '@nestjs/common';
import { setupResources } from '../setup/setup-resource';
import { FlexFieldDefinition } from './flex-field-definition.kind';
import { FlexFieldDefinitionsService } from './flex-field-definitions.service';
import { FlexFieldsService } from './flex-fields.service';

const setup = setupResources([FlexFieldDefinition, FlexFieldDefinitionsService]);

/** Flex fields, for every domain that has them. */
@Global()
@Module({
  controllers: setup.controllers,
  providers: [FlexFieldsService, ...setup.providers],
  exports: [FlexFieldsService],
})
export class FlexFieldsModule {}
