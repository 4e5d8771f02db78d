import { DAILY_WEIGHTS, limitOf, PROGRESS } from '@cryptonite/contracts/rules';
import { useQuery } from '@tanstack/react-query';
import { useList } from '../api/get-list';
import { dailyProgressQuery, scanProgressQuery, ultimateStatsQuery } from '../api/get-scan-progress';
import { useHeldTokens } from '../api/held-tokens';
import {
  cadenceOf,
  capRangeOf,
  filteredOf,
  heldCapsOf,
  scannedOf,
  shownOf,
  TARGET_TEXT,
  targetWords,
} from '../model/measured';
import { useProfile } from '../model/use-discovery';
import { Computed, Configured, Measured } from './tab-note';

/** A figure that a rule sets, or that follows from the price of SOL, is not measured. */
type Claim =
  | readonly [text: string, measured: string | null]
  | { text: string; configured: string }
  | { text: string; computed: string | null };

/** The figures that the product is described by, each beside what was measured of it. */
export function MeasuredTexts() {
  const profile = useProfile();
  const { data: scan } = useQuery(scanProgressQuery());
  const { data: daily } = useQuery(dailyProgressQuery(profile));
  const { data: stats } = useQuery(ultimateStatsQuery(profile));
  const held = useHeldTokens();
  const { data: qualified } = useList('qualified', 'pumpfun');
  const qualifiedCaps = capRangeOf(qualified?.items ?? [], 'of the qualified tokens on this page');
  const { pattern, social, security } = DAILY_WEIGHTS[profile];
  const weights = `pattern ${pattern}%, social ${social}%, security ${security}%`;
  return (
    <>
      <Claims
        title="The market"
        claims={[
          ['The market is scanned every 3 minutes', cadenceOf(scan)],
          ['25–40 tokens are shown at a time', shownOf(scan)],
          ['98% filtered out', filteredOf(scan)],
          ['100,000+ launches to learn from', null],
          ['Market caps of $6K–$2M', heldCapsOf(held)],
        ]}
      />
      <Claims
        title="Ultimate"
        claims={[
          ['Scanned every 5 minutes', cadenceOf(stats)],
          ['450+ tokens every 10 minutes', scannedOf(stats)],
        ]}
      />
      <Claims
        title="Daily Boosted"
        claims={[
          { text: 'Pattern 40%, Social 40%, Security 20%', configured: weights },
          ['Updated every 5 minutes', cadenceOf(daily)],
        ]}
      />
      <Claims
        title="Pre-Migration"
        claims={[
          ['Target 3–10x flip potential', null],
          ['In a $10k–$600k range', qualifiedCaps],
          { text: TARGET_TEXT, computed: targetWords(held.values()) },
          { text: 'Score 40/100 or more', configured: `a score of ${limitOf(profile, 'score')}` },
          ['Background scan every 5 minutes', cadenceOf(scan)],
          [`Real-time monitoring from ${PROGRESS.migratingFrom}%`, null],
        ]}
      />
    </>
  );
}

function Claims({ title, claims }: { title: string; claims: readonly Claim[] }) {
  return (
    <div className="mt-2">
      <h4 className="text-small font-medium text-ink">{title}</h4>
      <ul>
        {claims.map((claim) =>
          'text' in claim ? (
            <li key={claim.text}>
              {'configured' in claim ? <Configured {...claim} /> : <Computed {...claim} />}
            </li>
          ) : (
            <li key={claim[0]}>
              <Measured text={claim[0]} measured={claim[1]} />
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
