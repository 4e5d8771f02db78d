/** Why a wallet signed nothing that the page can use, as a short line for people without a stop. */
export class WalletFailure extends Error {}
