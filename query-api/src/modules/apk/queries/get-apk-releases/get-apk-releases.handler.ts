import { ApkReleases } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ApkRecords } from '../../apk-records.js';
import { GetApkReleases } from './get-apk-releases.query.js';

@QueryHandler(GetApkReleases)
export class GetApkReleasesHandler implements IQueryHandler<GetApkReleases> {
  constructor(private readonly records: ApkRecords) {}

  async execute({ isAdmin }: GetApkReleases): Promise<ApkReleases> {
    const releases = (await this.records.releases()).map(({ release, isCurrent }) => ({
      release: isAdmin ? release : { ...release, objectPath: null },
      isCurrent,
    }));
    return ApkReleases.parse({
      current: releases.find(({ isCurrent }) => isCurrent)?.release ?? null,
      older: releases.filter(({ isCurrent }) => !isCurrent).map(({ release }) => release),
    });
  }
}
