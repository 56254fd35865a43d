import type { Command } from '../core/command/command.ts'
import { createFileMaking } from '../core/command/file-making.ts'
import type { VoiceSamples } from '../core/command/voice-samples.ts'
import type { VoiceList } from '../core/command/voices.ts'
import type { Ratings } from '../core/job/ratings.ts'
import type { Budgets } from '../core/ledger/budget.ts'
import type { PriceBook } from '../core/ledger/price-book.ts'
import { type BudgetPorts, createBudgetCommand } from './budget/budget.ts'
import { purposesAmong } from './budget/target.ts'
import { createCreditsCommand } from './credits/credits.ts'
import { type DoctorPorts, doctorCommand } from './doctor/doctor.ts'
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
import { createJobsCommand, type JobsPorts } from './jobs/jobs.ts'
import type { PrivacyPorts } from './privacy/ports.ts'
import { createPrivacyCommand } from './privacy/privacy.ts'
import { createSettingsCommand, type SettingsPorts } from './settings/settings.ts'
import { sponsorCommand } from './sponsor/sponsor.ts'
import { voicesCommand } from './voices/voices.ts'

/** Ports of all commands. */
export interface CommandPorts extends BudgetPorts, JobsPorts, SettingsPorts, PrivacyPorts, DoctorPorts {
  budgets: Budgets
  approvals: BudgetPorts['approvals']
  ownKeys: BudgetPorts['ownKeys']
  places: JobsPorts['places'] & DoctorPorts['places']
  blocks: BudgetPorts['blocks'] & PrivacyPorts['blocks']
  settings: SettingsPorts['settings']
  records: PrivacyPorts['records']
  ratings: Ratings
  prices: Pick<PriceBook, 'quote'>
  voiceList: Pick<VoiceList, 'read'>
  voiceSamples: Pick<VoiceSamples, 'read' | 'sampled'>
}

const features = [music, tts, remix, voice, master, cut, inpaint, transcribe, lyrics, result]

const fileMaking = createFileMaking()

const commandsBesidesHelp: readonly Command<CommandPorts>[] = [
  ...features,
  createJobsCommand(features),
  createHistoryCommand(features),
  createBudgetCommand(features, fileMaking),
  createCreditsCommand(purposesAmong(features), { kind: 'feature', id: music.name }),
  sponsorCommand,
  voicesCommand,
  createSettingsCommand(features),
  doctorCommand,
  createPrivacyCommand(fileMaking),
]

/** Every command, in the order members see. Both platforms, help, docs and tests follow this list. */
export const commands: readonly Command<CommandPorts>[] = [
  ...commandsBesidesHelp,
  createHelpCommand(commandsBesidesHelp),
]
