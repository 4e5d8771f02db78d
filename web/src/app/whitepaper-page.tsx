import { checksWords } from '../features/how-it-works/model/check-words';
import { Whitepaper } from '../features/legal/components/whitepaper';
import { QuietShell } from './quiet-shell';

export default function WhitepaperPage() {
  return (
    <QuietShell title="Whitepaper">
      <Whitepaper preMigration={checksWords('whitepaper')} />
    </QuietShell>
  );
}
