import { MeasuredTexts } from '../features/discovery/components/measured-texts';
import { HowItWorksDialog } from '../features/how-it-works/components/how-it-works-dialog';

/** For who looks at no list yet: by the rules that every list starts with. */
export default function HowItWorks({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return <HowItWorksDialog isOpen={isOpen} onClose={onClose} profile="live" measured={<MeasuredTexts />} />;
}
