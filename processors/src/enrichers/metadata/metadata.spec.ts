import { decodeJournalRecord, encodeJournalRecord } from '@cryptonite/contracts/events';
import { expect, it } from 'vitest';
import { answerRecord } from '../answer-record.js';
import { FetchFailed, NotAsked, OwnNetworkFailed } from '../fetch/guard.js';
import type { Outside } from '../outside.js';
import { askMetadata } from '../testing.js';
import { Content, GatewaysAway } from './content.js';
import { Metadata } from './metadata.js';

const URI = 'https://sealy.example/1.json';
const PICTURE = 'https://pictures.example/1.png';
const pictures = { has: async () => false, take: () => Promise.reject(new Error('there is none')) };

/** A document whose picture fails. */
const withPicture = (error: Error, host = 'sealy.example') =>
  new Metadata(
    {
      get: async (address) => {
        if (address === PICTURE) throw error;
        const bytes = Buffer.from(JSON.stringify({ name: 'Sealy', image: PICTURE }));
        return { status: 200, bytes, contentType: null, host };
      },
    },
    pictures,
  );
const ask = askMetadata({ uri: URI });

it('waits with an answer for a picture that no gateway can be asked for', async () => {
  const metadata = withPicture(new GatewaysAway('unreachable', 'no gateway can be asked'));
  await expect(metadata.answer(ask)).rejects.toThrow(GatewaysAway);
});

it('tells a document whose picture stands at a host that is left alone', async () => {
  const metadata = withPicture(new NotAsked('pictures.example is left alone for 3600 s'));
  expect(await metadata.answer(ask)).toMatchObject({ name: 'Sealy', pictureFailure: 'rate-limited' });
});

it('says nothing of a document that nobody was asked for', async () => {
  const get = () => Promise.reject(new NotAsked('sealy.example is left alone for 3600 s'));
  await expect(new Metadata({ get }, pictures).answer(ask)).rejects.toThrow(NotAsked);
});

it('reads a document that stands in its address, with a picture in its own, and asks nobody', async () => {
  const nobody = { get: () => Promise.reject(new Error('somebody was asked')) };
  const content = new Content(nobody as unknown as Outside, []);
  const taken: Buffer[] = [];
  const metadata = new Metadata(content, {
    has: async () => true,
    take: async (bytes) => {
      taken.push(bytes);
      return { sha256: 'a'.repeat(64), perceptualHash: null };
    },
  });
  const picture = Buffer.alloc(4_000, 7);
  const document = { name: 'Sealy', image: `data:image/png;base64,${picture.toString('base64')}` };
  const inAddress = askMetadata({
    uri: `data:application/json,${encodeURIComponent(JSON.stringify(document))}`,
  });
  const said = await metadata.answer(inAddress);
  expect(said).toMatchObject({ name: 'Sealy', from: 'the address itself', pictureSha256: 'a'.repeat(64) });
  expect(taken).toEqual([picture]);
  // It never changes.
  const { documentSha256 = null } = said as { documentSha256?: string };
  const known = { ...inAddress, knownDocumentSha256: documentSha256, knownPictureSha256: 'a'.repeat(64) };
  expect(await metadata.answer(known)).toBeNull();
});

it('reads no more of an address than of anybody', async () => {
  const content = new Content({} as unknown as Outside, []);
  const bounds = { nearness: 'far', turnWithinMs: 1, timeoutMs: 1, maxBytes: 10 } as const;
  await expect(content.get(`data:,${'a'.repeat(11)}`, bounds)).rejects.toMatchObject({
    failure: 'too-large',
  });
  expect((await content.get(`data:,${'a'.repeat(10)}`, bounds)).bytes).toHaveLength(10);
});

it('names a host, however long its name, as the contract takes it', async () => {
  const host = `${`${'a'.repeat(60)}.`.repeat(4)}example`;
  const said = await withPicture(new FetchFailed('not-found', 'x'), host).answer(ask);
  const record = answerRecord(ask, said!, { slot: ask.slot, time: ask.time });
  expect(decodeJournalRecord(encodeJournalRecord(record))).toEqual(record);
});

it.each([
  [URI, 'sealy.example'],
  ['pump.fun/1.json', 'pump.fun'],
  [`ar://${'a'.repeat(43)}/1.json`, 'arweave.net'],
  ['ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG', 'nobody'],
  ['javascript:alert(1)', 'nobody'],
])('says that a document at %s failed of %s', async (uri, from) => {
  const get = () => Promise.reject(new FetchFailed('not-found', 'x'));
  expect(await new Metadata({ get }, pictures).answer(askMetadata({ uri }))).toMatchObject({ from });
});

it('says nothing of a document or picture while our own resolver is away', async () => {
  const away = new OwnNetworkFailed('unresolved', 'no resolver answers');
  const get = () => Promise.reject(away);
  await expect(new Metadata({ get }, pictures).answer(ask)).rejects.toThrow(OwnNetworkFailed);
  await expect(withPicture(away).answer(ask)).rejects.toThrow(OwnNetworkFailed);
});
