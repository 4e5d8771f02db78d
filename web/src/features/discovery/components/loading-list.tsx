import { useLate } from '../../../ui/use-late';
import type { Density } from '../model/preferences';
import type { CardKind } from './card-shell';
import { RowsHead } from './token-rows';

const CARDS = [...'abcdef'];
const ROWS = [...'abcdefghijklmn'];

/** The boxes of the tokens to come; they are empty for an answer that is there at once. */
export function LoadingList(props: { text: string; density: Density; kind?: CardKind }) {
  const { text, density, kind = 'check' } = props;
  const isLate = useLate();
  return (
    <div data-testid={isLate ? 'loading' : undefined} className={`relative ${isLate ? '' : 'invisible'}`}>
      {isLate && (
        <p role="status" className="loading-text">
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" strokeWidth="1.5">
            <circle cx="8" cy="8" r="5.7" stroke="var(--line2)" />
            <path d="M8 2.3A5.7 5.7 0 0 1 13.7 8" stroke="var(--brand)" strokeLinecap="round" />
          </svg>
          {text}
        </p>
      )}
      <div aria-hidden="true">
        {density === 'cards' ? <CardBones kind={kind} /> : <RowBones keys={ROWS} kind={kind} hasWords />}
      </div>
    </div>
  );
}

/** The first box holds the words. */
function CardBones({ kind }: { kind: CardKind }) {
  return (
    <div className={kind === 'ultimate' ? 'token-cards two-columns' : 'token-cards'}>
      {CARDS.map((key, index) => (
        <div key={key} className={`token token-card ${kind}-card`} data-testid="card-bones">
          <div className="card-head">
            {index > 0 && (
              <>
                <span className="bone h-10 w-10 flex-none" />
                <span className="flex-1">
                  <span className="bone mt-1 h-3 w-24" />
                  <span className="bone mt-2.5 h-2.5 w-36" />
                </span>
                <span className="bone mt-1 h-3 w-20" />
              </>
            )}
          </div>
          <div className="card-line mt-2" />
          <div className="card-line">
            <span className="bone h-2.5 w-28" />
          </div>
          <div className="metrics content-around">
            {[...'abcdefgh'].map((cell) => (
              <span key={cell} className="bone h-3 w-2/3" />
            ))}
          </div>
          <div className="card-x mt-2.5 h-7">
            <span className="bone h-1.5 w-full" />
          </div>
          <div className="card-x mt-3">
            <span className="bone h-[30px] w-full" />
          </div>
          <div className="card-foot" />
        </div>
      ))}
    </div>
  );
}

/** The boxes of rows, below their head. The first leaves its room to words where there are any. */
export function RowBones({
  keys,
  kind,
  hasWords = false,
  isHeadShared = false,
}: {
  keys: readonly string[];
  kind?: CardKind;
  hasWords?: boolean;
  isHeadShared?: boolean;
}) {
  return (
    <table className="token-rows">
      <RowsHead kind={kind} isHidden={isHeadShared} />
      {keys.map((key, index) => (
        <tbody key={key}>
          <tr className="token token-row">
            <td>{(index > 0 || !hasWords) && <span className="bone h-3 w-24" />}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
