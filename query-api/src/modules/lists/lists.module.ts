import { LIST_NAMES, LISTS } from '@cryptonite/contracts/api';
import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { createListController } from './list.controller.js';
import { ListAnswers } from './list-answers.js';

const PATHS = [...new Set(LIST_NAMES.map((name) => LISTS[name].path))];

@Module({
  imports: [ScreeningModule],
  controllers: PATHS.map(createListController),
  providers: [ListAnswers],
})
export class ListsModule {}
