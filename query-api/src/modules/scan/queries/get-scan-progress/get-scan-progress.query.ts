import type { ScanProgress } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** How far is the scan that finds early-stage tokens? */
export class GetScanProgress extends Query<ScanProgress> {}
