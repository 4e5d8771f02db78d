import { useEffect } from 'react';
import { Link } from 'react-router-dom';

export default function NotFoundPage() {
  useEffect(() => {
    document.title = '404 Page Not Found';
  }, []);
  return (
    <main className="page flex min-h-dvh flex-col items-center justify-center gap-2 text-center">
      <h1 className="text-page font-semibold">404 Page Not Found</h1>
      <p className="text-ink2">Did you forget to add the page to the router?</p>
      <Link className="button mt-4" to="/discovery">
        Open the Discovery Scanner
      </Link>
    </main>
  );
}
