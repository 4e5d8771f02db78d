import { Component, type ReactNode } from 'react';
import { useLate } from '../ui/use-late';

export function PageLoading() {
  const isLate = useLate();
  return (
    <main className="page flex min-h-dvh items-center justify-center">
      <p role="status" className="text-ink2">
        {isLate && 'Loading…'}
      </p>
    </main>
  );
}

/** Stands in for a page that did not come, or that broke: a blank screen would say nothing. */
export class PageBoundary extends Component<{ path: string; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  /** Who goes elsewhere, or back, gets the page that is there. */
  override componentDidUpdate({ path }: { path: string }) {
    if (this.state.isBroken && path !== this.props.path) this.setState({ isBroken: false });
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="page flex min-h-dvh flex-col items-center justify-center gap-2 text-center">
        <h1 className="text-page font-semibold">This page could not be loaded</h1>
        <p className="text-ink2">Connection lost, or the site was updated.</p>
        <button type="button" className="button mt-4" onClick={() => location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
