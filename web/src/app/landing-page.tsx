import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Mark } from '../ui/icon';

export default function LandingPage() {
  useEffect(() => {
    document.title = 'Cryptonite';
  }, []);
  return (
    <main className="page flex min-h-dvh flex-col items-center justify-center gap-2 text-center">
      <Mark size={40} />
      <h1 className="text-hero font-semibold">Solana memecoins, screened with the evidence attached.</h1>
      <p className="text-ink2">
        Cryptonite watches launches before and after they graduate, scores them, and lets you open every
        number.
      </p>
      <Link className="button button-primary mt-4" to="/discovery">
        DISCOVERY - FREE ACCESS
      </Link>
    </main>
  );
}
