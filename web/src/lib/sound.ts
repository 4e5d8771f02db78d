/** One short tone, made on the spot: no file is loaded. Browsers keep a page silent until its viewer has pressed something. */
import { setAnnouncing } from './announcing';
import { readStored, writeStored } from './storage';

/** At most one tone in so long, whichever tab of the page plays it. */
const QUIET_MS = 20_000;
const PLAYED_KEY = 'alert-sound-played-at';
const TONE = { hertz: 880, seconds: 0.18, volume: 0.12 } as const;

let context: AudioContext | null = null;

/** Whether a tone began. */
async function playTone(): Promise<boolean> {
  // Until then a context would wait, and play an old tone at the first press.
  if (!navigator.userActivation.hasBeenActive) return false;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') await context.resume();
    sound(context);
    return true;
  } catch (error) {
    console.warn('the browser refused to play a sound', error);
    return false;
  }
}

function sound(audio: AudioContext): void {
  const from = audio.currentTime;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(TONE.volume, from);
  // To nearly nothing: a tone that is cut off clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, from + TONE.seconds);
  const tone = audio.createOscillator();
  tone.frequency.value = TONE.hertz;
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + TONE.seconds);
}

/** Turns the sound on or off; on with a tone, so that the viewer knows what to listen for. */
export function switchSound(isOn: boolean): void {
  setAnnouncing('sound', isOn);
  if (isOn) void playTone();
}

/** A tone for news, unless one was just played. One tab at a time asks and answers; one that must be silent leaves it to the next. */
export async function soundNews(): Promise<void> {
  const play = async () => {
    const now = Date.now();
    // A clock that was put back does not silence the page.
    if (Math.abs(now - Number(readStored(PLAYED_KEY) ?? 0)) < QUIET_MS) return;
    if (await playTone()) writeStored(PLAYED_KEY, String(now));
  };
  await ('locks' in navigator ? navigator.locks.request('alert-sound', play) : play());
}
