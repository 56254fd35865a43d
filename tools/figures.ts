import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { startWorld } from '../sandbox/world/world.ts'
import { production } from '../src/app/serve.ts'
import { soundsFolder } from '../studio/kit/caches.ts'
import { botInProcess } from '../test/support/sandbox/bot-in-process.ts'
import { inThisProcess } from '../test/support/sandbox/in-this-process.ts'
import { createPeople } from '../test/support/sandbox/people.ts'
import { arrowsBetween, folderOf, readSources, type Source } from '../test/support/suite/architecture.ts'

// Prints the figures of docs/architecture.md: how the folders of src hang together, how many lines they have, and what one
// `/music` on Discord runs through, from the interaction to the posted result.

const root = fileURLToPath(new URL('..', import.meta.url))
const linesByFolder = (sources: readonly Source[]): readonly string[] =>
  [...Map.groupBy(sources, ({ path }) => folderOf(path))]
    .map(([folder, files]) => `${folder} ${files.reduce((sum, { lines }) => sum + lines, 0)}`)
    .toSorted()

/** The functions of src that run while `work` does, by their files; a file's own top level is none of them. */
const ranDuring = async (work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage') // forgets what ran before
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return new Map(
    result.flatMap(({ url, functions }): [string, number][] => {
      const path = url.replace(`file://${root}`, '')
      const ran = functions.filter(
        ({ ranges: [whole] }) => (whole?.count ?? 0) > 0 && whole?.startOffset !== 0,
      )
      return path.startsWith('src/') && ran.length > 0 ? [[path, ran.length]] : []
    }),
  )
}

/** What runs by the clock is no part of a request. */
const neverMs = 2 ** 31 - 1
const { deadlines } = production
const withoutUpkeep = botInProcess({
  ...production,
  deadlines: {
    ...deadlines,
    sweepMs: neverMs,
    auditMs: neverMs,
    forgetMs: neverMs,
    alertsMs: neverMs,
    questionsMs: neverMs,
    lapsesMs: neverMs,
    leftServersMs: neverMs,
  },
})

const musicOnDiscord = async (): Promise<ReadonlyMap<string, number>> => {
  const world = await startWorld({
    ...inThisProcess(soundsFolder),
    bot: { platforms: ['discord'] },
    runBot: withoutUpkeep,
  })
  try {
    const { adminId, memberId } = world.addresses.discord
    const people = createPeople(world.addresses, 'discord')
    await people.allows(adminId, 10)
    const since = await people.latest(memberId)
    return await ranDuring(async () => {
      await people.uses(memberId, '/music', { prompt: 'a song about figures' })
      await people.sees(memberId, 'Made with AI', since)
    })
  } finally {
    await world.stop()
  }
}

const sources = readSources().filter(({ path }) => path.startsWith('src/'))
const arrows = arrowsBetween(sources)
console.log(`arrows between folders: ${arrows.size} (${[...arrows].toSorted().join(', ')})`)
console.log(`lines: ${linesByFolder(sources).join(', ')}`)
const ran = await musicOnDiscord()
const functions = [...ran.values()].reduce((sum, count) => sum + count, 0)
console.log(`one /music on Discord: ${functions} functions in ${ran.size} files`)
