import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Metrics } from './metrics';
import { ObservabilityController } from './observability.controller';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [ObservabilityController],
  providers: [Metrics],
})
export class ObservabilityModule {}
