import { expect, test } from 'vitest'
import { createFilesLog } from '../../../src/core/clip/files-log.ts'
import { AppError } from '../../../src/core/errors.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const refused = (originNotAllowed?: string) => new AppError('file_refused', 'scripted', { originNotAllowed })

const linesAfter = (...errors: readonly unknown[]) => {
  const log = createRecordingLog()
  const filesLog = createFilesLog(log)
  for (const error of errors) filesLog('a file is linked', error)
  return log.lines
}

test('a host that AUDIO_FILE_HOSTS lacks is a warning with the mend once; its other files are for debugging', () => {
  const lines = linesAfter(
    refused('https://a.example'),
    refused('https://a.example'),
    refused('https://b.example:8443'),
    refused('https://a.example'),
  )
  expect(lines).toEqual([
    {
      level: 'warn',
      message: expect.stringMatching(
        /files .* on https:\/\/a\.example, .* add https:\/\/a\.example to AUDIO_FILE_HOSTS/,
      ),
      details: undefined,
    },
    { level: 'debug', message: 'a file is linked', details: { origin: 'https://a.example' } },
    {
      level: 'warn',
      message: expect.stringContaining('add https://b.example:8443 to AUDIO_FILE_HOSTS'),
      details: undefined,
    },
    { level: 'debug', message: 'a file is linked', details: { origin: 'https://a.example' } },
  ])
})

test('every other failure of a file is a warning of its own', () => {
  const errors = [refused(), refused(), new AppError('file_too_large', 'scripted'), new Error('scripted')]
  expect(linesAfter(...errors)).toEqual(
    errors.map((error) => ({ level: 'warn', message: 'a file is linked', details: { error } })),
  )
})

test('a service that names ever more hosts fills neither the log nor the memory', () => {
  const hosts = Array.from({ length: 300 }, (_, index) => refused(`https://${index}.example`))
  const levels = linesAfter(...hosts, ...hosts).map(({ level }) => level)
  expect(levels.filter((level) => level === 'warn')).toHaveLength(100)
  expect(levels).toHaveLength(600)
})

test('a host without end is shortened', () => {
  const [line] = linesAfter(refused(`https://${'x'.repeat(5_000)}.example`))
  expect(line?.message).toContain('xxx…')
  expect(line?.message.length).toBeLessThan(1_000)
})
