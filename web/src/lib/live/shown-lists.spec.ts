import { beforeEach, expect, it } from 'vitest';
import { ShownLists, type Wish } from './shown-lists';

let shown: ShownLists;
let wishes: Wish[];
const turn = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  shown = new ShownLists();
  wishes = [];
  shown.subscribe((wish) => wishes.push(wish));
});

it('wishes for the stream once, when all lists on screen were answered, from the earliest of them on', async () => {
  shown.show('qualified');
  shown.show('rejected');
  shown.read('qualified', '0:12');
  await turn();
  expect(wishes).toEqual([]);
  shown.read('rejected', '0:9');
  await turn();
  expect(wishes).toEqual([{ lists: ['qualified', 'rejected'], after: '0:9' }]);
});

it('looks only at the new ones when lists change places', async () => {
  shown.show('early');
  const hide = shown.show('pumpfun');
  shown.read('early', '0:1');
  shown.read('pumpfun', '0:1');
  await turn();
  hide();
  shown.show('bonded');
  shown.read('bonded', '0:70');
  await turn();
  expect(wishes.slice(1)).toEqual([{ lists: ['bonded', 'early'], after: '0:70' }]);
});

it('wishes once for what is on screen and for what comes onto it later', async () => {
  const forget = shown.expect(['micro', 'early']);
  shown.show('early');
  shown.read('early', '0:3');
  await turn();
  shown.show('micro');
  await turn();
  shown.read('micro', '0:9');
  await turn();
  expect(wishes).toEqual([{ lists: ['early', 'micro'], after: '0:3' }]);
  forget();
  await turn();
  expect(wishes).toHaveLength(1);
});

it('knows no place to go on from when a list failed', async () => {
  shown.show('qualified');
  shown.show('rejected');
  shown.read('qualified', '0:12');
  shown.read('rejected', null);
  await turn();
  expect(wishes).toEqual([{ lists: ['qualified', 'rejected'], after: null }]);
});

it('says nothing new of a list that a second part of the page shows too', async () => {
  shown.show('qualified');
  shown.read('qualified', '0:12');
  await turn();
  const hide = shown.show('qualified');
  shown.read('qualified', '0:50');
  hide();
  await turn();
  expect(wishes).toHaveLength(1);
});

it('tells a new listener of the wish that there is', async () => {
  shown.show('qualified');
  shown.read('qualified', '0:12');
  await turn();
  const later: Wish[] = [];
  shown.subscribe((wish) => later.push(wish));
  await turn();
  expect(later).toEqual([{ lists: ['qualified'], after: '0:12' }]);
});
