import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ApiRoutes } from '../../../../platform/docs/api-routes.js';
import { drawDocsPage } from '../../view/docs-page.js';
import { describeApi } from '../../view/openapi.js';
import { type ApiDocs, GetApiDocs } from './get-api-docs.query.js';

@QueryHandler(GetApiDocs)
export class GetApiDocsHandler implements IQueryHandler<GetApiDocs> {
  #docs: ApiDocs | null = null;

  constructor(private readonly routes: ApiRoutes) {}

  async execute(): Promise<ApiDocs> {
    this.#docs ??= this.#describe();
    return this.#docs;
  }

  #describe(): ApiDocs {
    const routes = this.routes.list();
    const openapi = describeApi(routes);
    return { openapi, page: drawDocsPage(routes, openapi) };
  }
}
