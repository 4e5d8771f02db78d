import { useQuery } from '@tanstack/react-query';
import { ContactSupport } from '../features/support/components/contact-support';
import { siteConfigQuery } from '../lib/site-config';
import { QuietShell } from './quiet-shell';

export default function SupportPage() {
  const { data: config, error } = useQuery(siteConfigQuery());
  return (
    <QuietShell title="Contact Support">
      <ContactSupport address={config?.supportEmail} error={error} />
    </QuietShell>
  );
}
