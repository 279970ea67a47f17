import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { HeldContainersService } from './held-containers.service';
import { HoldType } from './setup/hold-type.kind';

const setup = setupResources(HoldType);

/** What keeps containers and bills of lading from leaving. */
@Module({
  ...setup,
  providers: [...setup.providers, HeldContainersService],
  exports: [...setup.exports, HeldContainersService],
})
export class HoldsModule {}
