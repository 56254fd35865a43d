import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { prepareFolder } from './kit/caches.ts'
import { endWithUsage, onEndingSignal, readCommandLine } from './kit/command-line.ts'
import { ping, type RedisServer, startRedis } from './kit/redis/redis.ts'
import type { RunningStudio } from './server.ts'

const usage = `Usage: npm run studio -- [--port N] [--data FOLDER] [--redis URL] [--parallel N]
                         [--lookups-per-minute N] [--cache FOLDER]

  --port N                port (default: 8701; 0 takes a free one)
  --data FOLDER           keeps tasks, balances and files across restarts
  --redis URL             uses this Redis for tasks and balances instead of its own
  --parallel N            unfinished tasks per account (default: no limit)
  --lookups-per-minute N  look-ups per key and minute (default: no limit)
  --cache FOLDER          caches renderings (up to 512 MB)`

const values = readCommandLine(
  {
    port: { type: 'string', default: '8701' },
    data: { type: 'string' },
    redis: { type: 'string' },
    parallel: { type: 'string' },
    'lookups-per-minute': { type: 'string' },
    cache: { type: 'string' },
  },
  usage,
)

const readNumber = (name: string, text: string, min: number, max: number): number =>
  /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max
    ? Number(text)
    : endWithUsage(`--${name} must be a number from ${min} to ${max}, not "${text}"`, usage)

const readLimit = (name: 'parallel' | 'lookups-per-minute'): number | null => {
  const text = values[name]
  return text === undefined ? null : readNumber(name, text, 1, 10_000)
}

const port = readNumber('port', values.port, 0, 65_535)
const limits = { parallelMax: readLimit('parallel'), lookUpsPerMinute: readLimit('lookups-per-minute') }

const instructions = ({ baseUrl, apiKey, controlUrl }: RunningStudio): string => `The audio service is up.

  base URL  ${baseUrl}
  API key   ${apiKey}
  control   ${controlUrl}

Order a song, then look it up with the task_id of the answer:

  curl -s ${baseUrl}/v2/MusicAI -H 'Authorization: ${apiKey}' -H 'Content-Type: application/json' \\
    -d '{"prompt": "a sea shanty about debugging", "generate_album_cover": true, "lyrics_timestamps": true}'
  curl -s '${baseUrl}/v1/byId?conversionType=MUSIC_AI&task_id=TASK_ID' -H 'Authorization: ${apiKey}'

Every endpoint is described at ${baseUrl}. Ctrl-C ends it.`

const openRedis = async (): Promise<RedisServer | undefined> => {
  if (values.redis !== undefined) {
    await ping(values.redis, '--redis')
    return undefined
  }
  if (values.data === undefined) return await startRedis()
  const dir = join(resolve(values.data), 'redis')
  await mkdir(dir, { recursive: true })
  return await startRedis({ dir })
}

let redis: RedisServer | undefined

const start = async (): Promise<RunningStudio> => {
  try {
    redis = await openRedis()
    const folder = values.data === undefined ? {} : { folder: join(resolve(values.data), 'files') }
    const redisUrl = values.redis ?? redis?.url ?? ''
    const { startStudio } = await import('./server.ts') // loads after the options are known to be valid
    const cacheFolder = values.cache === undefined ? undefined : resolve(values.cache)
    if (cacheFolder !== undefined) await prepareFolder(cacheFolder)
    return await startStudio({ port, redisUrl, cacheFolder, ...folder, ...limits })
  } catch (error) {
    await redis?.stop()
    console.error(`The audio service cannot start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

const studio = await start()

const end = async (): Promise<void> => {
  await studio.close()
  await redis?.stop()
  process.exit(0)
}
onEndingSignal(() => void end())

if (process.send === undefined) {
  console.log(instructions(studio))
} else {
  const { baseUrl, apiKey, cdnUrl, controlUrl } = studio
  process.send({ baseUrl, apiKey, cdnUrl, controlUrl })
  process.once('disconnect', end)
}
