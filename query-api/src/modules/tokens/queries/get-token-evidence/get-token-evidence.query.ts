import type { ProfileName, TokenEvidence } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';
import type { Counted } from '../../../../platform/http/visitor-address.js';

/** What is every number of this token made of, and which transactions tell it? */
export class GetTokenEvidence extends Query<TokenEvidence> {
  constructor(
    readonly mint: string,
    readonly profile: ProfileName,
    /** Whose work it is, where nobody else asks for the same, and the networks that they are in. */
    readonly callers: readonly Counted[],
  ) {
    super();
  }
}
