/** Accounts that own tokens and are no holders of them: held for others, on their way, or gone. */

export type KnownAccount = {
  /** The owner of token accounts. */
  address: string;
  what: 'exchange' | 'locker' | 'fees' | 'burn' | 'launchpad' | 'pool-authority';
  name: string;
  /** Where it is said to be that. An authority is derived by the seeds that its program's source names. */
  source: string;
};

const PUMP_DOCS = 'https://github.com/pump-fun/pump-public-docs/blob/main/docs';
/** What exchanges publish as theirs, gathered by DefiLlama. */
const DEFILLAMA = 'https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects';
/** Labels of Solscan's, as copied there. */
const SOLSCAN = 'https://github.com/dwdwow/goalb/blob/main/addrs/sol.go';
const UNCX = 'https://docs.uncx.network/guides/for-projects/solana-lockers';

/** pump.fun's own trader in mayhem coins, the program's SOL vault: its trades say nothing of a market. */
export const MAYHEM_AGENT = 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s';

/**
 * Lockers that give each lock an owner of its own (Streamflow, Jupiter Lock) are told by no address, and count as holders.
 */
const GROUPS: readonly (Omit<KnownAccount, 'address'> & { addresses: readonly string[] })[] = [
  {
    what: 'launchpad',
    name: "pump.fun's agent in mayhem coins",
    source: 'https://deepwiki.com/pump-fun/pump-public-docs/7.2-implementation-details',
    addresses: [MAYHEM_AGENT],
  },
  // Holds the tokens between curve and pool.
  {
    what: 'launchpad',
    name: "pump.fun's migration authority",
    source: `${PUMP_DOCS}/PUMP_PROGRAM_README.md`,
    addresses: ['39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg'],
  },
  {
    what: 'pool-authority',
    name: 'Raydium AMM v4',
    source: 'https://github.com/raydium-io/raydium-amm',
    addresses: ['5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'],
  },
  {
    what: 'pool-authority',
    name: 'Raydium CPMM',
    source: 'https://github.com/raydium-io/raydium-cp-swap/blob/master/programs/cp-swap/src/lib.rs',
    addresses: ['GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'],
  },
  {
    what: 'pool-authority',
    name: 'Raydium LaunchLab',
    source: 'https://github.com/raydium-io/raydium-sdk-V2/blob/master/src/raydium/launchpad/pda.ts',
    addresses: ['WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh'],
  },
  {
    what: 'pool-authority',
    name: 'Meteora DAMM v2',
    source: 'https://github.com/MeteoraAg/damm-v2/blob/main/programs/cp-amm/src/const_pda.rs',
    addresses: ['HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC'],
  },
  {
    what: 'pool-authority',
    name: 'Meteora Dynamic Bonding Curve',
    source:
      'https://github.com/MeteoraAg/dynamic-bonding-curve/blob/main/programs/dynamic-bonding-curve/src/const_pda.rs',
    addresses: ['FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM'],
  },
  {
    what: 'burn',
    name: 'Incinerator',
    source: 'https://docs.rs/solana-sdk/latest/solana_sdk/incinerator/index.html',
    addresses: ['1nc1nerator11111111111111111111111111111111'],
  },
  {
    what: 'burn',
    name: 'System program: nobody signs for it',
    source: 'https://docs.rs/solana-program/latest/solana_program/system_program/index.html',
    addresses: ['11111111111111111111111111111111'],
  },
  {
    what: 'fees',
    name: 'pump.fun',
    source: `${PUMP_DOCS}/FEE_RECIPIENTS.md`,
    addresses: [
      '62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV',
      '7VtfL8fvgNfhz17qKRMjzQEXgbdpnHHHQRh54R9jP2RJ',
      '7hTckgnGnLQR6sdH7YkqFTAA7VwTfYFaZ6EhEsU3saCX',
      '9rPYyANsfQZw3DnDmKE3YCQF5E8oD89UXoHn9JFEhJUz',
      'AVmoTthdrX6tKt4nDjco2D775W2YK3sDhxPcMmzUAmTY',
      'CebN5WGQ4jvEPvsVU4EoHEpgzq1VV7AbicfhtW4xC9iM',
      'FWsW1xNtWscwNmKv6wVsU1iTzRN6wmmk3MjxRP5tT7hz',
      'G5UZAVbAf46s7cKWoyKu8kYTip9DGTpbLZ2qa9Aq69dP',
    ],
  },
  {
    what: 'fees',
    name: 'pump.fun, of mayhem coins',
    source: `${PUMP_DOCS}/FEE_RECIPIENTS.md`,
    addresses: [
      'GesfTA3X2arioaHp8bbKdjG9vJtskViWACZoYvxp4twS',
      '4budycTjhs9fD6xw62VBducVTNgMgJJ5BgtKq7mAZwn6',
      '8SBKzEQU4nLSzcwF4a74F2iaUDQyTfjGndn6qUWBnrpR',
      '4UQeTP1T39KZ9Sfxzo3WR5skgsaP6NZa87BAkuazLEKH',
      '8sNeir4QsLsJdYpc9RZacohhK1Y5FLU3nC5LXgYB4aa6',
      'Fh9HmeLNUMVCvejxCtCL2DbYaRyBFVJ5xrWkLnMH6fdk',
      '463MEnMeGyJekNZFQSTUABBEbLnvMTALbT6ZmsxAbAdq',
      '6AUH3WEHucYZyC61hqpqYUWVto5qA5hjHuNQ32GNnNxA',
    ],
  },
  {
    what: 'fees',
    name: 'pump.fun, for buybacks',
    source: `${PUMP_DOCS}/FEE_RECIPIENTS.md`,
    addresses: [
      '5YxQFdt3Tr9zJLvkFccqXVUwhdTWJQc1fFg2YPbxvxeD',
      '9M4giFFMxmFGXtc3feFzRai56WbBqehoSeRE5GK7gf7',
      'GXPFM2caqTtQYC2cJ5yJRi9VDkpsYZXzYdwYpGnLmtDL',
      '3BpXnfJaUTiwXnJNe7Ej1rcbzqTTQUvLShZaWazebsVR',
      '5cjcW9wExnJJiqgLjq7DEG75Pm6JBgE1hNv4B2vHXUW6',
      'EHAAiTxcdDwQ3U4bU6YcMsQGaekdzLS3B5SmYo46kJtL',
      '5eHhjP8JaYkz83CWwvGU2uMUXefd3AazWGx4gpcuEEYD',
      'A7hAgCzFw14fejgCp387JUJRMNyz4j89JKnhtKU8piqW',
    ],
  },
  {
    what: 'fees',
    name: 'PumpSwap',
    source: `${PUMP_DOCS}/PUMP_SWAP_README.md`,
    addresses: ['JCRGumoE9Qi5BBgULTgdgTLjSgkCMSbF62ZZfGs84JeU'],
  },
  {
    what: 'locker',
    name: 'UNCX',
    source: UNCX,
    addresses: [
      'BzKincxjgFQjj4FmhaWrwHES1ekBGN73YesA7JwJJo7X',
      'DAtFFs2mhQFvrgNLA29vEDeTLLN8vHknAaAhdLEc4SQH',
      'FEmGEWdxCBSJ1QFKeX5B6k7VTDPwNU3ZLdfgJkvGYrH5',
      'GAYWATob4bqCj3fhVm8ZxoMSqUW2fb6e6SBQ7kk5qyps',
    ],
  },
  {
    what: 'exchange',
    name: 'Binance',
    source: `${DEFILLAMA}/binance/config.js`,
    addresses: [
      '2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S',
      '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
      '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    ],
  },
  {
    what: 'exchange',
    name: 'OKX',
    source: `${DEFILLAMA}/okex/index.js`,
    addresses: [
      'CeGyfZdtbjzC5FeVXCBdYE1v397yxxqYgmMcUwtouJUu',
      '6Attw9NcFspCAreufvQ3mW8aqXEk6MDceeoC8obw45cJ',
      'CE8joA143dBjsCFTeBxBs3kNGNU87WH6Q7GMMfxPzSr2',
      'FefAbVt2EgXMGxeJb6sB1k5pQJhiGPxw4mB1zeUohZLk',
      'BEaiMhcc4Kao7B4hoq6r9m8neUpfimUMwhzugKxtkZw6',
      '5VCwKtCXgCJ6kit5FybXjvriW3xELsFDhYrPSqtJNmcD',
      'APJmXrtC9TUAg5gcjbcsVUiVzeDv85xLZRLad1GiQTNE',
      '5kiqH41rz2wPoNH5FuDJ3x8dB3EEe3XGoSWy2485tAp9',
      '8dUc88Nss8uhqzzFvUQhepkwZaVrfzpoCfKjCXGkdzAG',
      '44DwSkZbY2PVo9wfFP21D7HG7xf5rw8QaF6xSLGSfm7P',
      '945SJTwsBSqwEEgtKMnhcLDnJowP6YpJUTEykMVK5k6q',
      '9un5wqE3q4oCjyrDkwsdD48KteCJitQX5978Vh7KKxHo',
      'FJS2rTjAQmFFRmVqtnkceGvLJrMwUPgCUfLjciuMYkSC',
      '7fGw3UURsxk1szQ4buxQyEkiF4P6z7vx7sN1MHEguTJg',
      'BhJrLQEyFyrcf1746pHATzAZQpC1uk3SJf2AHHK7LW3K',
      '5URmUviWsAtcciFXqgM7f1jmhvBULdQDT47dqDkrJUi',
      '6NnzUC7mrM7ZgKdcMq1jPAdqh9TMgdsaVR1DNq6kce3A',
      '7o9ukGhWvc71yYcjinKnrxMn2kFMyQD1iCG3romrzg7r',
      '7CtzEcGeYpMfR1aEi1Gbt8GRHDPH9uDB6GNTsBABqSmo',
      'GcFZHQVJ2icPGLrA9qPLq88b7eqBXSUcdL1utUtUfcSD',
      'BWZqi67kXsvf5crjd19Fb3gmf3DCipGE8eWWJT2YHDXQ',
      'CGZAHxBannZzYK3rzVdG1e3uNjMxrmaXDhLEZxQBbueq',
      'EBVigEhxvkWUwreG98kTh5FbZEjnXTXC5ANZtLz4YpHQ',
      'HnLezgQkNVWMp2AV6mcHM1Ljst32kfsoVnYUkvXuQpjg',
      'is6MTRHEgyFLNTfYcuV4QBWLjrZBfmhVNYR6ccgr8KV',
      'FmpbkPgxjoYBJ6ac6YMhZ1FycCwuG8Zs2epxgsGFYvf6',
      'C68a6RCGLiPskbPYtAcsCjhG8tfTWYcoB4JjCrXFdqyo',
      'AEZoku1fLfUz5JYJ3kJ5YVdf3QT1T4RwdggGbuR8Eakd',
      'CBEADkb8TZAXHjVE3zwad4L995GZE7rJcacJ7asebkVG',
      '3WjxkXbu9JBosUWUnJpjzec7Wa4rSkWo9khUbbLDCssk',
      '3LzmBquLMap6ak2ofyeDbH99VhJ84k336RJzkLBwq3b1',
      '9bAV2yg9oTWMc3sTdXhSeyDhuxs3iYfqvBzq1boYTLJT',
      '8wM44Ryv9DFCSfkgUnPEPgnsc53arT4cnmXL6LnnC4UW',
      '9cFGNecbnLNiyYNZYKjN8egmMVrvn7HBQUCN9y6uXeYk',
      'Da8RuzF4whvWoQP8DD1rZMTi2i1u2VHFcU8zFrwfdBzA',
      '9aiqyEUmwb63yUjwPHwY4jR68Pj5QsCQBGhYWRJEwXZA',
      '3bwCjRXv4LASkv7DbLRJi7fDXgRRfEZhEstDVoZsjEHR',
      'C1Fr2dLHvNMWKFuiM5nK5StfgWjbM6QcZcC5nkcYghkJ',
      '8PFD2CYF275p8YdRmhk4C1wcNoKeRVrouYdMbZV6HwHH',
      '3n7E2gZmCaDGpmvmHVHhHg13x7y1zG37tnEXvizxnKY1',
    ],
  },
  {
    what: 'exchange',
    name: 'KuCoin',
    source: `${DEFILLAMA}/kucoin/index.js`,
    addresses: [
      'BmFdpraQhkiDQE6SnfG5omcA1VwzqfXrwtNYBwWTymy6',
      'EkUy8BB574iEVAQE9dywEiMhp9f2mFBuFu6TBKAkQxFY',
      'HVh6wHNBAsG3pq1Bj5oCzRjoWKVogEDHwUHkRz3ekFgt',
      '3VRJ7acLUS9RYLLgRMenM6BqBVVQpY7xFXa7jKDdYw6M',
      'EEnu7YoRDnZ1EHHggnnQoFk7fUjNQrXQw33vgFWwMJn',
      '57vSaRTqN9iXaemgh4AoDsZ63mcaoshfMK8NP3Z5QNbs',
      'EfwJn8cXCYhcGrsavxWSDbUFHPrCK9gvdCr6AVywFBPg',
      'DBmae92YTQKLsNzXcPscxiwPqMcz9stQr2prB5ZCAHPd',
      'FZ1t8TZtx7VSCQdBsxvFJiezj9paUBF6Ub7RKA2eTGyE',
      'GL8T72PKygWaYrLKtSteN9UUvYYnuC8azNDunk4eaqqQ',
    ],
  },
  {
    what: 'exchange',
    name: 'Bitget',
    source: `${DEFILLAMA}/bitget/index.js`,
    addresses: [
      'A77HErqtfN1hLLpvZ9pCtu66FEtM8BveoaKbbMoZ4RiR',
      '3bLkLrRvkwHMrqyoCaDSCn6bZnpfJCVsHxcmznUwB1p5',
      '42zAGwv37eZFwwcExfCAV9oSw2kNQX3aBxsbM6zvQECM',
      'YiZeibU6zzEHyKiSTjygXUPkMktKj9a3DCAcWmZ4XjF',
      'AvLGED7RBzYv4AuvkgFSCFMqyB2WjUff7TVKVEv5MjMs',
      '48Zo7g9SReCWmNtCvr2es4H9CLCRQHrSND2Wzi61sCsQ',
      '57WSBnNTC2MaqpY6NWLdNjhrELced4jSGV2hLSpjzct9',
      'DP1FqoBnE23QNNz4LpT9FCQvETdJN4nph5c11NiinrGg',
      'AyhsmFptkM251V1AoH2gf8d4QUnxUkkmaDqFfFwBwGni',
    ],
  },
  {
    what: 'exchange',
    name: 'Gate.io',
    source: `${DEFILLAMA}/gate-io/index.js`,
    addresses: [
      'u6PJ8DtQuPFnfmwHbGFULQ4u4EgjDiyYKjVEsynXq2w',
      'HiRpdAZifEsZGdzQ5Xo5wcnaH3D2Jj9SoNsUzcYNK78J',
      'G9XFfWz6adb9wFDKN2v7HfmJDgAc2hirrTwBmca4w26C',
      'Egf5D8NKBivJavLKmCssE93J7X6fKvEPQwFTWLZUnaSN',
      'AGrghB4tNEJhWsPoQ73We5KAvgp6q512BkBx6fqY4i4b',
      'DevD35PrcsJfg9CwpypmrD7GsYMRQpZQx6rfeSbkVtFp',
    ],
  },
  {
    what: 'exchange',
    name: 'Binance',
    source: SOLSCAN,
    addresses: [
      '3yFwqXBfZY4jBVUafQ1YEXw189y2dN3V5KQq9uzBDy1E',
      '3gd3dqgtJ4jWfBfLYTX67DALFetjc5iS72sCgRhCkW2u',
      '6QJzieMYfp7yr3EdrePaQoG3Ghxs2wM98xSLRu8Xh56U',
    ],
  },
  {
    what: 'exchange',
    name: 'Coinbase',
    source: SOLSCAN,
    addresses: [
      'H8sMJSCQxfKiFTCfDR3DUMLPwcRbM61LGFJ8N4dK3WjS',
      '2AQdpHJ2JpcEgPiATUXjQxA8QmafFegfQwSLWSprPicm',
      '9obNtb5GyUegcs3a1CbBkLuc5hEWynWfJC6gjz5uWQkE',
      '3vxheE5C46XzK4XftziRhwAf8QAfipD7HXXWj25mgkom',
      'CW9C7HBwAMgqNdXkNgFg9Ujr3edR2Ab9ymEuQnVacd1A',
      '9W3QTgBhkU4Bwg6cwnDJo6eGZ9BtZafSdu1Lo9JmWws7',
      'GJRs4FwHtemZ5ZE9x3FNvJ8TMwitKTh21yxdRPqn7npE',
    ],
  },
  {
    what: 'exchange',
    name: 'Kraken',
    source: SOLSCAN,
    addresses: ['FWznbcNXWQuHTawe9RxvQ2LdCENssh12dsznf4RiouN5'],
  },
  {
    what: 'exchange',
    name: 'Bybit',
    source: SOLSCAN,
    addresses: ['AC5RDfQFmDS1deWZos921JfqscXdByf8BKHs5ACWjtW2'],
  },
  {
    what: 'exchange',
    name: 'Huobi',
    source: SOLSCAN,
    addresses: ['88xTWZMeKfiTgbfEmPLdsUCQcZinwUfk25EBQZ21XMAZ'],
  },
  {
    what: 'exchange',
    name: 'MEXC',
    source: SOLSCAN,
    addresses: [
      'ASTyfSima4LLAdDgoFGkgqoKowG1LZFDr9fAQrg7iaJZ',
      '5PAhQiYdLBd6SVdjzBQDxUAEFyDdF5ExNPQfcscnPRj5',
    ],
  },
  {
    what: 'exchange',
    name: 'Bitfinex',
    source: SOLSCAN,
    addresses: ['FxteHmLwG9nk1eL4pjNve3Eub2goGkkz6g6TbvdmW46a'],
  },
  {
    what: 'exchange',
    name: 'Crypto.com',
    source: SOLSCAN,
    addresses: [
      '6FEVkH17P9y8Q9aCkDdPcMDjvj7SVxrTETaYEm8f51Jy',
      'AobVSwdW9BbpMdJvTqeCN4hPAmh4rHm7vwLnQ5ATSyrS',
    ],
  },
];

/** By hand pure, as the page has no use for it and leaves it out. */
export const KNOWN_ACCOUNTS: readonly KnownAccount[] = /* @__PURE__ */ GROUPS.flatMap(
  ({ addresses, ...group }) => addresses.map((address) => ({ address, ...group })),
);
