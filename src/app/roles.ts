import { setTimeout as wait } from 'node:timers/promises'
import { filePath } from '../core/clip/clip-reading.ts'
import type { ReadyCommand } from '../core/command/command.ts'
import type { Feature } from '../core/command/feature.ts'
import { callbackPath } from '../core/job/callbacks.ts'
import type { Dispatch } from '../core/job/platform.ts'
import { takerFrom } from '../core/job-id.ts'
import type { JobDeps } from '../jobs/job-deps.ts'
import { createAdmit } from '../jobs/request/admit.ts'
import { createDispatch } from '../jobs/request/dispatch.ts'
import { createSettingsLook } from '../jobs/request/settings-here.ts'
import { welcome } from '../jobs/welcome.ts'
import { createCallbackHearing } from '../jobs/worker/callbacks.ts'
import { createFileServing } from '../jobs/worker/clips.ts'
import { startAlerts } from '../jobs/worker/upkeep/alerts.ts'
import { startApprovals } from '../jobs/worker/upkeep/approvals.ts'
import { startArchiving } from '../jobs/worker/upkeep/archive.ts'
import { startAuditor } from '../jobs/worker/upkeep/audit.ts'
import { startForgetting } from '../jobs/worker/upkeep/forget.ts'
import { startLapses } from '../jobs/worker/upkeep/lapses.ts'
import { startLeftServers } from '../jobs/worker/upkeep/left-servers.ts'
import { startQuestions } from '../jobs/worker/upkeep/questions.ts'
import { startSweeper } from '../jobs/worker/upkeep/sweep.ts'
import { createWakeHandler } from '../jobs/worker/work.ts'
import { jobIdFor } from '../redis/keys.ts'
import type { FileRoute } from './http/file-route.ts'
import type { CallbackRoute } from './http/http-server.ts'
import type { Ports } from './ports.ts'
import type { Running } from './running.ts'
import type { Tracing } from './telemetry/tracing.ts'

const stepsAtOnce = 20

/** Features and platforms by name. */
export const known = ({ chats }: Ports, features: readonly Feature[]) => ({
  features: new Map(features.map((feature) => [feature.name, feature])),
  platforms: new Map(chats.platforms.map((platform) => [platform.name, platform])),
})

interface WorkerMeans extends Pick<JobDeps, 'isStopping' | 'chatsHeld'> {
  running: Running[]
  tracing: Tracing | undefined
}

/** Processes jobs, and maintains those that nothing wakes. */
export const startWorker = async (
  ports: Ports,
  features: readonly Feature[],
  { running, isStopping, chatsHeld, tracing }: WorkerMeans,
): Promise<void> => {
  const deps: JobDeps = {
    ...ports,
    chatsHeld,
    isStopping,
    ...known(ports, features),
    random: Math.random,
    pause: wait,
  }
  const handler = createWakeHandler(deps)
  await ports.queue.work(tracing?.wakeHandler(handler) ?? handler, stepsAtOnce)
  ports.ownKeyStore
    .reseal()
    .catch((error: unknown) => ports.log.warn("servers' own keys could not be re-encrypted", { error }))
  ports.installationStore
    .reseal()
    .catch((error: unknown) => ports.log.warn('installations could not be re-encrypted', { error }))
  running.push({ name: 'sweeper', kind: 'intake', ...startSweeper(deps) })
  running.push({
    name: 'requests to admins',
    kind: 'intake',
    ...startApprovals({ ...deps, approvals: ports.approvals }),
  })
  running.push({ name: 'alerts', kind: 'intake', ...startAlerts({ ...deps, alerts: ports.alerts }) })
  running.push({
    name: 'questions to owners',
    kind: 'intake',
    ...startQuestions({ ...deps, consents: ports.consents }),
  })
  running.push({ name: 'bonuses', kind: 'intake', ...startLapses({ ...deps, bonuses: ports.bonuses }) })
  running.push({ name: 'forgetting', kind: 'intake', ...startForgetting(ports) })
  if (ports.archiver !== undefined)
    running.push({
      name: 'archive',
      kind: 'intake',
      ...startArchiving({ ...ports, archiver: ports.archiver, isStopping }),
    })
  running.push({
    name: 'servers that removed the bot',
    kind: 'intake',
    ...startLeftServers({ ...ports, ...known(ports, features), chatsHeld }),
  })
  running.push({ name: 'auditor', kind: 'intake', ...startAuditor(ports, deps.deadlines.auditMs) })
}

/** Every process accepts callbacks: the operator chooses which of them can be reached from outside. */
export const callbackRoute = (ports: Ports, isOpen: () => boolean): CallbackRoute | undefined => {
  const { callbacks: addresses } = ports
  if (addresses === undefined) return undefined
  return {
    path: callbackPath,
    isOpen,
    isKnown: (code) => addresses.jobOf(code) !== undefined,
    hear: createCallbackHearing({ ...ports, addresses }),
  }
}

/** Every process serves chat files, too. */
export const fileRoute = (ports: Ports, features: readonly Feature[]): FileRoute | undefined => {
  const { fileLinks } = ports
  return (
    fileLinks && {
      path: filePath,
      open: createFileServing({ ...ports, ...known(ports, features), fileLinks }),
    }
  )
}

/** Answers events from the chats. */
export const dispatchFor = (ports: Ports, commands: readonly ReadyCommand[]): Dispatch =>
  createDispatch({
    ...ports,
    commands,
    admit: createAdmit(ports),
    lookAtSettings: createSettingsLook(ports),
    answerMs: ports.deadlines.answerMs,
    random: Math.random,
    taker: takerFrom(Math.random()),
    jobIdFor,
    welcome: (arrival) => welcome({ ...ports, platforms: ports.chats.platforms, wait }, arrival),
  })
