import { CHALLENGE_MINUTES, COOKIES, SESSION_DAYS } from '@cryptonite/contracts/api';
import { Link } from 'react-router-dom';
import { STORED } from '../../../lib/stored-keys';
import { Document, type Section, Table } from './document';

/** `supportEmail` is null where none is configured. */
export function Privacy({ supportEmail }: { supportEmail: string | null }) {
  return (
    <Document
      title="Privacy Policy"
      version="2.0.0"
      dated="Last updated October 23, 2025"
      intro={
        <p>
          You can read every list of this site without an account, and nobody follows what you do here. If you
          sign in with a wallet, the site keeps what the sections below name, and nothing else. You must be 18
          or over.
        </p>
      }
      sections={sectionsOf(supportEmail)}
    />
  );
}

const sectionsOf = (supportEmail: string | null): Section[] => [
  {
    title: 'What this policy covers',
    body: (
      <p>
        It covers this site: its pages, its API and the Android app that it may offer for download. “The
        server” is the machine that this site is served from, and “the operator” whoever runs it.
      </p>
    ),
  },
  {
    title: 'Browsing without an account',
    body: (
      <p>
        Discovery, the token data and all texts need no account, no wallet and no name. The server answers
        your requests and keeps nothing about you.
      </p>
    ),
  },
  {
    title: 'No analytics, no advertising',
    body: (
      <p>
        There is no analytics, no advertising, no tracking pixel and no fingerprinting. Every script, style
        and font comes from this server; the page asks no other one for anything while you read it, but for
        the upload in section 14.
      </p>
    ),
  },
  {
    title: 'Wallets connect in your browser',
    body: (
      <p>
        A wallet connects client-side: your browser's wallet tells the page your public address after you
        allowed it. Keys and seed phrases never leave the wallet, and the page cannot see them. The site asks
        for no transaction. It asks a wallet to sign the sign-in message alone, and an administrator's the
        release of the app.
      </p>
    ),
  },
  {
    title: 'Signing in',
    body: (
      <>
        <p>If you sign in, the server's database keeps:</p>
        <Table
          label="What a sign-in keeps"
          head={['What', 'Why']}
          rows={[
            ['Wallet address', 'it is your account'],
            ['Username', 'the name that you typed when you signed in last'],
            ['Time of the first sign-in', 'it is shown as the age of your account'],
          ]}
        />
        <p>It keeps no password, no email address, no real name and no signature.</p>
      </>
    ),
  },
  {
    title: 'Sessions and sign-in messages',
    body: (
      <>
        <p>
          A session is kept as a hash of its cookie, with a hash of the token that protects it, your wallet
          address, and when it began and ends. Nobody can make the cookie from the hash. A session ends when
          you sign out, and after {SESSION_DAYS} days at the latest.
        </p>
        <p>
          A sign-in message carries a one-time number. It is kept with a hash of a cookie of your browser, is
          good for {CHALLENGE_MINUTES} minutes and one sign-in, and is swept away after that.
        </p>
      </>
    ),
  },
  {
    title: 'Balances and the token gate',
    body: (
      <p>
        Holdings are checked on-chain for gating. When you connect a wallet, your browser sends its address to
        the server, which asks a Solana RPC service for the balance of the gate's token. That service sees the
        wallet address and the server's own network address, not yours. Balances are in no database; the
        server remembers an answer for a short time, so that it need not ask again.
      </p>
    ),
  },
  {
    title: 'Cookies',
    body: (
      <>
        <p>
          Who does not sign in gets no cookie. Signing in sets these, and no page of another site can send
          them. Over https <code>__Host-</code> stands before each name, so that no other site can set them:
        </p>
        <Table
          label="Cookies"
          head={['Cookie', 'What it does']}
          rows={Object.entries(COOKIES).map(([name, what]) => [name, `It ${what}.`])}
        />
      </>
    ),
  },
  {
    title: 'What your browser keeps',
    body: (
      <>
        <p>
          Your browser's local storage holds how you like the page. It is not sent to the server, and you can
          delete it in the browser's settings.
        </p>
        <Table
          label="Local storage"
          head={['Key', 'What it holds']}
          rows={Object.entries(STORED).map(([key, what]) => [key, what])}
        />
      </>
    ),
  },
  {
    title: 'Server logs',
    body: (
      <p>
        Logs say what the server did and what failed. They hold no visitor's network address, no cookies, no
        signatures and no keys, and are deleted after at most 30 days; the operator's own servers stand in
        them by their addresses. Limits on how often somebody may ask are counted by network address, and by
        the wallet that is signed in, in memory alone, and are gone with the next restart.
      </p>
    ),
  },
  {
    title: 'The public chain',
    body: (
      <p>
        Tokens, trades and wallet addresses of the Solana chain are public. The scanner reads and stores them
        as they are on the chain, whoever they belong to. They are not joined with accounts of this site, and
        what is on the chain cannot be deleted from there by anybody.
      </p>
    ),
  },
  {
    title: 'Pictures and names of tokens',
    body: (
      <p>
        Creators of tokens name pictures anywhere on the internet. The server fetches them and hands them on,
        so their hosts never see you.
      </p>
    ),
  },
  {
    title: 'Other sites',
    body: (
      <p>
        Links lead to charts, explorers, launchpads, stores and social accounts. They open only when you press
        them; from then on the privacy policy of that site holds. Wallets are programs of others with policies
        of their own.
      </p>
    ),
  },
  {
    title: 'The Android app',
    body: (
      <p>
        A download of the app is a download of a file: nothing is counted about you. Only admins upload it;
        their browser then sends the file to the operator's object store, and the server keeps which admin's
        wallet did so, until that wallet's data are deleted.
      </p>
    ),
  },
  {
    title: 'Messages to support',
    body: (
      <p>
        The form on <Link to="/support">the support page</Link> sends nothing to the server: it opens your own
        email program with your words in it. What you then send is an email, kept by whoever receives it for
        as long as it takes to answer you.
      </p>
    ),
  },
  {
    title: 'Deleting your data',
    body: (
      <p>
        Signed in, you can delete all that is kept of your wallet by the button on{' '}
        <Link to="/platform">the platform page</Link>: the account, its name and every session of it go at
        once. That page shows you the account; its sessions are listed nowhere. Sign in again to change the
        name, and leave whenever you like. No data are sold. None are given to anybody, but for the wallet
        address that the RPC service of section 7 is asked about.
      </p>
    ),
  },
  {
    title: 'Age',
    body: (
      <p>
        This site is for people of 18 and over. It does not knowingly keep anything about anybody younger;
        tell support if you think that it does.
      </p>
    ),
  },
  {
    title: 'Changes and questions',
    body: (
      <p>
        When what is kept changes, this text changes with it, and so do its version and date.{' '}
        {supportEmail ? (
          <>
            Questions go to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>, or by{' '}
            <Link to="/support">the support page</Link>.
          </>
        ) : (
          <>
            Questions go by <Link to="/support">the support page</Link>.
          </>
        )}
      </p>
    ),
  },
];
