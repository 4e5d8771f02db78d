import { Terms } from '../features/legal/components/terms';
import { QuietShell } from './quiet-shell';

export default function TermsPage() {
  return (
    <QuietShell title="Terms of Service">
      <Terms />
    </QuietShell>
  );
}
