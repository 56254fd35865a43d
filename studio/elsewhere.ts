import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { conversionTypes } from '../src/core/endpoints/conversion-type.ts'
import type { LookUpDialect } from './dialects/look-up.ts'
import { encodeWav } from './encode/wav.ts'
import type { Studio } from './studio.ts'
import type { Task } from './tasks/task.ts'

/** A task of the account that was made without the studio's endpoints; of some families it has none. */
export const elsewhereBody = z.strictObject({
  feature: z.enum(conversionTypes),
  key: z.string().min(1).optional(),
})

/** One quarter note in a file of the standard (https://midi.org/standard-midi-files-specification). */
const midiFile = Buffer.from('4d546864000000060000000100604d54726b0000000c00903c6460803c4000ff2f00', 'hex')

const notesFile = Buffer.from('start_time_s,end_time_s,pitch_midi,velocity\n0,0.5,60,100\n')

const playedFile = (): Uint8Array => {
  const side = Float32Array.from(
    { length: 22_050 },
    (_, at) => Math.sin((at * 2 * Math.PI * 261.6) / 44_100) / 4,
  )
  return encodeWav({ left: side, right: side, sampleRate: 44_100 })
}

/** Keeps a file among the results, and gives its address. */
const keepFile = async (
  { folder, fileUrl }: Studio,
  extension: string,
  bytes: Uint8Array,
): Promise<string> => {
  const name = `${randomUUID()}.${extension}`
  await writeFile(join(folder, name), bytes)
  return fileUrl(name)
}

/** The additional fields of a family's record, by the vendor's samples of its callbacks. */
const fieldsOf = async (studio: Studio, feature: Task['feature']): Promise<LookUpDialect['more']> => {
  switch (feature) {
    case 'KEY_BPM_EXTRACTION':
      return {
        key_changes: { '0-120': ['A# major'], '120-140': ['D# major', 'G minor'] },
        dominant_key: 'A# major',
        bpm: 162,
      }
    case 'AUDIO_TO_MIDI':
      return {
        midi_file_path: await keepFile(studio, 'mid', midiFile),
        sonify_file_path: await keepFile(studio, 'wav', playedFile()),
        notes_file_path: await keepFile(studio, 'csv', notesFile),
      }
    default:
      return { streaming_url: await keepFile(studio, 'wav', playedFile()) }
  }
}

/** Keeps a task that has ended, and gives its id. It cost nothing here. */
export const keepElsewhere = async (
  studio: Studio,
  accountKey: string,
  { feature }: z.output<typeof elsewhereBody>,
): Promise<string> => {
  const lookUp: LookUpDialect = { names: 'single', isStreaming: true, more: await fieldsOf(studio, feature) }
  const task = await studio.tasks.add(
    {
      accountKey,
      feature,
      webhookUrl: '',
      creditEstimate: 0,
      outputCount: 1,
      work: { kind: 'elsewhere', order: undefined },
      plan: { lookUp, neverEnds: true },
    },
    'takes no place',
  )
  if (typeof task === 'string') throw new Error(`a task for nothing was not admitted: ${task}`)
  const { taskId } = task
  await studio.tasks.update(taskId, (latest) => ({
    ...latest,
    status: 'COMPLETED',
    message: 'Your conversion has been completed',
    cost: 0,
    completedAtMs: studio.clock.now(),
  }))
  return taskId
}
