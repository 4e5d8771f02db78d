import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { OpenStreamController } from './queries/open-stream/open-stream.controller.js';
import { StreamHub } from './stream-hub.js';

@Module({
  imports: [ScreeningModule],
  controllers: [OpenStreamController],
  providers: [StreamHub],
})
export class StreamModule {}
