import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Long enough to be read out, short enough not to wait for. */
const SHOWN_MS = 400;

export default function RedirectPage() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/discovery', { replace: true }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <main className="page flex min-h-dvh items-center justify-center">
      <div role="status">
        <h1 className="text-ink2">Redirecting to Discovery Scanner...</h1>
      </div>
    </main>
  );
}
