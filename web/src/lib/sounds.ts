/** Our own sounds, fetched when one is first wanted; and numbers that are spoken. */
import { settings } from './settings.svelte';

export const SOUNDS = ['move', 'take', 'drop', 'check', 'beep', 'long', 'end', 'start'] as const;
export type Sound = (typeof SOUNDS)[number];

const urls = import.meta.glob<string>('../../../assets/sounds/*.wav', {
  query: '?url',
  import: 'default',
  eager: true,
});

let context: AudioContext | undefined;
const buffers = new Map<Sound, Promise<AudioBuffer>>();

function load(audio: AudioContext, sound: Sound): Promise<AudioBuffer> {
  const known = buffers.get(sound);
  if (known) return known;
  const url = urls[`../../../assets/sounds/${sound}.wav`] ?? '';
  const loading = fetch(url)
    .then((response) => response.arrayBuffer())
    .then((bytes) => audio.decodeAudioData(bytes));
  buffers.set(sound, loading);
  return loading;
}

/** Browsers let a page sound only after it has been touched. */
export function wake(): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

export async function play(sound: Sound): Promise<void> {
  if (!settings.sound || !context) return;
  try {
    const buffer = await load(context, sound);
    const source = context.createBufferSource();
    const gain = context.createGain();
    gain.gain.value = settings.volume / 100;
    source.buffer = buffer;
    source.connect(gain).connect(context.destination);
    source.start();
  } catch {
    // A page without sound is still a page.
  }
}

/** A voice of this machine; others would send the text away. */
function voice(): SpeechSynthesisVoice | undefined {
  if (!('speechSynthesis' in window)) return undefined;
  const voices = speechSynthesis.getVoices().filter((each) => each.localService);
  return voices.find((each) => each.lang.startsWith(settings.language));
}

/** Says a number, or beeps where nobody can speak. */
export function count(text: string, long: boolean): void {
  const speaker = settings.voice === 'speech' && settings.sound ? voice() : undefined;
  if (!speaker) {
    void play(long ? 'long' : 'beep');
    return;
  }
  const saying = new SpeechSynthesisUtterance(text);
  saying.voice = speaker;
  saying.volume = settings.volume / 100;
  saying.rate = long ? 1 : 1.4;
  speechSynthesis.cancel();
  speechSynthesis.speak(saying);
}
