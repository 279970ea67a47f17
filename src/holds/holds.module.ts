import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { HoldType } from './setup/hold-type.kind';

const setup = setupResources(HoldType);

/** What keeps containers and bills of lading from leaving. */
@Module({ ...setup })
export class HoldsModule {}
