/** What a mint lets somebody do, of what a node told of it. */
import type { MintObserved } from '@cryptonite/contracts/events';
import type { World } from '@cryptonite/contracts/states';

/** In the order of their bits: a new one goes to the end, and is unknown of a mint that was told before. */
const POWERS = [
  'mintAuthority',
  'freezeAuthority',
  'closeAuthority',
  'permanentDelegate',
  'frozenByDefault',
  'nonTransferable',
  'transferHook',
  'pausable',
  'mutableMetadata',
  'paused',
  'hookAuthority',
  'feeAuthority',
  'permissionedBurn',
] as const;
export type Power = (typeof POWERS)[number];

type Mint = NonNullable<World['mint']>;
type Told = Pick<MintObserved, 'mintAuthority' | 'freezeAuthority' | 'extensions'>;

/** Two bits each. */
const UNKNOWN = 0;
const WITHOUT = 1;
const WITH = 2;
const codeOf = (is: boolean | null): number => (is === null ? UNKNOWN : is ? WITH : WITHOUT);

/** Every extension that a mint or its accounts may have, as nodes name them: of any other it is not known what it allows. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[
    'transferFeeConfig',
    'transferFeeAmount',
    'mintCloseAuthority',
    'defaultAccountState',
    'immutableOwner',
  ],
  ...['confidentialTransferMint', 'confidentialTransferAccount', 'confidentialMintBurn'],
  ...['confidentialTransferFeeConfig', 'confidentialTransferFeeAmount'],
  ...['memoTransfer', 'nonTransferable', 'nonTransferableAccount', 'interestBearingConfig', 'cpiGuard'],
  ...['permanentDelegate', 'transferHook', 'transferHookAccount', 'metadataPointer', 'tokenMetadata'],
  ...['groupPointer', 'groupMemberPointer', 'tokenGroup', 'tokenGroupMember'],
  ...['scaledUiAmountConfig', 'pausableConfig', 'pausableAccount', 'permissionedBurnConfig'],
]);

/** Of an extension that the mint does not name: one that the node cannot read may be it, whatever it is called. */
const unlessNamed = ({ extensions }: Told): false | null =>
  extensions.every(({ name }) => KNOWN_EXTENSIONS.has(name)) ? false : null;

/** An extension's values; undefined where the mint has none of that name, empty where they cannot be read. */
function valuesOf({ extensions }: Told, name: string): Record<string, unknown> | undefined {
  const extension = extensions.find((each) => each.name === name);
  if (extension === undefined) return undefined;
  try {
    const values: unknown = JSON.parse(extension.values);
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Whether an extension names somebody; it names nobody where that was given up. */
function namesSomebody(told: Told, extension: string, field: string): boolean | null {
  const values = valuesOf(told, extension);
  if (values === undefined) return unlessNamed(told);
  const holder = values[field];
  return holder === undefined ? null : holder !== null;
}

function isPaused(told: Told): boolean | null {
  const values = valuesOf(told, 'pausableConfig');
  if (values === undefined) return unlessNamed(told);
  return typeof values.paused === 'boolean' ? values.paused : null;
}

function isFrozenByDefault(told: Told): boolean | null {
  const values = valuesOf(told, 'defaultAccountState');
  if (values === undefined) return unlessNamed(told);
  return typeof values.accountState === 'string' ? values.accountState === 'frozen' : null;
}

const READ: Record<Power, (told: Told) => boolean | null> = {
  mintAuthority: ({ mintAuthority }) => mintAuthority !== null,
  freezeAuthority: ({ freezeAuthority }) => freezeAuthority !== null,
  closeAuthority: (told) => namesSomebody(told, 'mintCloseAuthority', 'closeAuthority'),
  permanentDelegate: (told) => namesSomebody(told, 'permanentDelegate', 'delegate'),
  frozenByDefault: isFrozenByDefault,
  nonTransferable: (told) => (valuesOf(told, 'nonTransferable') === undefined ? unlessNamed(told) : true),
  transferHook: (told) => namesSomebody(told, 'transferHook', 'programId'),
  pausable: (told) => namesSomebody(told, 'pausableConfig', 'authority'),
  // Without it they are in an account of another program, which nobody asked for.
  mutableMetadata: (told) =>
    valuesOf(told, 'tokenMetadata') === undefined
      ? null
      : namesSomebody(told, 'tokenMetadata', 'updateAuthority'),
  paused: isPaused,
  hookAuthority: (told) => namesSomebody(told, 'transferHook', 'authority'),
  feeAuthority: (told) => namesSomebody(told, 'transferFeeConfig', 'transferFeeConfigAuthority'),
  permissionedBurn: (told) => namesSomebody(told, 'permissionedBurnConfig', 'authority'),
};

/** The larger of the fee in force and the one that was in force or will be. */
function transferFeePercentOf(told: Told): number | null {
  const values = valuesOf(told, 'transferFeeConfig');
  if (values === undefined) return unlessNamed(told) === null ? null : 0;
  const fees = [values.olderTransferFee, values.newerTransferFee].map(
    (fee) => (fee as { transferFeeBasisPoints?: unknown } | null | undefined)?.transferFeeBasisPoints,
  );
  const basisPoints = fees.filter((fee) => typeof fee === 'number');
  return basisPoints.length === fees.length ? Math.max(...basisPoints) / 100 : null;
}

/** Of a mint that the node knows. */
export function mintOf(told: MintObserved): Mint {
  const powers = POWERS.reduce((bits, power, place) => bits | (codeOf(READ[power](told)) << (2 * place)), 0);
  return { observedSlot: told.observedSlot, powers, transferFeePercent: transferFeePercentOf(told) };
}

/** The mint where somebody has that power, nobody has it, or it is not known who. */
export function withPower(mint: Mint, power: Power, is: boolean | null): Mint {
  const place = 2 * POWERS.indexOf(power);
  return { ...mint, powers: (mint.powers & ~(3 << place)) | (codeOf(is) << place) };
}

/** Powers that take a holder's money, whatever else is known. */
const TAKING: readonly Power[] = [
  ...(['permanentDelegate', 'frozenByDefault', 'nonTransferable', 'freezeAuthority'] as const),
  ...(['transferHook', 'hookAuthority', 'pausable', 'paused'] as const),
];

/** Whether what is told of a mint may set a floor under the risk of its token. */
export const takesMoney = (mint: Mint, isGraduated: boolean): boolean =>
  (mint.transferFeePercent ?? 0) > 0 ||
  TAKING.some((power) => hasPower(mint, power) === true) ||
  (isGraduated && hasPower(mint, 'mintAuthority') === true);

/** Whether somebody has the first or the second; null where neither is known to be so and one is not known. */
export function hasEither(mint: Mint | null | undefined, first: Power, second: Power): boolean | null {
  const [a, b] = [hasPower(mint, first), hasPower(mint, second)];
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}

/** Whether somebody has that power; null where it is not known. */
export function hasPower(mint: Mint | null | undefined, power: Power): boolean | null {
  if (!mint) return null;
  const code = (mint.powers >> (2 * POWERS.indexOf(power))) & 3;
  return code === UNKNOWN ? null : code === WITH;
}
