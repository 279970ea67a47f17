import { Module } from '@nestjs/common';
import { setupResources } from '../common/setup/setup-resource';
import { Gate } from './setup/gate.kind';

const setup = setupResources(Gate);

/** Trucks are announced, come in by a gate, hand over cargo, and leave. */
@Module({ ...setup })
export class GateModule {}
