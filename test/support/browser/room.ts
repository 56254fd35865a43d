import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type RunningRoom, startRoom } from '../../../sandbox/room/server.ts'
import type { World, WorldOptions } from '../../../sandbox/world/world.ts'
import { startStrictWorld } from '../sandbox/strict-world.ts'
import { isLong } from '../suite/runs.ts'
import { findChromium } from './chromium.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const shotsFolder = join(root, 'reports/room')
const picturesFolder = join(root, 'reports/pictures')

/** What people meet, from a wide screen to a telephone in the hand. */
export const screens = {
  desktop: { width: 1600, height: 1000 },
  phone: { width: 390, height: 844 },
} as const

const patienceMs = 60_000
const openingMs = 120_000

/** A world, the room before it, and a browser that looks at it. */
export interface OpenRoom {
  world: World
  room: RunningRoom
  page: Page
  /** Another page of the same browser, of which nothing is noted. */
  newPage(): Promise<Page>
  /** What went wrong in the page itself. */
  problems: readonly string[]
  /** Takes a screenshot into reports/room, in the long form only. */
  shoot(name: string): Promise<void>
  /** Takes a screenshot in both forms. */
  picture(name: string): Promise<void>
  /** Takes a picture of one part of the page into reports/pictures, in both forms. */
  pictureOf(part: Locator, name: string): Promise<void>
  /** What axe-core finds wrong on the page, each in a line. */
  barriers(): Promise<readonly string[]>
  close(): Promise<void>
}

const picture = async (page: Page, name: string): Promise<void> => {
  await mkdir(shotsFolder, { recursive: true })
  await page.screenshot({ path: join(shotsFolder, `${name}.png`), animations: 'disabled' })
}

const launch = async (): Promise<Browser> => {
  const program = await findChromium(join(root, '.cache'))
  return chromium.launch({ ...program, args: [...program.args, '--mute-audio'] })
}

const listen = (page: Page): readonly string[] => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (said) => said.type() === 'error' && problems.push(said.text()))
  return problems
}

const findBarriers = async (page: Page): Promise<readonly string[]> => {
  const found = await page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as { axe: typeof axe } // put there when the page was opened
    return (await judge.run({ resultTypes: ['violations'] })).violations
  })
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Long enough for the player to play. */
const musicSeconds = 2

/** The sandbox has the usual starter credits. */
const asInTheSandbox = { OPERATOR_NEW_SERVER_CREDITS: '' }

/** Starts everything and opens the page. What a stand-in refuses fails the test. */
const openRoom = async (options: Partial<WorldOptions>): Promise<OpenRoom> => {
  const bot = { callbacks: true, isProcess: true, settings: asInTheSandbox }
  const world = await startStrictWorld({ bot, musicSeconds, ...options })
  const [room, browser] = await Promise.all([startRoom(world.addresses, 0), launch()]).catch(
    async (error: unknown) => {
      await world.stop()
      throw error
    },
  )
  const page = await browser.newPage({ viewport: screens.desktop, colorScheme: 'light' })
  page.setDefaultTimeout(patienceMs)
  const problems = listen(page)
  await page.goto(room.url)
  await page.evaluate(axe.source)
  return {
    world,
    room,
    page,
    problems,
    newPage: () => browser.newPage(),
    async shoot(name) {
      if (isLong) await picture(page, name)
    },
    picture: (name) => picture(page, name),
    async pictureOf(part, name) {
      await mkdir(picturesFolder, { recursive: true })
      await part.screenshot({ path: join(picturesFolder, `${name}.png`), animations: 'disabled' })
    },
    barriers: () => findBarriers(page),
    async close() {
      await browser.close()
      await room.close()
      await world.stop()
    },
  }
}

/** A room that several tests share; open while they run. */
export interface Room {
  readonly open: OpenRoom
}

/** Opens a room before the tests and closes it after them. A test fails if the page reports a problem. */
export const useRoom = (options: Partial<WorldOptions> = {}): Room => {
  let opened: OpenRoom | undefined
  const room = {
    get open() {
      if (opened === undefined) throw new Error('the room is not open yet')
      return opened
    },
  }
  beforeAll(async () => {
    opened = await openRoom(options)
  }, openingMs)
  afterAll(() => opened?.close())
  beforeEach(({ task, onTestFailed }) => {
    onTestFailed(() => room.open.picture(`failed ${task.fullTestName}`))
  })
  afterEach(() => expect(room.open.problems, 'what went wrong in the page').toEqual([]))
  return room
}
