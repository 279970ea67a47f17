import { Module } from '@nestjs/common';
import { setupResources } from '../setup/setup-resource';
import { FlexFieldDefinition } from './flex-field-definition.kind';
import { FlexFieldDefinitionsService } from './flex-field-definitions.service';

const setup = setupResources([FlexFieldDefinition, FlexFieldDefinitionsService]);

@Module({ controllers: setup.controllers, providers: setup.providers })
export class FlexFieldsModule {}
