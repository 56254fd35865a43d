import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { findProgram } from './programs.ts'

/**
 * What ends a child once its parent is gone: the kernel itself (Linux), or a watcher process that reads a
 * pipe which only the parent holds open.
 */
export type Tether = 'kernel' | 'watcher'

const findSetpriv = (): string | undefined => {
  if (process.platform !== 'linux') return undefined
  const setpriv = findProgram(['setpriv'])
  // BusyBox has a setpriv without this option.
  const works = setpriv && spawnSync(setpriv, ['--pdeathsig', 'KILL', '/bin/sh', '-c', 'exit 0']).status === 0
  return works ? setpriv : undefined
}

let knownSetpriv: { path: string | undefined } | undefined
const setprivPath = (): string | undefined => {
  knownSetpriv ??= { path: findSetpriv() }
  return knownSetpriv.path
}

const watch = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  watcher.stdin.on('error', () => {})
  child.once('exit', () => watcher.kill('SIGKILL'))
}

/**
 * Starts a program that dies with this process, also when this process is killed without warning. The child
 * gets a process group of its own, so that Ctrl-C in a terminal reaches the parent alone, which stops its
 * children in order. Call it from the main thread: the kernel's tether is to the thread that spawned
 * (https://man7.org/linux/man-pages/man2/PR_SET_PDEATHSIG.2const.html).
 */
export const spawnTethered = (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  tether: Tether = setprivPath() ? 'kernel' : 'watcher',
): ChildProcess => {
  const setpriv = setprivPath()
  if (tether === 'kernel' && setpriv) {
    return spawn(setpriv, ['--pdeathsig', 'KILL', program, ...args], { ...options, detached: true })
  }
  const child = spawn(program, args, { ...options, detached: true })
  watch(child)
  return child
}
