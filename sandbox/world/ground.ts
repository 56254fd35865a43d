import { type Child, type ChildOptions, exitReport, spawnChild } from '../../studio/kit/children.ts'
import { type Undo, undoAll } from '../../studio/kit/undo.ts'

/** What a world has started so far, so that it can be ended in the opposite order. */
export interface Ground {
  /** Where children run: away from the checkout, so that a developer's own .env is not read. */
  tempDir: string
  children: Map<string, Child>
  /** Those that are meant to end. */
  ending: Set<Child>
  processIds: number[]
  /** Hears of every child that ended unasked. */
  onExit(report: string): void
  cleanUps: Undo[]
  onLine(child: string, line: string): void
}

/** How a child is started; where it runs and who hears it is the ground's business. */
export type GroundedChild = Omit<ChildOptions, 'onLine' | 'cwd'>

/** Starts a child in the world's folder. */
export const spawnIn = (ground: Ground, options: GroundedChild): Child => {
  const child = spawnChild({
    ...options,
    cwd: ground.tempDir,
    env: { ...options.env, TMPDIR: ground.tempDir },
    onLine: (line) => ground.onLine(options.name, line),
  })
  if (child.pid !== undefined) ground.processIds.push(child.pid)
  return child
}

/** Keeps a child until the world stops, and reports it if it ends unasked. */
export const keepIn = (ground: Ground, child: Child): Child => {
  ground.children.set(child.name, child)
  ground.cleanUps.push(() => {
    ground.ending.add(child)
    return child.stop()
  })
  void child.exited.then((exit) => {
    if (!ground.ending.has(child)) ground.onExit(exitReport(child.name, exit, child.lastLines()))
  })
  return child
}

/** Kills a child process on request, like a crash. Returns false if no child of that name is running. */
export const killIn = async (ground: Ground, name: string): Promise<boolean> => {
  const child = ground.children.get(name)
  if (child === undefined) return false
  ground.ending.add(child)
  ground.children.delete(name)
  await child.kill()
  return true
}

/** Ends and removes all that was started; throws AggregateError when some of it could not be. */
export const cleanUp = (ground: Ground): Promise<void> =>
  undoAll(ground.cleanUps, 'The sandbox could not be taken down in order')
