import type { ProfileName, TokenEvidence } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** What is every number of this token made of, and which transactions tell it? */
export class GetTokenEvidence extends Query<TokenEvidence> {
  constructor(
    readonly mint: string,
    readonly profile: ProfileName,
    /** Whose work it is, where nobody else asks for the same. */
    readonly caller: string,
  ) {
    super();
  }
}
