import { useMedia } from '../../../ui/use-media';
import { type Density, useDensity } from './preferences';

/** How lists are shown: as the viewer likes, and as cards on phones, which have no room for rows of numbers. */
export function useShownDensity(): Density {
  const [density] = useDensity();
  const isPhone = useMedia('(max-width: 767px)');
  return isPhone ? 'cards' : density;
}
