import type { Command } from '../core/command/command.ts'
import type { Blocks } from '../core/command/gate.ts'
import type { SettingsStore } from '../core/command/settings.ts'
import type { Lists } from '../core/command/suggest.ts'
import type { VoiceList } from '../core/command/voices.ts'
import type { Places } from '../core/job/concurrency.ts'
import type { JobControl } from '../core/job/job-control.ts'
import type { JobList } from '../core/job/job-list.ts'
import type { CanSee } from '../core/job/visibility.ts'
import type { Budgets } from '../core/ledger/budget.ts'
import type { Journal } from '../core/ledger/journal.ts'
import type { PriceBook } from '../core/ledger/price-book.ts'
import { createBudgetCommand } from './budget/budget.ts'
import { createCreditsCommand } from './credits/credits.ts'
import { cut } from './features/cut.ts'
import { inpaint } from './features/inpaint.ts'
import { lyrics } from './features/lyrics.ts'
import { master } from './features/master.ts'
import { music } from './features/music.ts'
import { remix } from './features/remix.ts'
import { result } from './features/result.ts'
import { transcribe } from './features/transcribe.ts'
import { tts } from './features/tts.ts'
import { voice } from './features/voice.ts'
import { createHelpCommand } from './help/help.ts'
import { createHistoryCommand } from './history/history.ts'
import { createJobsCommand } from './jobs/jobs.ts'
import type { PrivacyPorts } from './privacy/ports.ts'
import { createPrivacyCommand } from './privacy/privacy.ts'
import { createSettingsCommand } from './settings/settings.ts'
import { createVoicesCommand } from './voices/voices.ts'

/** What commands may use; handed in by main. */
export interface CommandPorts extends PrivacyPorts {
  budgets: Budgets
  blocks: Blocks
  journal: Pick<Journal, 'page'>
  jobList: JobList
  jobControl: JobControl
  canSee: CanSee
  places: Pick<Places, 'positionOf'>
  prices: Pick<PriceBook, 'quote'>
  settings: SettingsStore
  lists: Lists
  voiceList: VoiceList
  now: () => number
}

const features = [music, tts, remix, voice, master, cut, inpaint, transcribe, lyrics, result]

/**
 * Every command there is, in the order members see. Both platforms, help, docs
 * and tests follow from this list.
 */
export const createCommands = (ports: CommandPorts): readonly Command[] => {
  const commands: Command[] = [
    ...features,
    createJobsCommand(ports, features),
    createHistoryCommand(ports, features),
    createBudgetCommand(ports),
    createCreditsCommand(ports),
    createVoicesCommand(ports),
    createSettingsCommand(ports, features),
    createPrivacyCommand(ports),
  ]
  return [...commands, createHelpCommand(commands, ports.prices)]
}
