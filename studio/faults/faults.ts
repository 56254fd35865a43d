import { z } from 'zod'
import { type LookUpDialect, lookUpDialect } from '../dialects/look-up.ts'
import { kindOf, parse, times } from '../kit/faults/reading.ts'
import { takeFault } from '../kit/faults/taking.ts'
import { readWebhookFault, type WebhookFault } from '../webhooks/mishaps.ts'
import { type AnswerFault, readAnswerFault } from './answers.ts'
import { type FileFault, readFileFault } from './files.ts'
import { networkFault, type StudioNetwork } from './network.ts'
import { type Plans, plan } from './plans.ts'

const taskFault = z.strictObject({ task: plan, times })
/** Without `times`, until faults are cleared. */
const lookUpFault = z.strictObject({ lookUp: lookUpDialect, times: times.unwrap().optional() })

type ToldOtherwise = { readonly dialect: LookUpDialect; left: number }

/** What lets the studio fail on request. */
export type StudioFaults = {
  /**
   * Lets a failure happen at once, or adds one to come. Throws InvalidFault
   * with the field that makes no sense.
   */
  readonly add: (fault: unknown) => Promise<void>
  /** From now on nothing fails any more. */
  readonly clear: () => Promise<void>
  /** The failure of an answer to come, which has happened by that. */
  readonly takeAnswer: (path: string) => AnswerFault | undefined
  /** The same for a file with that ending. */
  readonly takeFile: (ending: string, isSigned: boolean) => FileFault | undefined
  /** How the next look-up differs. */
  readonly takeLookUp: () => LookUpDialect
  /** Those of callbacks to come. */
  readonly webhooks: WebhookFault[]
}

type FaultsOptions = {
  readonly network: StudioNetwork
  readonly plans: Plans
  /** The paths of the endpoints. */
  readonly paths: readonly string[]
}

const kinds = ['network', 'respond', 'file', 'task', 'lookUp', 'webhooks'] as const

/** Nothing is to fail yet. */
export const createFaults = ({ network, plans, paths }: FaultsOptions): StudioFaults => {
  const answers: AnswerFault[] = []
  const files: FileFault[] = []
  const lookUps: ToldOtherwise[] = []
  const webhooks: WebhookFault[] = []

  const add = async (value: unknown): Promise<void> => {
    const kind = kindOf(kinds, value)
    switch (kind) {
      case 'network':
        return await network.fail(parse(networkFault, value))
      case 'respond':
        return void answers.push(readAnswerFault(value, paths))
      case 'file':
        return void files.push(readFileFault(value))
      case 'task': {
        const { task, times: count } = parse(taskFault, value)
        for (let added = 0; added < count; added += 1) plans.add(task)
        return
      }
      case 'lookUp': {
        const { lookUp: dialect, times: left = Number.POSITIVE_INFINITY } = parse(lookUpFault, value)
        return void lookUps.push({ dialect, left })
      }
      case 'webhooks':
        return void webhooks.push(readWebhookFault(value))
    }
  }
  return {
    add,
    clear: async () => {
      for (const list of [answers, files, lookUps, webhooks]) list.length = 0
      plans.clear()
      await network.mend()
    },
    takeAnswer: (path) => takeFault(answers, (fault) => fault.path === 'any' || fault.path === path),
    takeFile: (ending, isSigned) =>
      takeFault(
        files,
        (fault) => (fault.ending === undefined || fault.ending === ending) && !(fault.isUnsigned && isSigned),
      ),
    takeLookUp: () => takeFault(lookUps)?.dialect ?? {},
    webhooks,
  }
}
