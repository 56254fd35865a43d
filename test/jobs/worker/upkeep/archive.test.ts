import { expect, test } from 'vitest'
import type { Archiver, ArchiveStep } from '../../../../src/core/ledger/archive.ts'
import { archiveAll } from '../../../../src/jobs/worker/upkeep/archive.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'

const nothing: ArchiveStep = { status: 'nothing' }
const july: ArchiveStep = { status: 'archived', month: '2026-07', count: 12 }

/** Archives what is listed per journal, and notes the steps. */
const scripted = (due: Readonly<Record<string, readonly ArchiveStep[]>>, isMine = () => true) => {
  const left = new Map(Object.entries(due).map(([journal, steps]) => [journal, [...steps]]))
  const steps: string[] = []
  const archiver: Archiver = {
    journals: Object.keys(due),
    async step(journal) {
      steps.push(journal)
      return left.get(journal)?.shift() ?? nothing
    },
    async alone(run) {
      await run(async () => isMine())
      return true
    },
  }
  return { archiver, steps }
}

const run = async ({ archiver }: { archiver: Archiver }, isStopping = () => false) => {
  const log = createRecordingLog()
  await archiveAll({ archiver, isStopping, log })
  return log.lines
}

test('every month of every journal is archived, and the log says so', async () => {
  const work = scripted({ b00: [july, july], operator: [july] })
  const lines = await run(work)
  expect(work.steps).toEqual(['b00', 'b00', 'b00', 'operator', 'operator'])
  expect(lines.map(({ details }) => details?.journal)).toEqual(['b00', 'b00', 'operator'])
  expect(lines[0]).toMatchObject({ message: 'a month of the journal was archived' })
})

test('where the books differ, the others are archived, and the log names it', async () => {
  const work = scripted({ b00: [{ status: 'differs' }, july], b01: [july] })
  const lines = await run(work)
  expect(work.steps).toEqual(['b00', 'b01', 'b01'])
  expect(lines[0]).toMatchObject({ level: 'warn', details: { journal: 'b00' } })
})

test('a journal that fails keeps no other from being archived, and the log names it', async () => {
  const work = scripted({ b00: [july], b01: [july] })
  const archiver: Archiver = {
    journals: work.archiver.journals,
    alone: work.archiver.alone,
    step: (journal) => (journal === 'b00' ? Promise.reject(new Error('full')) : work.archiver.step(journal)),
  }
  const lines = await run({ archiver })
  expect(work.steps).toEqual(['b01', 'b01'])
  expect(lines).toMatchObject([
    { level: 'error', message: 'a journal could not be archived', details: { journal: 'b00' } },
    { message: 'a month of the journal was archived', details: { journal: 'b01' } },
  ])
})

test.each([
  ['this process stops', () => true, () => true],
  ['another process has taken over', () => false, () => false],
])('nothing is begun once %s', async (_, isMine, isStopping) => {
  const work = scripted({ b00: [july] }, isMine)
  expect(await run(work, isStopping)).toEqual([])
  expect(work.steps).toEqual([])
})
