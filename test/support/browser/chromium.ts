import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '../../../studio/kit/programs.ts'
import { libraryEnvironment, type Unpackable, unpackOnce } from '../../../studio/kit/redis/debian-packages.ts'

const run = promisify(execFile)

/** How playwright-core launches a Chromium: https://playwright.dev/docs/api/class-browsertype#browser-type-launch */
export interface ChromiumProgram {
  executablePath: string
  args: string[]
  /** The browser's whole environment; that of this process where there is none. */
  env?: Record<string, string>
}

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const fontsFile = fileURLToPath(new URL('./fonts.conf', import.meta.url))
const inflateProgram = fileURLToPath(new URL('./inflate-chromium.ts', import.meta.url))

/**
 * None of those that @sparticuz/chromium recommends: they are for AWS Lambda, and switch off the web's own
 * security, which the tests need. As root nothing of Chromium starts within its sandbox
 * (https://crbug.com/638180).
 */
const launchArguments = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

const unpackedProgram = (folder: string): ChromiumProgram => ({
  executablePath: join(folder, 'opt/chromium'),
  args: launchArguments(),
  env: {
    ...libraryEnvironment(folder),
    FONTCONFIG_FILE: fontsFile,
    XDG_DATA_HOME: join(folder, 'usr/share'),
    XDG_CACHE_HOME: join(folder, 'var/cache'),
    HOME: join(folder, 'home'),
  },
})

/** The package says it only beside its entry point. */
const packageVersion = (): string => {
  const path = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'))
  return version
}

/** Its libraries are what the program links to (`readelf -d`) that a Debian without a desktop lacks. */
const packagedChromium: Unpackable = {
  name: 'Chromium',
  spare: 'the one of @sparticuz/chromium',
  help: 'install Chromium (apt install chromium, or brew install --cask chromium)',
  packages: ['libnss3', 'libnspr4', 'libexpat1', 'fonts-dejavu-core'],
  complete: async (folder) => {
    const { executablePath, env } = unpackedProgram(folder)
    await mkdir(dirname(executablePath), { recursive: true })
    await run(process.execPath, [inflateProgram], { env: { TMPDIR: dirname(executablePath) } })
    await run(executablePath, ['--version'], { env })
  },
}

/**
 * Finds a Chromium: on PATH, else the one of `@sparticuz/chromium`, inflated under `cacheDir` with the
 * libraries and fonts that this machine lacks, of Debian's own packages and without root. It is for Linux on x64
 * (https://github.com/Sparticuz/chromium#readme).
 *
 * @throws Error in one line that says what to install
 */
export const findChromium = async (cacheDir: string, searchPath?: string): Promise<ChromiumProgram> => {
  const installed = findProgram(programNames, searchPath)
  if (installed) return { executablePath: installed, args: launchArguments() }
  const target = join(cacheDir, `chromium-${packageVersion()}`)
  await unpackOnce(packagedChromium, target, searchPath)
  return unpackedProgram(target)
}
