import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { createAccount } from './account.ts'
import { serveControl } from './control.ts'
import type { CostForm } from './conversion-record.ts'
import type { Endpoint } from './endpoint.ts'
import { allVoices } from './endpoints/all-voices.ts'
import { byId } from './endpoints/by-id.ts'
import { musicAiV2 } from './endpoints/music-ai-v2.ts'
import { remix } from './endpoints/remix.ts'
import { textToSpeech } from './endpoints/text-to-speech.ts'
import { createLine } from './line.ts'
import { createPlans } from './plans.ts'
import { createRefusals } from './refusals.ts'
import { createRenderer } from './renderer.ts'
import { serveResults } from './results.ts'
import { serveEndpoint, serveTheRest } from './routes.ts'
import type { Studio } from './studio.ts'
import { createTasks } from './tasks.ts'

/** How a studio is started; everything has a default. */
export type StudioOptions = {
  /** The key callers must send; random unless given. */
  readonly apiKey?: string
  /** 0 = any free port. */
  readonly port?: number
  /** Milliseconds since the epoch, for the timestamps. */
  readonly now?: () => number
  /** How long a piece of music is; 20 unless given. */
  readonly musicSeconds?: number
  /** A fixed `eta`, for example -1 for "unknown"; an honest estimate unless given. */
  readonly etaSeconds?: number
  /** Credits of the account; 100 unless given. */
  readonly balance?: number
  /** How `conversion_cost` is written; a number unless given. */
  readonly costForm?: CostForm
}

/** A running studio. */
export type RunningStudio = {
  /** The address before the version, without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The address under which all results lie. */
  readonly cdnUrl: string
  readonly close: () => Promise<void>
}

const endpoints: readonly Endpoint[] = [musicAiV2, textToSpeech, remix, byId, allVoices]

const secondsPerMusicTask = 4

const clipFolderIn = (folder: string): string => join(folder, 'clips')

const createStudio = (
  options: StudioOptions,
  folder: string,
  fileUrl: Studio['fileUrl'],
  closing: AbortSignal,
): Studio => {
  const now = options.now ?? Date.now
  return {
    now,
    closing,
    clipFolder: clipFolderIn(folder),
    fileUrl,
    account: createAccount(options.balance ?? 100),
    plans: createPlans(),
    refusals: createRefusals(now),
    tasks: createTasks(now),
    line: createLine(secondsPerMusicTask, () => performance.now()),
    renderer: createRenderer(folder),
    settings: {
      musicSeconds: options.musicSeconds ?? 20,
      etaSeconds: options.etaSeconds,
      costForm: options.costForm ?? 'number',
    },
  }
}

const createApp = (studio: Studio, folder: string, apiKey: string): FastifyInstance => {
  const app = fastify({ forceCloseConnections: true })
  app.register(multipart)
  serveResults(app, folder)
  serveControl(app, studio)
  for (const endpoint of endpoints) serveEndpoint(app, endpoint, studio, apiKey)
  serveTheRest(app, studio)
  return app
}

/** Starts the audio service on this machine, on the loopback address only. Throws when the port is taken. */
export const startStudio = async (options: StudioOptions = {}): Promise<RunningStudio> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'))
  await mkdir(clipFolderIn(folder))
  const apiKey = options.apiKey ?? randomBytes(24).toString('base64url')
  const closing = new AbortController()
  let baseUrl = ''
  const studio = createStudio(options, folder, (name) => `${baseUrl}/cdn/${name}`, closing.signal)
  const app = createApp(studio, folder, apiKey)

  const close = async (): Promise<void> => {
    closing.abort()
    await app.close()
    await studio.renderer.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    baseUrl = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  } catch (error) {
    await close()
    throw error
  }
  return { baseUrl, apiKey, cdnUrl: `${baseUrl}/cdn`, close }
}
