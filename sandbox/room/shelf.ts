import { encodeMp3 } from '../../studio/encode/mp3.ts'
import { speakText } from '../../studio/speech/speech.ts'
import { recordTune } from '../demo/tune.ts'

/** An example file, for those who have none at hand. */
export interface ShelfClip {
  readonly name: string
  readonly about: string
  readonly type: string
  make(): Promise<Uint8Array>
}

const spokenWords =
  'This is the note that I left myself on the way home. Remember the melody with the bells in it.'

const speak = async (): Promise<Uint8Array> =>
  encodeMp3(await speakText({ text: spokenWords, samplePath: undefined, voice: '', gender: 'female' }))

/** All of our own making: a tune, a voice, and what is no clip at all. */
export const shelf: readonly ShelfClip[] = [
  {
    name: 'on-the-way-home.mp3',
    about: 'A plucked tune, to remix, master or cut',
    type: 'audio/mpeg',
    make: recordTune,
  },
  {
    name: 'a-note-to-myself.mp3',
    about: 'A spoken note, to transcribe or give a new voice',
    type: 'audio/mpeg',
    make: speak,
  },
  {
    name: 'shopping-list.txt',
    about: 'Not audio: see how it’s refused',
    type: 'text/plain; charset=utf-8',
    make: async () => new TextEncoder().encode('strings, reeds, a metronome\n'),
  },
]
