import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findProgram } from '../../studio/kit/programs.ts'
import { type ChromiumProgram, findChromium } from '../support/browser/chromium.ts'
import { writeScript } from '../support/sandbox/debian-archive.ts'

let folder: string
let bin: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  bin = join(folder, 'bin')
  await mkdir(bin)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const cacheDir = fileURLToPath(new URL('../../.cache', import.meta.url))

test.each(programNames)('a %s on the search path is used as it is', async (name) => {
  await writeScript(join(bin, name), [])
  const found = await findChromium(folder, bin)
  expect(found.executablePath).toBe(join(bin, name))
  expect(found.env).toBeUndefined()
})

test('without Chromium and without apt the one line says what to install', async () => {
  await expect(findChromium(folder, bin)).rejects.toThrow(
    /^No Chromium found: install Chromium \(apt install chromium, or brew install --cask chromium\)$/,
  )
})

test('when apt fails the one line says why and what to install', async () => {
  await writeScript(join(bin, 'apt-get'), ['echo "E: Unable to locate package libnss3" >&2', 'exit 100'])
  await writeScript(join(bin, 'dpkg-deb'), [])
  await expect(findChromium(folder, bin)).rejects.toThrow(
    /^No Chromium found and the one of @sparticuz\/chromium .*\(E: Unable to locate package libnss3\): install Chromium.*$/,
  )
})

const firstBytesOfPng = [0x89, ...Buffer.from('PNG')]

/** Fails unless a browser starts, and draws letters of different widths: boxes in place of them are all alike. */
const expectText = async (program: ChromiumProgram): Promise<void> => {
  const browser = await chromium.launch(program)
  try {
    const page = await browser.newPage()
    await page.goto('data:text/html,<title>Nothing</title>') // what was never drawn may have no picture
    const emptyPicture = await page.screenshot()
    await page.goto('data:text/html,<title>Lute</title><i>iiii</i><br><b>WWWW</b>')
    const picture = await page.screenshot()
    expect(await page.title()).toBe('Lute')
    expect([...picture.subarray(0, 4)]).toEqual(firstBytesOfPng)
    expect(picture.equals(emptyPicture)).toBe(false)
    const [narrow, wide] = [await page.locator('i').boundingBox(), await page.locator('b').boundingBox()]
    expect(narrow?.width).toBeGreaterThan(0)
    expect(wide?.width).toBeGreaterThan(2 * Number(narrow?.width))
  } finally {
    await browser.close()
  }
}

test.runIf(findProgram(programNames))('the Chromium of the system draws text', async () => {
  await expectText(await findChromium(folder))
})

const debianTools = ['apt-get', 'dpkg-deb'].flatMap((name) => findProgram([name]) ?? [])
const runsHere = process.platform === 'linux' && process.arch === 'x64' && debianTools.length === 2

test.runIf(runsHere)(
  'without a Chromium of the system the one of the package draws text, and is unpacked only once',
  async () => {
    for (const path of debianTools) await symlink(path, join(bin, basename(path)))
    const first = await findChromium(cacheDir, bin)
    await expectText(first)
    expect(await findChromium(cacheDir, join(folder, 'nowhere'))).toEqual(first)
  },
)
