import { useQuery } from '@tanstack/react-query';
import { Privacy } from '../features/legal/components/privacy';
import { siteConfigQuery } from '../lib/site-config';
import { QuietShell } from './quiet-shell';

export default function PrivacyPage() {
  const { data: config } = useQuery(siteConfigQuery());
  return (
    <QuietShell title="Privacy Policy">
      <Privacy supportEmail={config?.supportEmail ?? null} />
    </QuietShell>
  );
}
