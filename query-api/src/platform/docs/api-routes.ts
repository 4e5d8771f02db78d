import { Injectable } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { readsSession } from '../access/access.guard.js';
import { ANSWERS, type DeclaredAnswers } from './answers.js';

export type ApiRoute = DeclaredAnswers & { path: string; readsSession: boolean };

/** Whether a path is one of a route's. */
export function isAt(path: string, route: ApiRoute): boolean {
  const parts = path.split('/');
  const wanted = route.path.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part.startsWith('{') || part === parts[index])
  );
}

/** The routes that are declared with GetAnswers and PostAnswers. */
@Injectable()
export class ApiRoutes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** In the order of their paths, which have in braces what stands for anything, as OpenAPI writes them. */
  list(): ApiRoute[] {
    return this.discovery
      .getControllers()
      .flatMap(({ instance, metatype }) => {
        const base = metatype ? this.reflector.get<string>(PATH_METADATA, metatype) : '';
        const prototype = Object.getPrototypeOf(instance);
        return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
          const answers = this.reflector.get<DeclaredAnswers | undefined>(ANSWERS, prototype[name]);
          if (!answers) return [];
          const own = this.reflector.get<string>(PATH_METADATA, prototype[name]);
          const path = [base, own].filter((part) => part && part !== '/').join('/');
          return [
            {
              ...answers,
              path: `/${path.replaceAll(/:(\w+)/g, '{$1}')}`,
              readsSession: readsSession(prototype[name], answers),
            },
          ];
        });
      })
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}
