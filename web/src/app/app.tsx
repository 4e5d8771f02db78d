import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { SessionProvider } from '../features/session/model/session-context';
import { WalletProvider } from '../features/wallet/model/wallet-context';
import { loadAhead } from '../lib/chunks';
import { createQueryClient } from '../lib/queries';
import { useTheme } from '../lib/theme';
import { turns } from '../lib/turns';
import { ToastProvider } from '../ui/toast';
import { PageBoundary, PageLoading } from './page-states';
import { NotFoundPage, PAGES } from './pages';
import { useArrival } from './use-arrival';

/** By then the page has asked for the lists that it shows; while some of them are to come, it is looked again as often. */
const IDLE_LOOKED_FOR_MS = 5_000;

export function App() {
  const [client] = useState(createQueryClient);
  useTheme();
  useEffect(() => {
    const timer = setInterval(() => {
      if (turns.activeCount + turns.pendingCount > 0) return;
      clearInterval(timer);
      loadAhead();
    }, IDLE_LOOKED_FOR_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <SessionProvider>
        <WalletProvider>
          <ToastProvider>
            <BrowserRouter>
              <Pages />
            </BrowserRouter>
          </ToastProvider>
        </WalletProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}

function Pages() {
  useArrival();
  const { pathname } = useLocation();
  return (
    <PageBoundary path={pathname}>
      <Suspense fallback={<PageLoading />}>
        <Routes>
          {Object.entries(PAGES).map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
