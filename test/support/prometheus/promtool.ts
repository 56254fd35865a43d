import { execFile } from 'node:child_process'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '../../../studio/kit/programs.ts'
import { type Unpackable, unpackOnce } from '../../../studio/kit/redis/debian-packages.ts'

const run = promisify(execFile)
const cached = fileURLToPath(new URL('../../../.cache/prometheus', import.meta.url))
const unpacked = join(cached, 'promtool')

const debianPrometheus: Unpackable = {
  name: 'promtool',
  spare: "Debian's",
  help: 'install Prometheus (apt install prometheus) to test the alert rules with it',
  packages: ['prometheus'],
  complete: async (folder) => {
    const tool = join(folder, 'promtool')
    await rename(join(folder, 'usr/bin/promtool'), tool)
    const rest = (await readdir(folder)).filter((name) => name !== 'promtool')
    await Promise.all(rest.map((name) => rm(join(folder, name), { recursive: true })))
    await run(tool, ['--version'])
  },
}

/** Prometheus' own tool, on PATH or of Debian's package; or why there is none. */
export const findPromtool = async (): Promise<{ path: string } | { missing: string }> => {
  const installed = findProgram(['promtool'])
  if (installed !== undefined) return { path: installed }
  try {
    await unpackOnce(debianPrometheus, cached, undefined)
    return { path: unpacked }
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

/** What promtool says, and whether it is content. `input` is what it reads from its standard input. */
export const promtool = async (
  path: string,
  args: readonly string[],
  input = '',
): Promise<{ code: number; output: string }> => {
  const child = execFile(path, [...args])
  const ended = Promise.withResolvers<number>()
  let output = ''
  child.stdout?.on('data', (data: string) => (output += data))
  child.stderr?.on('data', (data: string) => (output += data))
  child.on('error', ended.reject)
  child.on('close', (code) => ended.resolve(code ?? -1))
  child.stdin?.end(input)
  return { code: await ended.promise, output }
}
