import { commands } from '../../../src/commands/index.ts'
import { withPorts } from '../../../src/core/command/command.ts'
import type { OwnKeys } from '../../../src/core/job/own-keys.ts'
import type { Dispatch } from '../../../src/core/job/platform.ts'
import { createApprovalControl } from '../../../src/jobs/request/decide.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { noSamples } from '../commands/commands.ts'
import { noApprovals } from '../commands/no-approvals.ts'
import { type ApprovalWorld, openApprovalWorld } from './approval-world.ts'
import { dispatchOver } from './dispatch-over.ts'
import { knownChannels } from './known-channels.ts'

/** Every key is taken without asking a service, and kept as a real one is. */
const keptKeys = ({ ownKeyStore }: ApprovalWorld): OwnKeys => ({
  read: ownKeyStore.read,
  test: () => Promise.resolve('accepted'),
  async set({ apiKey, ...change }) {
    const result = await ownKeyStore.keep(change, apiKey)
    return result.status === 'differs' ? result : { ...result, isUnpaid: false }
  },
  remove: ownKeyStore.remove,
})

const voice = { value: 'voice-1', label: 'Ada' }

/** A world in which every command can be used, with the ports that it has in production over a real store. */
export const openEveryCommandWorld = async (options: Parameters<typeof openApprovalWorld>[0] = {}) => {
  const world = await openApprovalWorld({
    features: commands.filter((command) => command.kind === 'feature'),
    ...options,
  })
  const { clock, deps, requestDeps, upkeepDeps } = world
  const ready = withPorts(commands, {
    ...noApprovals,
    ...world,
    approvalControl: createApprovalControl(upkeepDeps),
    ownKeys: keptKeys(world),
    journal: createJournal(world),
    jobControl: world.control,
    canSee: requestDeps.canSee,
    lookAtChannel: () => Promise.resolve({ status: 'unanswered' }),
    prices: deps.prices,
    lists: deps.lists,
    voiceList: {
      read: () =>
        Promise.resolve({ known: { voices: [voice], atMs: 0 }, isOld: false, nextTryMs: undefined }),
      find: () => Promise.resolve({ choices: [voice], isPart: false }),
    },
    voiceSamples: noSamples,
    retentionMs: undefined,
    privacyContact: undefined,
    deadlines: deps.deadlines,
    now: clock.now,
  })
  const dispatch: Dispatch = dispatchOver(world, { ...requestDeps, ...knownChannels, commands: ready })
  return { ...world, dispatch, commands: ready }
}
export type EveryCommandWorld = Awaited<ReturnType<typeof openEveryCommandWorld>>
