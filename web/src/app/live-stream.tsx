import { STREAM_EVENTS } from '@cryptonite/contracts/api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createStreamHandler, streamUrlOf } from '../features/discovery/api/apply-stream';
import { createStreamReader } from '../features/discovery/api/read-stream';
import { useProfile } from '../features/discovery/model/use-discovery';
import { noteHeard, setLinkUp } from '../lib/live/link';
import { openSharedStream } from '../lib/live/shared-stream';
import { shownLists } from '../lib/live/shown-lists';

/**
 * Keeps the stream of the profile in the address open, for all tabs of the browser that show the same. A page that shows
 * no live lists has none.
 */
export function LiveStream() {
  const client = useQueryClient();
  const profile = useProfile();
  useEffect(() => {
    const stream = openSharedStream({
      name: profile === 'live' ? 'stream' : `stream ${profile}`,
      urlOf: streamUrlOf(profile),
      events: Object.values(STREAM_EVENTS),
      createReader: createStreamReader,
      onEvent: createStreamHandler(client),
      onLink: (isUp) => {
        setLinkUp(isUp);
        // What is asked now starts the polling; what is not on screen is asked again when it next is.
        if (!isUp) void client.invalidateQueries();
      },
      onHeard: noteHeard,
    });
    const unsubscribe = shownLists.subscribe(stream.wish);
    return () => {
      unsubscribe();
      stream.stop();
      // The stream of the other profile has yet to come.
      setLinkUp(false);
    };
  }, [client, profile]);
  return null;
}
