import { OmitType, PartialType } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import { In } from '../../common/input/in';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { BookingRelease } from './booking-release.kind';

const Fields = kindClasses(kindOf(BookingRelease)).Create as Type<{ booking?: string | null }>;

/** A release without its booking, which the path names. */
export class CreateRelease extends OmitType(Fields, ['booking']) {}

export class UpdateRelease extends PartialType(CreateRelease) {}

export class CancelRelease {
  @In.note({ required: true, description: 'Why it is cancelled' }) reason: string;
}
