import { LIST_NAMES } from '@cryptonite/contracts/api';
import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { createListController } from './list.controller.js';

@Module({ imports: [ScreeningModule], controllers: LIST_NAMES.map(createListController) })
export class ListsModule {}
