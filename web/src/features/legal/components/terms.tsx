import { Link } from 'react-router-dom';
import { Document, type Section } from './document';

export function Terms() {
  return (
    <Document
      title="Terms of Service"
      version="1.0.0"
      dated="Last updated January 2025"
      intro={
        <p>
          Whoever uses this site agrees to these terms. They are short: the site informs, and you decide. Who
          does not agree does not use it.
        </p>
      }
      sections={SECTIONS}
    />
  );
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Who may use it',
    body: <p>You must be 18 years old or over, and the law of where you are must allow it.</p>,
  },
  {
    title: 'Informational only, not financial advice',
    body: (
      <p>
        Everything here is informational only. Lists, scores, findings, alerts and descriptions are computed
        from what was observed; none of it is financial advice, a recommendation, or an offer to buy or sell
        anything. Memecoins are very risky: most lose all of their value. Never rely on a score alone.
      </p>
    ),
  },
  {
    title: 'What the site does not do',
    body: (
      <p>
        It does not trade, does not hold anybody's tokens and does not sign transactions. The only signatures
        it asks a wallet for are that of a sign-in message and, of an administrator, that of a release of the
        app: neither moves anything. Whoever asks for another in its name is not this site.
      </p>
    ),
  },
  {
    title: 'No warranty of the data',
    body: (
      <p>
        Data may be late, incomplete or wrong. The page shows how late they are, where gaps are known, and
        what is unknown, but nobody promises that it shows everything. Where the page says “Simulated market”
        or “Replayed tape”, its tokens are not those of the live chain. The site is given as it is, without
        any warranty.
      </p>
    ),
  },
  {
    title: 'Free access and beta',
    body: (
      <p>
        Discovery is free and in beta: it may change, pause or end without notice. What the whitepaper calls
        planned is not part of what you are given.
      </p>
    ),
  },
  {
    title: 'Your wallet and your account',
    body: (
      <p>
        You may sign in with a wallet. You answer for your wallet, its keys and what is done with your
        session. You can sign out at any time, and delete all that is kept of your wallet on{' '}
        <Link to="/platform">the platform page</Link>.
      </p>
    ),
  },
  {
    title: 'Fair use',
    body: (
      <ul>
        <li>Do not attack, overload or probe the site, and do not get round its limits.</li>
        <li>Do not upload what is harmful, and nothing that is not yours to share.</li>
        <li>Don't misrepresent the data.</li>
      </ul>
    ),
  },
  {
    title: 'Other sites',
    body: (
      <p>
        Links lead to explorers, charts, launchpads, stores and social accounts that others run. Their terms
        hold there, and this site answers for none of them.
      </p>
    ),
  },
  {
    title: 'Liability',
    body: (
      <p>
        As far as the law allows, nobody behind this site is liable for losses from using it, or from not
        being able to: what you trade is your own decision and your own risk.
      </p>
    ),
  },
  {
    title: 'Changes',
    body: <p>These terms may change; the version and the date above say which ones you read.</p>,
  },
  {
    title: 'Questions',
    body: (
      <p>
        Ask by <Link to="/support">the support page</Link>. What is kept about you is in the{' '}
        <Link to="/privacy">privacy policy</Link>.
      </p>
    ),
  },
];
