import { Module } from '@nestjs/common';
import { CargoModule } from '../cargo/cargo.module';
import { ContainerMovesController } from './moves/container-moves.controller';
import { ContainerMovesService } from './moves/container-moves.service';

/** The work of the yard: moves at the terminal, and what stands where. */
@Module({
  imports: [CargoModule],
  controllers: [ContainerMovesController],
  providers: [ContainerMovesService],
})
export class YardModule {}
