import type { createCommands } from './commands/index.ts'
import { filePath } from './core/clip/file-links.ts'
import type { Feature } from './core/command/feature.ts'
import { callbackPath } from './core/job/callbacks.ts'
import type { Dispatch } from './core/platform.ts'
import { jobIdFor } from './core/redis/keys.ts'
import type { FileRoute } from './core/runtime/file-route.ts'
import type { CallbackRoute } from './core/runtime/http-server.ts'
import type { Running } from './core/runtime/running.ts'
import { accountOf } from './core/target.ts'
import { createAdmit } from './jobs/asking/admit.ts'
import { createSettingsLook } from './jobs/asking/settings-here.ts'
import { createCallbackHearing } from './jobs/callbacks.ts'
import { createDispatch } from './jobs/dispatch.ts'
import { createIntake } from './jobs/intake.ts'
import type { JobDeps } from './jobs/job-deps.ts'
import { createFileServing } from './jobs/steps/serve-clip.ts'
import { startAuditor } from './jobs/upkeep/audit.ts'
import { startForgetting } from './jobs/upkeep/forget.ts'
import { startSweeper } from './jobs/upkeep/sweep.ts'
import { createWakeHandler } from './jobs/work.ts'
import type { Ports } from './ports.ts'
import { wait } from './time.ts'

const stepsAtOnce = 20

/** Features and platforms by their names. */
const known = ({ chats }: Ports, features: readonly Feature[]) => ({
  features: new Map(features.map((feature) => [feature.name, feature])),
  platforms: new Map(chats.platforms.map((platform) => [platform.name, platform])),
})

/** Takes up jobs, and looks after those that nobody wakes. */
export const startWorker = async (
  ports: Ports,
  features: readonly Feature[],
  running: Running[],
  isStopping: () => boolean,
): Promise<void> => {
  const deps: JobDeps = {
    ...ports,
    isStopping,
    ...known(ports, features),
    random: Math.random,
    pause: wait,
  }
  await ports.queue.work(createWakeHandler(deps), stepsAtOnce)
  running.push({ name: 'sweeper', kind: 'intake', ...startSweeper(deps) })
  running.push({ name: 'forgetting', kind: 'intake', ...startForgetting(ports) })
  running.push({ name: 'auditor', kind: 'intake', ...startAuditor(ports, deps.deadlines.auditMs) })
}

/** Callbacks are heard in every process: which of them the outside reaches is the operator's choice. */
export const callbackRoute = (ports: Ports, isOpen: () => boolean): CallbackRoute | undefined => {
  const { callbacks: addresses } = ports
  if (addresses === undefined) return undefined
  return { path: callbackPath, isOpen, hear: createCallbackHearing({ ...ports, addresses }) }
}

/** Chats' files are served by every process, too. */
export const fileRoute = (ports: Ports, features: readonly Feature[]): FileRoute | undefined => {
  const { fileLinks } = ports
  return (
    fileLinks && {
      path: filePath,
      open: createFileServing({ ...ports, ...known(ports, features), fileLinks }),
    }
  )
}

/** Answers what comes from the chats. */
export const dispatchFor = (ports: Ports, commands: ReturnType<typeof createCommands>): Dispatch => {
  const {
    store,
    queue,
    lists,
    prices,
    longestMinutes,
    places,
    now,
    log,
    fileLinks,
    fileOrigins,
    takesLinks,
  } = ports
  const admit = createAdmit(ports)
  const intake = createIntake({
    admit,
    store,
    queue,
    lists,
    prices,
    longestMinutes,
    fileLinks,
    fileOrigins,
    takesLinks,
    places,
    log,
    now,
    jobIdFor: ({ target, eventId }) => jobIdFor(accountOf(target), eventId),
  })
  return createDispatch({
    ...ports,
    commands,
    intake,
    admit,
    lookAtSettings: createSettingsLook(ports),
    answerMs: ports.deadlines.answerMs,
  })
}
