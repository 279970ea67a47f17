import { Body, Controller, Delete, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathContainer } from '../../cargo/containers/path-container';
import { ContainerStayShow } from '../../cargo/stays/container-stay.view';
import { Endpoint } from '../../common/endpoint/endpoint';
import { one } from '../../common/endpoint/returns';
import { PutVerifiedWeight, RemoveVerifiedWeight } from './verified-weight.dto';
import { StatedWeights } from './stated-weights.service';

@ApiTags('Condition')
@Controller('containers/:number/vgm')
export class VerifiedWeightsController {
  constructor(private readonly weights: StatedWeights) {}

  @Put()
  @Endpoint({
    summary: 'State the verified gross mass of a container',
    operationId: 'updateContainerVgm',
    description:
      'Of its stay that is not over (SOLAS VI/2): it takes the place of any other. After the `vgm_cut_off_time` of the voyage only an `admin` states it (`vgm_late`). It is held against the type of the container (`vgm_implausible`). A party that owns cargo or stay may state it, but for a container that the terminal weighed.',
    returns: one('container_stay', ContainerStayShow),
    parties: { filters: [] },
    speaks: true,
    errors: [404, 422],
  })
  put(@PathContainer() number: string, @Body() body: PutVerifiedWeight) {
    return this.weights.put(number, body);
  }

  @Delete()
  @Endpoint({
    summary: 'Take the verified gross mass of a container away',
    operationId: 'removeContainerVgm',
    description:
      'Of its stay that is not over, with the reason. After the `vgm_cut_off_time` of the voyage only an `admin` does (`vgm_late`).',
    returns: one('container_stay', ContainerStayShow),
    parties: { filters: [] },
    speaks: true,
    errors: [404, 422],
  })
  remove(@PathContainer() number: string, @Body() { reason }: RemoveVerifiedWeight) {
    return this.weights.remove(number, reason);
  }
}
