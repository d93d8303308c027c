// Sounds of the sales and refunds of this window, made of plain tones. Each outcome is heard once; the words on the
// screen say the same.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type Sound, soundOf } from '../model/operation-sound.ts';
import { ownRequests } from '../stores/operations/submission.ts';
import { useStores } from '../ui/base/context.tsx';

/** Hertz, one tone after the other: up, down, and twice the same. */
const tones: { readonly [sound in Sound]: readonly number[] } = {
  paid: [660, 880],
  refused: [330, 220],
  attention: [550, 550],
};
const toneSeconds = 0.14;
const loudness = 0.2;
/** Operations whose sound was made; the oldest are forgotten. */
const mostRemembered = 100;

export function useSounds(): void {
  const { ports, preferences } = useStores();
  const isOn = useStore(preferences, (state) => state.preferences.sounds);
  useEffect(() => {
    if (!isOn) return undefined;
    const heard = new Map<string, Sound>();
    let context: AudioContext | null = null;
    const stop = ports.bridge.on('operationChanged', (operation) => {
      const sound = operation.requestId.startsWith(ownRequests) ? soundOf(operation) : null;
      if (sound === null || heard.get(operation.id) === sound) return;
      heard.set(operation.id, sound);
      const [oldest] = heard.keys();
      if (heard.size > mostRemembered && oldest !== undefined) heard.delete(oldest);
      context ??= new AudioContext();
      play(context, tones[sound]);
    });
    return () => {
      stop();
      void context?.close();
    };
  }, [ports, isOn]);
}

function play(context: AudioContext, frequencies: readonly number[]): void {
  for (const [index, frequency] of frequencies.entries()) {
    const begins = context.currentTime + index * toneSeconds * 1.2;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    // Without a slope at its ends a tone begins and ends with a click.
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(loudness, begins + 0.02);
    volume.gain.linearRampToValueAtTime(0, begins + toneSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + toneSeconds);
  }
}
