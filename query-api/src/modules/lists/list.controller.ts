import { LISTS, type ListName, type PreMigrationQuery } from '@cryptonite/contracts/api';
import { Controller, Header, Query, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { GetAnswers, json } from '../../platform/docs/answers.js';
import { Parse } from '../../platform/http/parse.pipe.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { writeVector } from '../screening/view/change-log.js';
import { askedCursor } from './asked-cursor.js';

/** The endpoint of a list, as the registry has it. Items are encoded already: an answer puts their texts together. */
export function createListController(name: ListName): Type {
  const { path, summary, query, answer } = LISTS[name];

  @Controller(path.slice(1))
  class ListController {
    constructor(private readonly store: ScreeningStore) {}

    @GetAnswers('/', { summary, query, reply: json(answer) })
    @Header('Content-Type', 'application/json; charset=utf-8')
    answer(
      @Query(new Parse<z.ZodType<z.output<typeof PreMigrationQuery>>>(query))
      { profile, limit, cursor, source }: z.output<typeof PreMigrationQuery>,
    ): string {
      const { projection } = this.store;
      const page = projection.list(name, profile).page({ limit, source, after: askedCursor(cursor) });
      const { items, ...rest } = page;
      const position = writeVector(this.store.offsets);
      const end = JSON.stringify({ ...rest, profile, asOf: projection.streamTime, position });
      return `{"items":[${items.join(',')}],${end.slice(1)}`;
    }
  }
  return ListController;
}
