import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Connections } from '../http/connections';
import { Metrics } from './metrics';
import { ObservabilityController } from './observability.controller';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [ObservabilityController],
  providers: [Metrics, Connections],
})
export class ObservabilityModule {}
