import { STREAM_EVENTS } from '@cryptonite/contracts/api';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { createStreamHandler, streamUrlOf } from '../features/discovery/api/apply-stream';
import { createStreamReader } from '../features/discovery/api/read-stream';
import { useProfile } from '../features/discovery/model/use-discovery';
import { noteHeard, setLinkUp } from '../lib/live/link';
import { openSharedStream } from '../lib/live/shared-stream';
import { shownLists } from '../lib/live/shown-lists';
import { createQueryClient } from '../lib/queries';
import { useTheme } from '../lib/theme';
import { ToastProvider } from '../ui/toast';
import { DiscoveryPage } from './discovery-page';
import { NotFoundPage } from './not-found-page';
import { RedirectPage } from './redirect-page';

export function App() {
  const [client] = useState(createQueryClient);
  useTheme();
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <BrowserRouter>
          <LiveStream />
          <Routes>
            <Route path="/" element={<Navigate to="/discovery" replace />} />
            <Route path="/discovery" element={<DiscoveryPage />} />
            <Route path="/scanner" element={<RedirectPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </BrowserRouter>
      </ToastProvider>
    </QueryClientProvider>
  );
}

/** Keeps the stream of the profile in the address open, for all tabs of the browser that show the same. */
function LiveStream() {
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
