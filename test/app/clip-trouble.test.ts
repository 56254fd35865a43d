import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClipReader, createClipTroubleLog } from '../../src/app/clip-reader.ts'
import { AppError } from '../../src/core/errors.ts'
import { createRecordingLog } from '../support/recording-log.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('that clips cannot be checked is one line without a stack, and so is that they can be again', async () => {
  const log = createRecordingLog()
  const failures: (AppError | undefined)[] = []
  const reader = createClipReader({
    folder,
    bytesMax: 1_000,
    secondsMax: 60,
    probe: async () => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return { kind: 'audio', contentType: 'audio/mpeg', ending: 'mp3', bytes: 1, seconds: 1 }
    },
    ...createClipTroubleLog(log),
    now: Date.now,
  })
  async function* chunks() {
    yield Buffer.from('la la la')
  }
  const gone = new AppError('probe_unusable', 'node is gone. Restart Tunesmith.')
  const full = new AppError('probe_unusable', 'Too many processes. Raise the limit.')
  failures.push(undefined, gone, gone, full, full, undefined, undefined, gone)
  while (failures.length > 0) await reader.read({ name: 'song.mp3', chunks: chunks() }).catch(() => undefined)
  await reader.close()
  const unchecked = (problem: string) => ({
    level: 'error',
    message: 'clips cannot be checked',
    details: { problem },
  })
  expect(log.lines).toEqual([
    unchecked(gone.message),
    unchecked(full.message),
    { level: 'info', message: 'clips can be read again', details: undefined },
    unchecked(gone.message),
  ])
})

test('sound that this machine has no room to write is no fault of the file', async () => {
  const troubles: AppError[] = []
  const reader = createClipReader({
    folder,
    bytesMax: 1_000,
    secondsMax: 60,
    probe: async () => ({ kind: 'unwritten', code: 'ENOSPC' }),
    onTrouble: (error) => troubles.push(error),
    now: Date.now,
  })
  async function* chunks() {
    yield Buffer.from('la la la')
  }
  const problem = { code: 'folder_unusable', message: expect.stringContaining('ENOSPC') }
  await expect(reader.read({ name: 'song.mp3', chunks: chunks() })).rejects.toMatchObject(problem)
  expect(troubles).toEqual([expect.objectContaining(problem)])
  await reader.close()
})
